"""The columns of a session's comparison: which there are, on which compactions, and which of them may run.

A column runs on every compaction that takes part; one of them is looked at, and its results are the columns' own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from inspector.errors import InspectorError
from inspector.llm.guard import Wait
from inspector.rerun.arms import Arm
from inspector.rerun.asker import Stop
from inspector.rerun.column import Column, ColumnState, Variant
from inspector.rerun.library import Strategies
from inspector.store.library import session_name
from inspector.store.shelf import Shelf
from inspector.workbench.bench import Bench
from inspector.workbench.board import Board
from inspector.workbench.column_jobs import ColumnJobs, Result, run_one
from inspector.workbench.consents import Consents
from inspector.workbench.experiments import Ready
from inspector.workbench.jobs import Executor, Progress
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.overall import figures_of
from inspector.workbench.saved_runs import Prepared, list_columns, pack, prepare, take_up
from inspector.workbench.scenes import Prepare, Scenes
from inspector.workbench.signal import Signal


class RunColumns:
    """Holds the columns and has them run; whoever shows them listens."""

    def __init__(
        self, bench: Bench, strategies: Strategies, asking: Executor, models: ModelRuns, shelf: Shelf | None = None
    ) -> None:
        self.strategies = strategies
        self.wants_all = True
        """Whether figures are over all that take part, where there are several."""
        self.laid_out: Signal[[]] = Signal()
        """There are other columns, or other compactions."""
        self.changed: Signal[[str]] = Signal()
        """A column, by its key, is further or has another variant."""
        self.said: Signal[[str]] = Signal()
        """The model of a column, by its key, has said more; nothing else about it is new."""
        self.picked = ""
        """The key of the column at hand; "" for the recorded compaction."""
        self.picked_changed: Signal[[str]] = Signal()
        self.consent_asked: Signal[[tuple[str, ...]]] = Signal()
        """These columns would send something that nobody has agreed to; ``allow`` lets them. None: that is over."""
        self.unkept: Exception | None = None
        """Why the last answers or columns could not be kept; None where they were."""
        self._bench, self._asking, self._models = bench, asking, models
        self._store = shelf
        self._board = Board()
        self.scenes = Scenes(bench, self._work, self._show, self._tell)
        """The compactions that take part."""
        self._is_listed = False
        """Whether the columns of this session are known by now."""
        self._consents = Consents()
        self._jobs = ColumnJobs(self._board, self.scenes.get, self._run, self._executor)
        self._jobs.changed.connect(self._tell)
        self._jobs.unkept.connect(self._not_kept)
        self._figures: tuple[Ready | None, tuple[Column, ...]] | None = None
        """What ``figures`` gave, until something is told."""

    # Which compactions -----------------------------------------------------------------------------------

    @property
    def ready(self) -> Ready | None:
        """The compaction that is looked at; None before it is ready."""
        return self.scenes.get(self.scenes.at)

    @property
    def trouble(self) -> Exception | None:
        """Why it cannot be run again."""
        return self.scenes.trouble

    def open(self, number: int) -> None:
        """Look at a compaction, and run on it what is free."""
        if self._bench.document is None:
            return
        self.scenes.look_at(number)
        self._stop_elsewhere()
        self._tell()
        self.scenes.prepare()

    def choose(self, numbers: Iterable[int]) -> None:
        """Let these compactions take part beside the one that is looked at; what is free runs on them."""
        self.scenes.choose(numbers)
        self._stop_elsewhere()
        self._listed_anew()
        self.scenes.prepare()

    def readies(self, key: str = "") -> tuple[Ready, ...]:
        """The compactions that take part and are ready; of a column that asked for consent, those it asked for."""
        return self.scenes.ready(self._consents.asked.get(key))

    @property
    def is_over_all(self) -> bool:
        """Whether figures are over several compactions."""
        return self.wants_all and self.ready is not None and len(self.readies()) > 1

    def show_all(self, wanted: bool) -> None:
        """Let figures be over all that take part, or of the compaction that is looked at."""
        if wanted != self.wants_all:
            self.wants_all = wanted
            self._tell()

    def figures(self) -> tuple[Ready | None, tuple[Column, ...]]:
        """What figures are about: the compaction that is looked at and its columns, or the same over all."""
        if self._figures is None:
            parts = self.readies() if self.is_over_all else ()
            self._figures = figures_of(self.ready, parts, self._board)
        return self._figures

    def lay_verdicts(self, number: int, found: Mapping[str, tuple[Arm, ...]]) -> None:
        """Show what a judge found in columns on a compaction, as long as their results are those that it read."""
        self._board.lay_verdicts(number, found)
        self._tell()

    @property
    def seen(self) -> Ready | None:
        """The compaction that is looked at, with all that was found out about what was recorded."""
        return self._board.judged_ready(self.ready) if self.ready is not None else None

    def renew(self) -> None:
        """Something that strategies go by is different, such as the model's window: run what is free again."""
        if self.ready is None:
            return
        self.stop()
        # What would be sent is another request, too.
        self._consents.clear()
        self.consent_asked.emit(())
        for key in self._board.listed:
            variant = self._board.variant(key)
            if not (variant.asks_model or variant.wants_model):
                for number, _ in self._board.cells(key):
                    self._board.clear(key, number)
        self.scenes.forget()
        self.open(self.scenes.at)

    def close(self) -> None:
        """Another session: nothing of this one is kept here."""
        self.stop()
        self.scenes.clear()
        self._board.empty()
        self._is_listed = False
        self._consents.clear()
        self.picked = ""
        self._tell()

    def _work(self) -> Prepare:
        listed = {key: self._board.variant(key) for key in self._board.listed} if self._is_listed else None
        store, strategies, prompts = self._store, self.strategies, self._models.prompts
        return lambda document, number: prepare(document, number, listed, strategies, prompts, store)

    def _show(self, made: Prepared) -> None:
        if not self._is_listed:
            self._is_listed = True
            list_columns(self._board, made, self.strategies)
            self.scenes.choose(made.listed.compactions if made.listed is not None else self.scenes.chosen)
        take_up(self._board, made)
        self.run_free(is_told=False)
        self._tell()

    # Columns ---------------------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns on the compaction that is looked at."""
        return self._board.judged_columns(self.scenes.at) if self._is_listed and self.ready is not None else ()

    @property
    def shelf(self) -> tuple[Column, ...]:
        """Columns taken away, answers of columns that were edited, and those kept from before; newest first."""
        return self._board.shelf(self.scenes.at) if self._is_listed and self.ready is not None else ()

    def results(self) -> tuple[tuple[Ready, tuple[Column, ...]], ...]:
        """Each compaction that takes part, with the columns on it."""
        board = self._board
        return tuple((board.judged_ready(one), board.judged_columns(one.compaction.number)) for one in self.readies())

    def ruled(self) -> tuple[tuple[Ready, tuple[Column, ...]], ...]:
        """The same without a judge's verdicts."""
        return tuple((one, tuple(self._board.columns(one.compaction.number))) for one in self.readies())

    def get(self, key: str) -> Column | None:
        """The column with this key on the compaction that is looked at, also from the shelf; None for no column."""
        number = self.scenes.at
        return self._board.judged(number, self._board.at(key, number)) if self._board.has(key) else None

    def pick(self, key: str) -> None:
        """Take a column at hand: what commands on a column are about."""
        if key != self.picked:
            self.picked = key
            self.picked_changed.emit(key)

    def add(self, variant: Variant, behind: str = "") -> Column:
        """A new column, behind another or at the end."""
        key = self._board.add(variant, behind)
        self._listed_anew()
        return self._board.at(key, self.scenes.at)

    def duplicate(self, key: str) -> Column | None:
        """A column with the same variant beside this one, to be changed."""
        return self.add(self._board.variant(key), key) if self._board.has(key) else None

    def remove(self, key: str) -> None:
        """Take a column away; what it gave goes to the shelf."""
        if key not in self._board.listed:
            return
        self.stop((key,))
        if self._consents.asked.pop(key, None) is not None:
            self.consent_asked.emit(tuple(self._consents.asked))
        self._board.shelve(key)
        if key == self.picked:
            self.pick("")
        self._listed_anew()

    def take_back(self, key: str) -> None:
        """Put a column of the shelf back at the end."""
        if key in self._board.shelved:
            self._board.unshelve(key)
            self._listed_anew()
            self.run_free()

    def change(self, key: str, variant: Variant) -> None:
        """Let a column run something else from now on; its results stay, marked as older."""
        if not self._board.has(key) or self._board.variant(key) == variant:
            return
        self.stop((key,))
        self._board.change(key, variant)
        self._keep_list()
        self._tell(key)
        if key in self._consents.asked:
            # What is shown is no longer what it would send.
            self._consents.asked[key] = self._open_places(key, again=True) if variant.asks_model else ()
            self.consent_asked.emit(tuple(self._consents.asked))

    def _listed_anew(self) -> None:
        self._keep_list()
        self._tell()

    def _keep_list(self) -> None:
        document = self._bench.document
        if self._store is None or document is None or not self._is_listed:
            return
        self.unkept = None
        try:
            self._store.keep_columns(session_name(document.session), pack(self._board, self.scenes.chosen))
        except InspectorError as why:
            self.unkept = why

    # Running ---------------------------------------------------------------------------------------------

    def run_free(self, *, is_told: bool = True) -> None:
        """Run every column that was not run yet and asks no model; ``is_told`` says that each of them begins."""
        for key in self._board.listed:
            for number in self._open_places(key, again=False):
                if self._board.at(key, number).state is ColumnState.READY and not self._board.variant(key).asks_model:
                    self._jobs.start(key, number, is_told=is_told)

    def run(self, keys: Iterable[str], *, again: bool = True) -> None:
        """Run columns, again where they have run; what would be sent without consent is asked for first."""
        self.refuse()
        for key in keys:
            if not self._board.has(key) or self._board.variant(key).wants_model:
                continue
            for number in self._open_places(key, again=again):
                if not self._board.variant(key).asks_model or self._consents.has(number, self._board.variant(key)):
                    self._jobs.start(key, number)
                else:
                    self._consents.asked[key] = (*self._consents.asked.get(key, ()), number)
        if self._consents.asked:
            self.consent_asked.emit(tuple(self._consents.asked))

    def run_all(self) -> None:
        """Run every column wherever it is not up to date."""
        self.run(self._board.listed, again=False)

    def can_ask_again(self, key: str) -> bool:
        """Whether a column failed, on any compaction that takes part, although its model may charge for it."""
        return bool(self._paid_failures(key))

    def ask_again(self, key: str) -> None:
        """Ask for consent to put the questions of a failed column once more, wherever they were paid for in vain."""
        places = self._paid_failures(key)
        if places:
            self.refuse()
            self._consents.asked, self._consents.again = {key: places}, key
            self.consent_asked.emit((key,))

    def asks_again(self, key: str) -> bool:
        """Whether the consent that a column asked for is one to ask again."""
        return bool(key) and key == self._consents.again

    def ask_consent(self, keys: Iterable[str]) -> None:
        """Ask for consent to run columns wherever they may start; nothing is sent by that."""
        self.refuse()
        self._consents.asked = {key: self._open_places(key, again=True) for key in keys}
        self.consent_asked.emit(tuple(self._consents.asked))

    def refuse(self) -> None:
        """Nothing of what was asked for is sent; a column that was changed for it runs what it did."""
        before = dict(self._consents.before)
        self._consents.refuse()
        for key, variant in before.items():
            self.change(key, variant)

    def can_repeat(self, key: str) -> bool:
        """Whether a model has answered a listed column here, and may be asked once more."""
        cell = next((one for one in self.columns if one.key == key), None)
        return cell is not None and cell.variant.asks_model and cell.state is ColumnState.DONE and not cell.is_stale

    def repeat(self, key: str) -> None:
        """Ask for consent to one more answer of a column; what was answered stays, and is not paid twice."""
        if not self.can_repeat(key):
            return
        variant = self._board.variant(key)
        self.change(key, replace(variant, repeats=variant.repeats + 1))
        self.ask_consent((key,))
        self._consents.before[key] = variant

    def allow(self, keys: Iterable[str]) -> None:
        """Leave to send what these columns send; they run where they asked to and nowhere else."""
        for key in keys:
            self._consents.before.pop(key, None)
            for number in self._consents.asked.pop(key, ()):
                if self.scenes.get(number) is not None and self._board.at(key, number).state is not ColumnState.RUNNING:
                    self._consents.give(number, self._board.variant(key))
                    self._jobs.start(key, number, retry=self.asks_again(key))

    def stop(self, keys: Iterable[str] | None = None) -> None:
        """Stop some columns, or all that run."""
        for key in self._board.listed if keys is None else keys:
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
        if place is not None and place[1] == self.scenes.at:
            self.said.emit(place[0])

    # Inside ----------------------------------------------------------------------------------------------

    def _open_places(self, key: str, *, again: bool) -> tuple[int, ...]:
        """The compactions on which a column may start."""
        found = []
        for number in self.scenes.taking_part():
            cell = self._board.at(key, number)
            is_due = again or cell.state is not ColumnState.DONE or cell.is_stale
            if self.scenes.get(number) is not None and cell.state is not ColumnState.RUNNING and is_due:
                found.append(number)
        return tuple(found)

    def _paid_failures(self, key: str) -> tuple[int, ...]:
        """The compactions on which a column may be asked again."""
        if key not in self._board.listed or not self._board.variant(key).asks_model:
            return ()
        cells = ((number, self._board.at(key, number)) for number in self._open_places(key, again=True))
        return tuple(number for number, cell in cells if cell.state is ColumnState.FAILED and cell.is_paid)

    def _tell(self, key: str = "") -> None:
        """Say that a column is further, or that everything may be another."""
        self._figures = None
        if key:
            self.changed.emit(key)
        else:
            self.laid_out.emit()

    def _stop_elsewhere(self) -> None:
        for key in self._board.listed:
            for number in self._jobs.running(key):
                if number not in self.scenes.taking_part():
                    self._jobs.stop(key, number)

    def _run(self, ready: Ready, variant: Variant, stop: Stop, retry: bool) -> Callable[[Progress], Result]:
        return run_one(ready, variant, self.strategies, self._models, self._store, stop, retry=retry)

    def _executor(self, variant: Variant) -> Executor:
        return self._asking if variant.asks_model else self._bench.executor

    def _not_kept(self, why: Exception) -> None:
        self.unkept = why
