"""The two columns that are compared, read blind by a model beside what was recorded and the controls."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from inspector.ask.stop import Stop
from inspector.errors import Cancelled, ModelFailed
from inspector.judge.chain import Chain
from inspector.llm.chat import Failure
from inspector.llm.models import open_chat
from inspector.model import Judgement
from inspector.rerun.column import ColumnState, Variant
from inspector.rerun.controls import LAST
from inspector.rerun.experiment import Trial, run_model_free
from inspector.rerun.judged_runs import NO_VERDICTS, Controls, judge_runs, place_of_controls, preview_runs, silent
from inspector.rerun.judging import Judging, judge_all
from inspector.rerun.library import Strategies
from inspector.rerun.scored import ScoredRun, scored_run
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.model_runs import ModelRuns, Outgoing, outgoing_of
from inspector.workbench.run_columns import RunColumns
from inspector.workbench.signal import Signal

JUDGE = "judge columns"
"""In the place of a column's key, where a judge's questions are what is sent."""
Verdicts = Mapping[str, tuple[ScoredRun, ...]]
"""What a judge found on one compaction: by column, "" for what was recorded, and by control."""


@dataclass(frozen=True, slots=True, eq=False)
class Sitting:
    """One compaction, and the contexts that are judged, by column; what was recorded has the key ""."""

    ready: Ready
    results: Mapping[str, tuple[ScoredRun, ...]]
    chain: Chain
    """What judges found in the session, and what the person decided about it."""


def with_controls(sitting: Sitting, strategies: Strategies) -> Sitting:
    """The same with the controls, which no honest judge puts above an honest text. Takes as long as making them."""
    made = {
        name: (run_model_free(Trial(sitting.ready.subject, Variant(strategies.all[name])), strategies.named),)
        for name in LAST
        if name in strategies.all
    }
    return replace(sitting, results={**sitting.results, **made})


def dry_run(
    models: ModelRuns, sitting: Sitting, model: str, passes: int = 1, *, retry: bool = False
) -> tuple[Outgoing, ...]:
    """What judging one compaction would send; nothing is. Raises UsageError for a name that is no model."""
    judging, chat, ready = Judging(models.asker(model, retry=retry), passes), open_chat(model), sitting.ready
    number, known = ready.compaction.number, _known(sitting)
    told = [] if known is not None else _again(judging).preview(sitting.chain, (number,))
    runs = [result.compared for results in sitting.results.values() for result in results]
    told.append(preview_runs(judging, ready.found, known, runs))
    return tuple(outgoing_of([one], JUDGE, number, one.strategy, chat) for one in told)


def judge(models: ModelRuns, sitting: Sitting, model: str, passes: int, stop: Stop, *, retry: bool = False) -> Verdicts:
    """The columns as a judge sees them; blocks. ``retry`` puts questions again of which the answer was no use.

    The recorded compaction is read first, where no judge has: its statements are looked for in every column.
    Raises InspectorError: ModelFailed, also where a text was given no verdicts, OverBudget, Cancelled.
    """
    judging, ready = Judging(models.asker(model, retry=retry), passes), sitting.ready
    judgement = _known(sitting) or _read(sitting, _again(judging), stop)
    runs = [result.compared for results in sitting.results.values() for result in results]
    told = judge_runs(judging, ready.found, judgement, runs, stop)
    if silent(told.runs):
        hint = "What it answered does not stand: ask again, or ask another model."
        raise ModelFailed(NO_VERDICTS, kind=Failure.UNREADABLE, hint=hint, paid=True)
    made = iter(told.runs)
    return {key: tuple(scored_run(next(made)) for _ in results) for key, results in sitting.results.items()}


class JudgedColumns:
    """Has the two columns judged on the compaction that is looked at."""

    def __init__(self, runs: RunColumns, models: ModelRuns, asking: Executor) -> None:
        self.failed: Signal[[Exception]] = Signal()
        self.changed: Signal[[]] = Signal()
        """A question is under way, or no more."""
        self._runs, self._models, self._asking = runs, models, asking
        self._job: tuple[Progress, Stop] | None = None
        self.asks_again = False
        """The last question failed: whoever asks next means to put it again."""

    def sitting(self) -> Sitting | None:
        """What would be judged: what was recorded, and the two that are compared; None where one has no result."""
        ready, results = self._runs.ready, {}
        for key in self._runs.sides if ready is not None else ():
            cell = self._runs.get(key)
            if cell is not None:
                results[key] = cell.results if cell.state is ColumnState.DONE else ()
        if ready is None or not all(results.values()):
            return None
        return Sitting(ready, {RECORDED: (ready.recorded,), **results}, self._runs.chain())

    def trust(self) -> Controls:
        """What the place of the controls says of whoever judged the two that are compared."""
        sides = [self._runs.results_of(key, as_judged=True) for key in dict.fromkeys(self._runs.sides)]
        if not all(sides):
            return Controls(None, "")
        # What was recorded may be closed to everybody; A and B are judged all the same.
        recorded = () if RECORDED in self._runs.sides else self._runs.results_of(RECORDED, as_judged=True)
        runs = [result.compared for results in (*sides, recorded, self._runs.controls()) for result in results]
        names = ", ".join(dict.fromkeys(judged.by.model for judged in runs if judged.by is not None))
        told = place_of_controls(runs)
        return replace(told, says=f"Read by {names}, blind. {told.says}")

    @property
    def is_running(self) -> bool:
        """Whether a question is under way."""
        return self._job is not None

    def run(self, model: str, passes: int, sitting: Sitting) -> None:
        """Ask about this; whoever calls has shown what that sends, and has got consent."""
        number, stop, again = sitting.ready.compaction.number, Stop(), self.asks_again

        def ended(act: Callable[[], None], *, again: bool = False) -> None:
            if self._job is not None and self._job[1] is stop:
                self._job, self.asks_again = None, again
                act()
                self.changed.emit()

        def arrived(found: Verdicts) -> None:
            if self._runs.ready is not None and self._runs.ready.document is sitting.ready.document:
                ended(lambda: self._runs.lay_verdicts(number, found))

        def failed(why: Exception) -> None:
            ended(lambda: None if isinstance(why, Cancelled) else self.failed.emit(why), again=True)

        if self._job is not None:
            # Its answers would be paid for, and nobody would hear them.
            self._job[1].now()
        self._job = (Progress(), stop)

        def work(progress: Progress) -> Verdicts:
            whole = with_controls(sitting, self._runs.strategies)
            return judge(self._models, whole, model, passes, stop, retry=again)

        started = self._asking.run(f"{JUDGE} {number}", work, arrived, failed)
        if self._job is not None:
            self._job = (started, stop)
        self.changed.emit()

    def stop(self) -> None:
        """Hang up."""
        if self._job is not None:
            progress, stop = self._job
            self._job = None
            progress.cancel()
            stop.now()
        self.changed.emit()

    def leave(self) -> None:
        """Nobody here waits any more; what is being asked ends, and its answer is kept."""
        self._job = None
        self.changed.emit()


def _read(sitting: Sitting, judging: Judging, stop: Stop) -> Judgement:
    """What the judge finds about the recorded compaction, and about those before it."""
    number = sitting.ready.compaction.number
    result = judge_all(judging, sitting.chain, (number,), stop=stop)
    if result.failed:
        raise next(iter(result.failed.values()))
    if not result.found or result.found[-1].compaction != number:
        raise Cancelled("Stopped.")
    return result.found[-1]


def _again(judging: Judging) -> Judging:
    """As the recorded compaction is read: half an answer is asked for once more."""
    return replace(judging, asker=replace(judging.asker, retry=True))


def _known(sitting: Sitting) -> Judgement | None:
    """What a judge had found about the recorded compaction when the request was shown; half a reading is none."""
    found = sitting.chain.known.get(sitting.ready.compaction.number)
    return None if found is not None and found.partial else found
