"""Columns at work: each starts, is heard, stops, arrives or fails alone, on one compaction at a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from inspector.ask.stop import Stop
from inspector.errors import Cancelled, InspectorError, UsageError
from inspector.model.run import Score
from inspector.rerun.column import ColumnState, Variant
from inspector.rerun.experiment import Trial, run_model_free
from inspector.rerun.library import Strategies
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scores import scores_of
from inspector.store.reruns import Reruns
from inspector.workbench.board import Board, Place, broken, done
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.saved_runs import keep_runs
from inspector.workbench.signal import Signal

SLOT = "run "


@dataclass(frozen=True, slots=True, eq=False)
class Ended:
    """What a column gave on one compaction."""

    results: tuple[ScoredRun, ...]
    scores: tuple[Score, ...]
    unkept: Exception | None = None
    """Why it could not be kept."""


Work = Callable[[Ready, Variant, Stop, bool], Callable[[Progress], Ended]]
"""Gives what a variant does on a compaction; that runs on any thread. The last: whether a refusal is asked again."""


class ColumnJobs:
    """Has columns run, and puts on the board how far they are and what they gave."""

    def __init__(self, board: Board, work: Work, executor: Callable[[Variant], Executor]) -> None:
        """``executor`` gives who runs a variant."""
        self.changed: Signal[[str]] = Signal()
        """A column, by its key, is further."""
        self.unkept: Signal[[Exception]] = Signal()
        """What a column gave could not be kept."""
        self._board, self._work, self._executor = board, work, executor
        self._jobs: dict[Place, tuple[Progress, Stop]] = {}

    def start(self, key: str, ready: Ready, *, retry: bool = False, is_told: bool = True) -> None:
        """Run a column on a compaction that is ready; ``is_told`` says that it begins.

        ``retry`` asks again what failed although it was paid for.
        """
        number = ready.compaction.number
        cell, variant = self._board.at(key, number), self._board.variant(key)
        self._board.put(number, replace(cell, state=ColumnState.RUNNING, error="", text="", since=time.monotonic()))
        if is_told:
            self.changed.emit(key)
        stop = Stop()

        def is_here() -> bool:
            job = self._jobs.get((key, number))
            return job is None or job[1] is stop

        def arrived(ended: Ended) -> None:
            if self._is_running(key, number) and is_here():
                self._finished(key, number, variant, ended)

        def failed(why: Exception) -> None:
            if self._is_running(key, number) and is_here() and not isinstance(why, Cancelled):
                self._failed(key, number, why)

        work = self._work(ready, variant, stop, retry)
        started = self._executor(variant).run(f"{SLOT}{key} {number}", work, arrived, failed)
        # An executor that works at once is done by now.
        if self._is_running(key, number):
            self._jobs[key, number] = (started, stop)

    def stop(self, key: str, number: int) -> None:
        """Stop a column that runs on a compaction; whatever still comes of it is not taken up."""
        job = self._jobs.pop((key, number), None)
        if job is not None:
            progress, stop = job
            progress.cancel()
            stop.now()
        self._board.put(number, replace(self._board.at(key, number), state=ColumnState.STOPPED, error="", text=""))
        self.changed.emit(key)

    def leave(self) -> None:
        """Nobody here waits any more: what costs nothing stops, what was asked of a model ends and is kept."""
        for (key, _), (progress, stop) in self._jobs.items():
            if not self._board.variant(key).asks_model:
                progress.cancel()
                stop.now()
        self._jobs.clear()

    def running(self, key: str) -> tuple[int, ...]:
        """The compactions on which a column runs."""
        return tuple(number for number, cell in self._board.cells(key) if cell.state is ColumnState.RUNNING)

    def heard(self, slot: str, words: str) -> Place | None:
        """Take up what a model has said so far; gives the column and the compaction that have more to show."""
        if not slot.startswith(SLOT):
            return None
        key, _, digits = slot.removeprefix(SLOT).partition(" ")
        if not digits.isdigit() or not self._is_running(key, int(digits)):
            return None
        number = int(digits)
        cell = self._board.at(key, number)
        if words == cell.text:
            return None
        self._board.put(number, replace(cell, text=words))
        return key, number

    def _is_running(self, key: str, number: int) -> bool:
        return self._board.has(key) and self._board.at(key, number).state is ColumnState.RUNNING

    def _finished(self, key: str, number: int, variant: Variant, ended: Ended) -> None:
        self._jobs.pop((key, number), None)
        if ended.unkept is not None:
            self.unkept.emit(ended.unkept)
        self._board.put(number, done(self._board.at(key, number), ended.results, variant, ended.scores))
        self.changed.emit(key)

    def _failed(self, key: str, number: int, why: Exception) -> None:
        self._jobs.pop((key, number), None)
        self._board.put(number, broken(self._board.at(key, number), why))
        self.changed.emit(key)


def run_one(
    ready: Ready,
    variant: Variant,
    strategies: Strategies,
    models: ModelRuns,
    store: Reruns | None,
    stop: Stop,
    *,
    retry: bool = False,
) -> Callable[[Progress], Ended]:
    """The work of one column on one compaction; what was paid for is kept before anyone hears of it.

    ``retry`` asks again what failed although it was paid for.
    """

    def free(progress: Progress) -> Ended:
        result = run_model_free(Trial(ready.subject, variant), strategies.named)
        if result.compared.run.error:
            raise UsageError(result.compared.run.error)
        return Ended((result,), result.scores)

    def asking(progress: Progress) -> Ended:
        results = models(ready, variant, strategies, progress, stop, retry=retry)
        scores = scores_of([result.compared for result in results])
        try:
            if store is not None:
                keep_runs(store, ready, results)
        except InspectorError as why:
            return Ended(results, scores, why)
        return Ended(results, scores)

    return asking if variant.asks_model else free
