"""Simulate: one strategy over the whole session at six triggers, or again and again on its own output."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, plain_label
from inspector.gui.models.chain import chain_words
from inspector.gui.models.simulations import share_words
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.chain_view import ChainView
from inspector.gui.widgets.placeholder import Placeholder
from inspector.gui.widgets.roll_view import RollView
from inspector.gui.widgets.simulate_bar import CHAIN, ROLL, SimulateBar
from inspector.rerun.library import Strategies
from inspector.survival.erosion import Track
from inspector.verdicts.as_said import as_said
from inspector.workbench.bench import Bench
from inspector.workbench.chains import Chain, chains, needs_a_model
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress
from inspector.workbench.selection import Focus
from inspector.workbench.simulations import TRIGGERS, Rolled, roll

_SLOTS = {ROLL: "simulate", CHAIN: "chain"}


class SimulatePane(Pane):
    """Asks nobody: the recorded steps are used again, and a chain has no model."""

    needs = Stage.EXTRACT

    def __init__(
        self, bench: Bench, theme: Theme, strategies: Strategies, compaction: Callable[[], int | None] | None = None
    ) -> None:
        """``compaction`` gives the one that is looked at, whose context a chain begins with."""
        super().__init__(bench, theme, "simulate", tr("Simulate"))
        self._strategies = strategies
        self._compaction = compaction or (lambda: bench.selection.focus.compaction)
        self._rolled: tuple[Rolled, ...] = ()
        self._chain: Chain | None = None
        self._running: frozenset[str] = frozenset()
        self._said: dict[str, str] = {}
        """What is said about each way."""
        self.bar, self._bodies = SimulateBar(theme, strategies), QStackedWidget()
        self.words = plain_label(margins=(8, 2, 8, 2))
        self.rolled, self.chained, self.offer = RollView(theme), ChainView(theme), Placeholder(theme)
        self._build()
        self.listen()

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.rolled.table, *self.chained.lists())

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [*self.bar.stops(), self.rolled.table, *self.chained.stops()]

    def focus_table(self) -> None:
        """Put the keyboard where one goes on."""
        shown: QWidget = self.chained.grid if self.bar.way == CHAIN else self.rolled.table
        target = shown if self._has(self.bar.way) else self.bar.start
        (target if self.shows_body() else self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_strategies(self, strategies: Strategies) -> None:
        """Offer these; the choice stays."""
        self._strategies = strategies
        self.bar.show_strategies(strategies)

    def begin(self) -> None:
        """Do what is chosen."""
        if self.bar.way == CHAIN:
            self.chain()
        else:
            self.roll()

    def roll(self) -> None:
        """Simulate the chosen strategy at every trigger, one after the other; each is shown as it comes."""
        document = self.document
        if document is None:
            return
        self._rolled = ()
        self._show_rolled()
        self._next(document, self.bar.name, self.bar.window_size.value() or None, TRIGGERS)

    def chain(self) -> None:
        """Run the chosen strategy on its own output; each generation is shown as it comes."""
        document, name, times = self.document, self.bar.name, self.bar.times.value()
        if document is None:
            return
        self._show_chain(None)
        if self._asks_a_model():
            self._say(CHAIN, "")
            return
        self._link(document, times, chains(document, self._strategies, name, self._compaction() or 1, times))

    def save_state(self) -> dict[str, Any]:
        """The strategy that was chosen, what is done with it, and which facts are listed."""
        return {**self.bar.save_state(), "facts": self.chained.which.currentIndex()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Choose it again."""
        self.bar.restore_state(state)
        if type(state.get("facts")) is int and 0 <= state["facts"] < self.chained.which.count():
            self.chained.which.setCurrentIndex(state["facts"])

    def on_clear(self) -> None:
        """Nothing simulated."""
        self._rolled = ()
        self._said, self._running = {}, frozenset()
        self._show_rolled()
        self._show_chain(None)
        self._show_words()

    def on_document(self, document: Document) -> None:
        """The session can be simulated."""
        known = document.measurement.window.limit.value if document.measurement else None
        self.bar.window_size.setValue(known or 0)
        self._show_words()

    def on_stage(self, document: Document, stage: Stage) -> None:
        """The window may have been entered."""
        if stage is Stage.MEASURE and document.measurement is not None:
            self.bar.window_size.setValue(document.measurement.window.limit.value or 0)

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected fact; say which compaction a chain would begin at."""
        self.chained.follow(focus.fact)
        self._show_words()

    def on_theme(self) -> None:
        """The legend has other colours."""
        self._show_legend()

    # Work ------------------------------------------------------------------------------------------------

    def _next(self, document: Document, name: str, window: int | None, left: tuple[float, ...]) -> None:
        if not left or document is not self.document:
            self._tell()
            return
        share, rest = left[0], left[1:]
        strategies = self._strategies
        words = self.tr("Simulating {name}, trigger at {share}…").format(name=name, share=share_words(share))
        self._say(ROLL, words, is_running=True)

        def arrived(rolled: Rolled) -> None:
            if document is self.document:
                self._rolled = (*self._rolled, rolled)
                self._show_rolled()
                self._next(document, name, window, rest)

        self.bench.executor.run(
            _SLOTS[ROLL],
            lambda progress: roll(document, strategies, name, share, window),
            arrived,
            lambda why: self._failed(document, ROLL, why),
        )

    def _link(self, document: Document, times: int, coming: Iterator[Chain]) -> None:
        """Wait for the next generation of a chain: each is asked for when the one before has come."""
        done = len(self._chain.links) if self._chain is not None else 0
        words = self.tr("Compacting its own output: generation {n} of {times}…").format(
            n=number(done + 1), times=number(times)
        )
        self._say(CHAIN, words, is_running=True)

        def work(progress: Progress) -> Chain | None:
            progress.report(done / times, words)
            return next(coming, None)

        def arrived(chain: Chain | None) -> None:
            if document is not self.document:
                return
            if chain is not None:
                self._show_chain(chain)
            if chain is not None and len(chain.links) < times:
                self._link(document, times, coming)
            else:
                self._say(CHAIN, chain_words(self._chain) if self._chain is not None else "")

        self.bench.executor.run(_SLOTS[CHAIN], work, arrived, lambda why: self._failed(document, CHAIN, why))

    def _failed(self, document: Document, way: str, why: Exception) -> None:
        if document is not self.document:
            return
        if not isinstance(why, Cancelled):
            self._say(way, error_words(why))
        elif way == CHAIN:
            done = len(self._chain.links) if self._chain is not None else 0
            self._say(CHAIN, self.tr("Stopped. Generations that were made: {n}.").format(n=number(done)))
        else:
            self._say(ROLL, self.tr("Stopped after {n} triggers.").format(n=number(len(self._rolled))))

    # What is shown ---------------------------------------------------------------------------------------

    def _has(self, way: str) -> bool:
        return self._chain is not None if way == CHAIN else bool(self._rolled)

    def _asks_a_model(self) -> bool:
        name = self.bar.name
        return name in self._strategies.all and self._strategies.all[name].llm != "none"

    def _say(self, way: str, words: str, *, is_running: bool = False) -> None:
        self._said[way] = words
        self._running = self._running | {way} if is_running else self._running - {way}
        self._show_words()

    def _show_words(self) -> None:
        """Below what there is to see; in its place where there is nothing."""
        way = self.bar.way
        has_any = way in self._running or self._has(way)
        self._bodies.setCurrentWidget((self.chained if way == CHAIN else self.rolled) if has_any else self.offer)
        self.words.setVisible(has_any)
        self.words.setText(self._said.get(way, ""))
        if self._said.get(way):
            self.offer.say(self.tr("Nothing was simulated"), self._said[way])
        elif way == CHAIN and self._asks_a_model():
            words = needs_a_model(self.bar.name, self.bar.times.value())
            self.offer.say(self.tr("This strategy asks a model"), words)
        else:
            self.offer.say(self.tr("Nothing simulated yet"), self._both())

    def _both(self) -> str:
        """What both ways do."""
        words = [
            self.tr("Simulate shows what this strategy would have done over the whole session, at six triggers."),
            self.tr("Chain begins with a context that was compacted, and this log shows none."),
        ]
        if self.document is None or self.document.compactions:
            words[1] = self.tr(
                "Chain compacts the context before ┊C{n}, then its own output, again and again, "
                "and shows in which generation each fact is lost."
            ).format(n=number(self._compaction() or 1))
        return "\n".join((*words, self.tr("Neither sends anything.")))

    def _chosen(self) -> None:
        """What was said of another strategy holds only for what it has given."""
        for way in (ROLL, CHAIN):
            if way not in self._running and not self._has(way):
                self._said.pop(way, None)
        self._show_words()
        self._show_legend()

    def _show_rolled(self) -> None:
        document = self.document
        known = document.measurement.window.limit.value if document and document.measurement else None
        self.rolled.show_rolled(self._rolled, self.bar.window_size.value() or known)
        self._show_legend()

    def _show_chain(self, chain: Chain | None) -> None:
        self._chain = chain
        self.chained.show_chain(chain)
        if chain is not None:
            self.chained.follow(self.bench.selection.focus.fact)
        self._show_legend()

    def _show_legend(self) -> None:
        self.bar.legend.show_chips(self.chained.chips() if self.bar.way == CHAIN else self.rolled.chips())

    def _tell(self) -> None:
        notes = dict.fromkeys(note for one in self._rolled for note in one.simulation.notes)
        self._say(ROLL, " ".join(notes))

    def _picked(self, track: Track) -> None:
        if self._chain is None:
            return
        item = as_said(track.fact).quote.item or None
        self.select(compaction=self._chain.compaction, fact=track.fact.id, claim=None, item=item)

    def _build(self) -> None:
        self.bar.begun.connect(self.begin)
        self.bar.chosen.connect(self._chosen)
        self.chained.picked.connect(self._picked)
        for body in (self.rolled, self.chained, self.offer):
            self._bodies.addWidget(body)
        column(self.body, self.bar, (self._bodies, 1), self.words, margins=FLUSH, spacing=0)
