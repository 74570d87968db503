"""Simulate: one strategy over the whole session at six triggers."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

from inspector.errors import Cancelled
from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, plain_label
from inspector.gui.models.simulations import share_words
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.gui.widgets.placeholder import Placeholder
from inspector.gui.widgets.roll_view import RollView
from inspector.gui.widgets.simulate_bar import SimulateBar
from inspector.rerun.library import Strategies
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress
from inspector.workbench.simulations import TRIGGERS, Rolled, roll


class SimulatePane(Pane):
    """Asks nobody: the recorded steps are used again."""

    needs = Stage.EXTRACT

    def __init__(self, bench: Bench, theme: Theme, strategies: Strategies) -> None:
        super().__init__(bench, theme, "simulate", tr("Simulate"))
        self._strategies = strategies
        self._rolled: tuple[Rolled, ...] = ()
        self._is_running = False
        self._said = ""
        self.bar, self._bodies = SimulateBar(theme, strategies), QStackedWidget()
        self.words = plain_label(margins=(8, 2, 8, 2))
        self.rolled, self.offer = RollView(theme), Placeholder(theme)
        self._build()
        self.listen()

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.rolled.table,)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [*self.bar.stops(), self.rolled.table]

    def focus_table(self) -> None:
        """Put the keyboard where one goes on."""
        target = self.rolled.table if self._rolled else self.bar.start
        (target if self.shows_body() else self).setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_strategies(self, strategies: Strategies) -> None:
        """Offer these; the choice stays."""
        self._strategies = strategies
        self.bar.show_strategies(strategies)

    def roll(self) -> None:
        """Simulate the chosen strategy at every trigger, one after the other; each is shown as it comes."""
        document = self.document
        if document is None:
            return
        self._rolled = ()
        self._show_rolled()
        self._next(document, self.bar.name, self.bar.window_size.value() or None, TRIGGERS)

    def save_state(self) -> dict[str, Any]:
        """The strategy that was chosen."""
        return self.bar.save_state()

    def restore_state(self, state: dict[str, Any]) -> None:
        """Choose it again."""
        self.bar.restore_state(state)

    def on_clear(self) -> None:
        """Nothing simulated."""
        self._rolled = ()
        self._show_rolled()
        self._say("")

    def on_document(self, document: Document) -> None:
        """The session can be simulated."""
        known = document.measurement.window.limit.value if document.measurement else None
        self.bar.window_size.setValue(known or 0)

    def on_stage(self, document: Document, stage: Stage) -> None:
        """The window may have been entered."""
        if stage is Stage.MEASURE and document.measurement is not None:
            self.bar.window_size.setValue(document.measurement.window.limit.value or 0)

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
        self._say(words, is_running=True)

        def work(progress: Progress) -> Rolled:
            progress.report(1 - len(left) / len(TRIGGERS), words)
            return roll(document, strategies, name, share, window)

        def arrived(rolled: Rolled) -> None:
            if document is self.document:
                self._rolled = (*self._rolled, rolled)
                self._show_rolled()
                self._next(document, name, window, rest)

        self.bench.executor.run("simulate", work, arrived, lambda why: self._failed(document, why))

    def _failed(self, document: Document, why: Exception) -> None:
        if document is not self.document:
            return
        if isinstance(why, Cancelled):
            self._say(self.tr("Stopped after {n} triggers.").format(n=number(len(self._rolled))))
        else:
            self._say(error_words(why))

    # What is shown ---------------------------------------------------------------------------------------

    def _say(self, words: str, *, is_running: bool = False) -> None:
        """Below what there is to see; in its place where there is nothing."""
        self._said, self._is_running = words, is_running
        has_any = is_running or bool(self._rolled)
        self._bodies.setCurrentWidget(self.rolled if has_any else self.offer)
        self.words.setVisible(has_any)
        self.words.setText(words)
        if words:
            self.offer.say(self.tr("Nothing was simulated"), words)
        else:
            self.offer.say(
                self.tr("Nothing simulated yet"),
                self.tr(
                    "Simulate shows what this strategy would have done over the whole session, at six triggers. "
                    "Nothing is sent."
                ),
            )

    def _chosen(self) -> None:
        """What was said of another strategy holds only for what it has given."""
        if not self._is_running and not self._rolled:
            self._say("")

    def _show_rolled(self) -> None:
        document = self.document
        known = document.measurement.window.limit.value if document and document.measurement else None
        self.rolled.show_rolled(self._rolled, self.bar.window_size.value() or known)
        self._show_legend()

    def _show_legend(self) -> None:
        self.bar.legend.show_chips(self.rolled.chips())

    def _tell(self) -> None:
        notes = dict.fromkeys(note for one in self._rolled for note in one.simulation.notes)
        self._say(" ".join(notes))

    def _build(self) -> None:
        self.bar.begun.connect(self.roll)
        self.bar.chosen.connect(self._chosen)
        for body in (self.rolled, self.offer):
            self._bodies.addWidget(body)
        column(self.body, self.bar, (self._bodies, 1), self.words, margins=FLUSH, spacing=0)
