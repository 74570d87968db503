"""Columns judged by a model, blind: one question a compaction that takes part, and where it put the controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from inspector.errors import Cancelled
from inspector.llm.models import open_chat
from inspector.model import Judgement
from inspector.rerun.arms import Arm, arm_of
from inspector.rerun.asker import Stop
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.judged_arms import Controls, judge_runs, place_of_controls, preview_runs
from inspector.rerun.judging import Judging
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.model_runs import ModelRuns, Outgoing, outgoing_of
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.signal import Signal

JUDGE = "judge columns"
"""In the place of a column's key, where a judge's questions are what is sent."""


Verdicts = Mapping[str, tuple[Arm, ...]]
"""What a judge found on one compaction, by column; what was recorded has the key ""."""


@dataclass(frozen=True, slots=True, eq=False)
class Sitting:
    """One compaction, and the contexts that are judged, by column; what was recorded has the key ""."""

    ready: Ready
    arms: Mapping[str, tuple[Arm, ...]]


def dry_run(models: ModelRuns, sitting: Sitting, model: str) -> tuple[Outgoing, ...]:
    """What judging one compaction would send; nothing is. Raises UsageError for a name that is no model."""
    judging, chat, ready = Judging(models.asker(model)), open_chat(model), sitting.ready
    number, known = ready.compaction.number, _known(ready)
    told = [] if known is not None else [judging.preview(ready.found.segment)]
    runs = [arm.judged for arms in sitting.arms.values() for arm in arms]
    told.append(preview_runs(judging, ready.found, known, runs))
    return tuple(outgoing_of([one], JUDGE, number, one.strategy, chat) for one in told)


def judge(models: ModelRuns, sitting: Sitting, model: str, stop: Stop) -> Verdicts:
    """The columns as a judge sees them; blocks. Raises InspectorError: ModelFailed, OverBudget, Cancelled.

    The recorded compaction is read first, where no judge has: its statements are looked for in every column.
    """
    judging, ready = Judging(models.asker(model)), sitting.ready
    judgement = _known(ready) or judging.read(ready.found.segment, stop)
    runs = [arm.judged for arms in sitting.arms.values() for arm in arms]
    made = iter(judge_runs(judging, ready.found, judgement, runs, stop).runs)
    return {key: tuple(arm_of(next(made)) for _ in arms) for key, arms in sitting.arms.items()}


class JudgedColumns:
    """Has every compaction that takes part judged, and puts the verdicts in the place of the rules'."""

    def __init__(self, runs: RunColumns, models: ModelRuns, asking: Executor) -> None:
        self.failed: Signal[[Exception]] = Signal()
        self.changed: Signal[[]] = Signal()
        """Questions are under way, or no more."""
        self._runs, self._models, self._asking = runs, models, asking
        self._jobs: dict[int, tuple[Progress, Stop]] = {}

    def sittings(self) -> tuple[Sitting, ...]:
        """What would be judged, a compaction at a time: what was recorded, and every up-to-date result."""
        found = []
        for ready, columns in self._runs.ruled():
            done = {one.key: one.arms for one in columns if one.state is ColumnState.DONE and not one.is_stale}
            found.append(Sitting(ready, {RECORDED: (ready.recorded,), **done}))
        return tuple(found)

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

        def arrived(found: Verdicts) -> None:
            ended(lambda: self._runs.lay_verdicts(number, found))

        def failed(why: Exception) -> None:
            ended(lambda: None if isinstance(why, Cancelled) else self.failed.emit(why))

        if number in self._jobs:
            # Its answers would be paid for, and nobody would hear them.
            self._jobs[number][1].now()
        self._jobs[number] = (Progress(), stop)
        started = self._asking.run(
            f"{JUDGE} {number}", lambda progress: judge(self._models, sitting, model, stop), arrived, failed
        )
        if number in self._jobs:
            self._jobs[number] = (started, stop)


def trust_in(results: Sequence[tuple[Ready, Sequence[Column]]]) -> Controls:
    """What the controls' place says of the judge of these columns; over several compactions, of the worst."""
    found = [_trust(ready, columns) for ready, columns in results]
    for last in (False, True):
        told = [one for one in found if one.last is last]
        if told:
            return told[0]
    return found[0] if found else Controls(None, "")


def _trust(ready: Ready, columns: Sequence[Column]) -> Controls:
    runs = [arm.judged for arm in (ready.recorded, *(arm for column in columns for arm in column.arms))]
    by_judge = [judged for judged in runs if judged.by is not None]
    if not by_judge:
        return Controls(None, "")
    names = ", ".join(dict.fromkeys(judged.by.model for judged in by_judge if judged.by is not None))
    told = place_of_controls(by_judge)
    return replace(told, says=f"Judged by {names}, blind. {told.says}")


def _known(ready: Ready) -> Judgement | None:
    """What a judge found about the recorded compaction earlier."""
    return ready.document.judgements.get(ready.compaction.number)
