"""The columns of a session, and the two of them that are compared on the compaction that is looked at.

Columns are the session's, results a compaction's. What a model answers about a compaction that nobody looks at any more
is taken up all the same: it was paid for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from inspector.ask.stop import Stop
from inspector.errors import Cancelled, InspectorError
from inspector.judge.chain import Chain
from inspector.llm.guard import Wait
from inspector.rerun.column import Column, ColumnState, Variant
from inspector.rerun.library import Strategies
from inspector.rerun.prompts import FITTING
from inspector.rerun.scored import ScoredRun
from inspector.store.library import session_name
from inspector.store.reruns import Reruns
from inspector.workbench.bench import Bench
from inspector.workbench.board import Board
from inspector.workbench.column_jobs import ColumnJobs, Ended, run_one
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiments import Ready, baselines
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.judging import chain_of
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.saved_runs import Prepared, list_columns, pack, prepare, take_up
from inspector.workbench.signal import Signal

_HELD = 3
"""Compactions that stay ready: a context with its texts is large."""
Consent = tuple[int, Variant, tuple[str, ...]]
"""To what somebody agrees: the compaction, what is asked of whom, and the prompts that it may be asked with."""
_DUE = (ColumnState.READY, ColumnState.STOPPED, ColumnState.FAILED)


class RunColumns:
    """Holds the columns and has them run; whoever shows them listens."""

    def __init__(
        self, bench: Bench, strategies: Strategies, asking: Executor, models: ModelRuns, reruns: Reruns | None = None
    ) -> None:
        self.strategies = strategies
        self.laid_out: Signal[[]] = Signal()
        """There are other columns, other ones are compared, or it is another compaction."""
        self.changed: Signal[[str]] = Signal()
        """A column, by its key, is further or has another variant."""
        self.said: Signal[[str]] = Signal()
        """The model of a column, by its key, has said more; nothing else about it is new."""
        self.consent_asked: Signal[[tuple[str, ...]]] = Signal()
        """These columns would send something that nobody has agreed to; ``allow`` lets them. None: that is over."""
        self.unkept: Exception | None = None
        """Why the last answers or columns could not be kept; None where they were."""
        self.at = 0
        """The number of the compaction that is looked at; 0 for none."""
        self.trouble: Exception | None = None
        """Why it cannot be run again."""
        self.sides: tuple[str, str] = (RECORDED, RECORDED)
        """The keys of the two that are compared, A and B."""
        self._bench, self._asking, self._models, self._store = bench, asking, models, reruns
        self._board = Board()
        self._ready: dict[int, Ready] = {}
        self._is_listed = False
        """Whether the columns of this session are known by now."""
        self._asked: tuple[str, ...] = ()
        """Columns that would send something: what is shown of them, and all that can be agreed to."""
        self._again = ""
        """Of these, the one that asks again what failed although it was paid for."""
        self._before: dict[str, Variant] = {}
        """Of these, what columns ran that were changed for it."""
        self._shown: dict[str, Consent] = {}
        """Of these, what is shown that they would send."""
        self._agreed: set[Consent] = set()
        """What may be sent about a compaction, as long as the session is open."""
        self._jobs = ColumnJobs(self._board, self._run, self._executor)
        self._jobs.changed.connect(self.changed.emit)
        self._jobs.unkept.connect(self._not_kept)

    # Which compaction ------------------------------------------------------------------------------------

    @property
    def ready(self) -> Ready | None:
        """The compaction that is looked at; None before it is ready."""
        return self._ready.get(self.at)

    @property
    def seen(self) -> Ready | None:
        """The same, with what a judge of the columns found in what was recorded."""
        return self._board.judged_ready(self.ready) if self.ready is not None else None

    def open(self, number: int) -> None:
        """Look at a compaction, and run on it what is free."""
        document = self._bench.document
        if document is None:
            return
        self.at, self.trouble = number, None
        self.refuse()
        self.laid_out.emit()
        if self.ready is not None:
            self.run_free()
            return
        listed = {key: self._board.variant(key) for key in self._board.listed} if self._is_listed else None
        store, strategies, prompts = self._store, self.strategies, self._models.prompts

        def arrived(made: Prepared) -> None:
            if document is self._bench.document:
                self._show(made)

        def failed(why: Exception) -> None:
            if document is self._bench.document and number == self.at and not isinstance(why, Cancelled):
                self.trouble = why
                self.laid_out.emit()

        self._bench.executor.run(
            "compare", lambda progress: prepare(document, number, listed, strategies, prompts, store), arrived, failed
        )

    def renew(self) -> None:
        """Something that strategies go by is different, such as the model's window: run what is free again."""
        self.stop()
        # What would be sent is another request, too.
        self._agreed.clear()
        self.refuse()
        for key in self._board.listed:
            if not self._board.variant(key).asks_model:
                for number, _ in self._board.cells(key):
                    self._board.clear(key, number)
        self._ready.clear()
        self.open(self.at)

    def close(self) -> None:
        """Another session: nothing of this one is kept here. What a model is being asked ends, and is kept."""
        self._jobs.leave()
        self._ready.clear()
        self._board.empty()
        self._is_listed = False
        self._agreed.clear()
        self.at, self.trouble, self.sides = 0, None, (RECORDED, RECORDED)
        self.refuse()
        self.laid_out.emit()

    def _show(self, made: Prepared) -> None:
        number = made.ready.compaction.number
        self._ready = dict([*self._ready.items(), (number, made.ready)][-_HELD:])
        if not self._is_listed:
            self._is_listed = True
            self.sides = list_columns(self._board, made, self.strategies)
        take_up(self._board, made)
        if number == self.at:
            self.run_free(is_told=False)
            self.laid_out.emit()

    # Columns ---------------------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns on the compaction that is looked at."""
        return self._board.columns(self.at) if self.ready is not None else ()

    @property
    def from_before(self) -> tuple[Column, ...]:
        """Answers from before that belong to no column, and columns taken away that had some; newest first."""
        return self._board.from_before(self.at) if self.ready is not None else ()

    def get(self, key: str) -> Column | None:
        """The column with this key on the compaction that is looked at, also from before; None for no column."""
        return self._board.at(key, self.at) if self._board.has(key) else None

    def results(self) -> tuple[tuple[Ready, tuple[Column, ...]], ...]:
        """The compaction that is looked at with its columns, as a judge of them has it where one read them."""
        if self.seen is None:
            return ()
        return ((self.seen, tuple(self._board.judged(self.at, one) for one in self.columns)),)

    def results_of(self, key: str, *, as_judged: bool = False) -> tuple[ScoredRun, ...]:
        """The answers of a column, or what was recorded; as a judge of the columns read them, or () where none has."""
        ready, cell = (self.seen if as_judged else self.ready), self.get(key)
        found: tuple[ScoredRun, ...] = () if ready is None else (ready.recorded,)
        if key != RECORDED:
            found = () if cell is None else self._board.judged(self.at, cell).results if as_judged else cell.results
        return found if not as_judged or all(result.compared.by is not None for result in found) else ()

    def chain(self) -> Chain:
        """The compactions of the open session, with what judges found and the person decided."""
        document = self._bench.document
        assert document is not None, "its columns are looked at"
        return chain_of(document, self._bench.judgements)

    def controls(self) -> tuple[ScoredRun, ...]:
        """The controls that a judge of the columns was given, as it read them."""
        return self._board.controls(self.at)

    def lay_verdicts(self, number: int, found: Mapping[str, tuple[ScoredRun, ...]]) -> None:
        """Show what a judge found in columns on a compaction, as long as their results are those that it read."""
        self._board.lay_verdicts(number, found)
        self.laid_out.emit()

    def put(self, side: int, key: str) -> None:
        """Compare another column: as A for side 0, as B for 1. What stands on the other side already changes places."""
        before = self.sides
        other = before[side] if key == before[1 - side] else before[1 - side]
        self.sides = (key, other) if side == 0 else (other, key)
        for left in set(before) - set(self.sides):
            self._forget_unused(left)
        self._laid_out()

    def add(self, variant: Variant, side: int | None = None) -> Column:
        """A new column, compared at once where a side is given."""
        key = self._board.add(variant)
        if side is not None:
            self.put(side, key)
        else:
            self._laid_out()
        return self._board.at(key, self.at)

    def add_baselines(self) -> str:
        """Have all columns that need no model, as far as they are not there; gives the key of the first of all."""
        ready = self.ready
        if ready is None:
            return RECORDED
        there = {self._board.variant(key): key for key in self._board.listed}
        wanted = baselines(self.strategies, ready)
        keys = [there.get(variant) or self._board.add(variant) for variant in wanted]
        self.run_free(is_told=False)
        self._laid_out()
        return keys[0]

    def remove(self, key: str) -> None:
        """Take a column away; an answer that it has stays among those from before."""
        if key not in self._board.listed:
            return
        self.stop((key,))
        self._board.remove(key)
        rest = [one for one in (RECORDED, *self._board.listed) if one not in self.sides]
        one, other = ((rest.pop(0) if rest else RECORDED) if side == key else side for side in self.sides)
        self.sides = (one, other)
        self._laid_out()

    def change(self, key: str, variant: Variant) -> None:
        """Let a column run something else from now on; its results stay, marked as older."""
        if not self._board.has(key) or self._board.variant(key) == variant:
            return
        self.stop((key,))
        self._board.change(key, variant)
        self._keep_list()
        self.changed.emit(key)
        if key in self._asked:
            # What is shown is no longer what it would send.
            self._ask(one for one in self._asked if self._board.variant(one).asks_model)

    def _forget_unused(self, key: str) -> None:
        """A column that was looked at and never run is none."""
        if key in self._board.listed and not self._board.is_used(key):
            self._board.remove(key)

    def _laid_out(self) -> None:
        self._keep_list()
        self.laid_out.emit()

    def _keep_list(self) -> None:
        document = self._bench.document
        if self._store is None or document is None or not self._is_listed:
            return
        self.unkept = None
        try:
            self._store.keep_columns(session_name(document.session), pack(self._board, self.sides))
        except InspectorError as why:
            self.unkept = why

    # Running ---------------------------------------------------------------------------------------------

    def run_free(self, *, is_told: bool = True) -> None:
        """Run every column that was not run yet and asks no model; ``is_told`` says that each of them begins."""
        ready = self.ready
        for cell in self.columns if ready is not None else ():
            if cell.state is ColumnState.READY and not cell.variant.asks_model:
                assert ready is not None, "its columns were asked for"
                self._jobs.start(cell.key, ready, is_told=is_told)

    def due(self) -> tuple[str, ...]:
        """Which of the two that are compared have no result of what they are to run, and could."""
        cells = [cell for key in self.sides if (cell := self.get(key)) is not None]
        wants = [cell for cell in cells if cell.state in _DUE or (cell.state is ColumnState.DONE and cell.is_stale)]
        return tuple(cell.key for cell in wants if not cell.variant.wants_model)

    def run(self, keys: Iterable[str]) -> None:
        """Run columns, again where they have run; what would be sent without consent is asked for first."""
        self.refuse()
        ready, asked = self.ready, []
        for key in keys:
            cell = self.get(key)
            if ready is None or cell is None or cell.variant.wants_model or cell.state is ColumnState.RUNNING:
                continue
            if not cell.variant.asks_model or self._consent(key) in self._agreed:
                self._jobs.start(key, ready)
            else:
                asked.append(key)
        if asked:
            self._ask(asked)

    def can_ask_again(self, key: str) -> bool:
        """Whether a model has answered a column here, or failed to for money, and may be asked once more."""
        cell = self.get(key)
        if cell is None or not cell.variant.asks_model:
            return False
        return cell.state is ColumnState.DONE or (cell.state is ColumnState.FAILED and cell.is_paid)

    def ask_again(self, key: str) -> None:
        """Ask for consent to one more answer; what was answered stays, and is not paid twice."""
        cell = self.get(key)
        if cell is None or not self.can_ask_again(key):
            return
        self.refuse()
        if cell.state is ColumnState.FAILED:
            self._again = key
        elif not cell.is_stale:
            self._before[key] = cell.variant
            self._board.change(key, replace(cell.variant, repeats=cell.variant.repeats + 1))
        self._ask([key])

    def asks_again(self, key: str) -> bool:
        """Whether the consent that a column asked for is one to put a question again that failed."""
        return bool(key) and key == self._again

    def refuse(self) -> None:
        """Nothing of what was asked for is sent; a column that was changed for it runs what it did."""
        before, was_asked = self._before, bool(self._asked)
        self._asked, self._again, self._before = (), "", {}
        for key, variant in before.items():
            self.change(key, variant)
        if was_asked:
            self.consent_asked.emit(())

    def allow(self, keys: Iterable[str]) -> None:
        """Consent to what these columns send on the compaction that is looked at; they run there and then."""
        ready = self.ready
        if any(self._consent(key) != self._shown[key] for key in self._asked):
            # Its prompt was changed meanwhile: what was shown is not what it would send.
            self._ask(self._asked)
            return
        for key in keys:
            if key not in self._asked or ready is None:
                continue
            self._asked = tuple(one for one in self._asked if one != key)
            self._before.pop(key, None)
            self._agreed.add(self._shown[key])
            self._jobs.start(key, ready, retry=self.asks_again(key))
        self._keep_list()

    def stop(self, keys: Iterable[str] | None = None) -> None:
        """Stop some columns, or all that run, on whatever compaction."""
        for key in (*self._board.listed, *self._board.aside) if keys is None else keys:
            for number in self._jobs.running(key):
                self._jobs.stop(key, number)

    def running(self) -> tuple[str, ...]:
        """The keys of the columns that run on any compaction."""
        return tuple(key for key in self._board.listed if self._jobs.running(key))

    def waits(self, column: Column) -> Wait | None:
        """The pause that a column which was not answered yet waits for, and why; None where it waits for none."""
        is_asked = column.state is ColumnState.RUNNING and column.variant.asks_model and not column.text
        return self._models.waits(column.variant.model) if is_asked else None

    def heard(self, slot: str, words: str) -> None:
        """What a model has said so far: ``progressed`` of an executor leads here."""
        place = self._jobs.heard(slot, words)
        if place is not None and place[1] == self.at:
            self.said.emit(place[0])

    # Inside ----------------------------------------------------------------------------------------------

    def _consent(self, key: str) -> Consent:
        """What a column would send now. A prompt keeps its name when it is changed, so its version counts."""
        variant, prompts = self._board.variant(key), self._models.prompts()
        # A file of the user's own may replace those that fit a strategy, too.
        return self.at, variant, prompts.labels((variant.prompt, *FITTING))

    def _ask(self, keys: Iterable[str]) -> None:
        self._asked = tuple(keys)
        self._shown = {key: self._consent(key) for key in self._asked}
        self.consent_asked.emit(self._asked)

    def _run(self, ready: Ready, variant: Variant, stop: Stop, retry: bool) -> Callable[[Progress], Ended]:
        return run_one(ready, variant, self.strategies, self._models, self._store, stop, retry=retry)

    def _executor(self, variant: Variant) -> Executor:
        return self._asking if variant.asks_model else self._bench.executor

    def _not_kept(self, why: Exception) -> None:
        self.unkept = why
