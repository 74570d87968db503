"""Questions about the contexts of columns: one job for each compaction that takes part, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from inspector.errors import Cancelled
from inspector.model.run import Run
from inspector.rerun.arms import Arm
from inspector.rerun.asker import Stop
from inspector.rerun.column import Column, ColumnState
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.signal import Signal

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class Sitting:
    """One compaction, and the contexts that the questions are put to, by column; what was recorded has the key ""."""

    ready: Ready
    arms: Mapping[str, tuple[Arm, ...]]

    @property
    def runs(self) -> tuple[Run, ...]:
        """Each under a name of its own: two columns may have run the same."""
        return tuple(
            replace(arm.judged.run, id=f"{key}:{nth}")
            for key, arms in self.arms.items()
            for nth, arm in enumerate(arms)
        )


def sitting_of(ready: Ready, columns: Sequence[Column]) -> Sitting:
    """What was recorded, and every column with an up-to-date result."""
    done = {one.key: one.arms for one in columns if one.state is ColumnState.DONE and not one.is_stale}
    return Sitting(ready, {RECORDED: (ready.recorded,), **done})


class Sittings(Generic[Result]):
    """Asks about every compaction that takes part; a subclass says what, and what is done with the answers."""

    slot = ""
    """In the place of a column's key, where these questions are what is sent."""

    def __init__(self, runs: RunColumns, models: ModelRuns, asking: Executor) -> None:
        self.failed: Signal[[Exception]] = Signal()
        self.changed: Signal[[]] = Signal()
        """Questions are under way, or no more."""
        self._runs, self._models, self._asking = runs, models, asking
        self._jobs: dict[int, tuple[Progress, Stop]] = {}

    def sittings(self) -> tuple[Sitting, ...]:
        """What would be asked about, a compaction at a time."""
        return tuple(sitting_of(ready, columns) for ready, columns in self._runs.results())

    def _ask(self, sitting: Sitting, model: str, stop: Stop) -> Result:
        """The answers about one compaction; blocks, on a thread of its own."""
        raise NotImplementedError

    def _lay(self, sitting: Sitting, found: Result) -> None:
        """Show them."""
        raise NotImplementedError

    @property
    def is_running(self) -> bool:
        """Whether questions are under way."""
        return bool(self._jobs)

    def run(self, model: str, sittings: Sequence[Sitting]) -> None:
        """Ask about these and no others; whoever calls has shown what that sends, and has got leave."""
        for sitting in sittings:
            self._start(sitting, model)
        self.changed.emit()

    def stop(self) -> None:
        """Hang up."""
        for progress, stop in self._jobs.values():
            progress.cancel()
            stop.now()
        self._jobs.clear()
        self.changed.emit()

    def _start(self, sitting: Sitting, model: str) -> None:
        number, stop = sitting.ready.compaction.number, Stop()

        def ended(act: Callable[[], None]) -> None:
            here = self._runs.scenes.get(number)
            if number in self._jobs and self._jobs[number][1] is stop:
                del self._jobs[number]
                if here is not None and here.document is sitting.ready.document:
                    act()
                self.changed.emit()

        def arrived(found: Result) -> None:
            ended(lambda: self._lay(sitting, found))

        def failed(why: Exception) -> None:
            ended(lambda: None if isinstance(why, Cancelled) else self.failed.emit(why))

        if number in self._jobs:
            # Its answers would be paid for, and nobody would hear them.
            self._jobs[number][1].now()
        self._jobs[number] = (Progress(), stop)
        started = self._asking.run(
            f"{self.slot} {number}", lambda progress: self._ask(sitting, model, stop), arrived, failed
        )
        if number in self._jobs:
            self._jobs[number] = (started, stop)
