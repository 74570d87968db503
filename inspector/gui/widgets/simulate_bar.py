"""The line above simulations: which strategy, over the session or on its own output, and the button that begins."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QSpinBox, QWidget

from inspector.gui.layouts import choice_box, label_of, named, row, tokens_box
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Legend
from inspector.gui.widgets.strategy_box import StrategyBox
from inspector.rerun.library import Strategies
from inspector.workbench.chains import MOST, TIMES

FIRST = "cline/legacy-half"
"""Fires at a trigger and asks no model: one that works at every request would do the same at all of them."""
ROLL, CHAIN = "roll", "chain"


class SimulateBar(QWidget):
    """Knows no session; says what is wanted and that it shall begin."""

    begun = Signal()
    chosen = Signal()
    """Another strategy, way or number of times."""

    def __init__(self, theme: Theme, strategies: Strategies) -> None:
        super().__init__()
        self.strategy = named(StrategyBox(strategies), self.tr("Strategy"), self.tr("Strategy"))
        self.strategy.set_value(FIRST)
        ways = {self.tr("Simulate: over the session"): ROLL, self.tr("Chain: on its own output"): CHAIN}
        self.which = choice_box(self.tr("What the strategy is run on"), ways, self._show_way)
        tip = self.tr("A smaller window shows what would have happened with it.")
        self.window_size = named(tokens_box(self.tr("not known")), self.tr("The model's window"), tip)
        tip = self.tr("How many times the context is compacted, with nothing new in between")
        self.times = named(QSpinBox(prefix="×"), self.tr("How many times"), tip)
        self._window_label = label_of(self.window_size, self.tr("Window"))
        self._times_label = label_of(self.times, self.tr("Times"))
        self.start, self.legend = QPushButton(), Legend(theme)
        self._build()
        self._show_way()
        self.strategy.currentIndexChanged.connect(lambda _: self.chosen.emit())
        self.times.valueChanged.connect(lambda _: self.chosen.emit())
        self.start.clicked.connect(self.begun)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [self.strategy, self.which, self.window_size, self.times, self.start]

    @property
    def name(self) -> str:
        """The strategy that is chosen."""
        return self.strategy.value()

    @property
    def way(self) -> str:
        """What is done with it: ``ROLL`` over the session, or ``CHAIN`` on its own output."""
        return str(self.which.currentData())

    def choose(self, way: str) -> None:
        """Want the other way."""
        self.which.setCurrentIndex(self.which.findData(way))

    def show_strategies(self, strategies: Strategies) -> None:
        """Offer these; the choice stays."""
        self.strategy.show_strategies(strategies)

    def save_state(self) -> dict[str, Any]:
        """The strategy that was chosen, and what is done with it."""
        return {"strategy": self.strategy.currentData(), "way": self.way, "times": self.times.value()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Choose it again; anything odd leaves what is."""
        for choice, key in ((self.strategy, "strategy"), (self.which, "way")):
            place = choice.findData(state.get(key))
            if place >= 0:
                choice.setCurrentIndex(place)
        if type(state.get("times")) is int:
            self.times.setValue(state["times"])

    def _show_way(self) -> None:
        is_chain = self.way == CHAIN
        for part in (self._window_label, self.window_size):
            part.setVisible(not is_chain)
        for part in (self._times_label, self.times):
            part.setVisible(is_chain)
        self.start.setText(self.tr("Run cha&in") if is_chain else self.tr("Simu&late"))
        self.chosen.emit()

    def _build(self) -> None:
        self.strategy.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.times.setRange(1, MOST)
        self.times.setValue(TIMES)
        chosen = (self.strategy, self.which)
        numbers = (self._window_label, self.window_size, self._times_label, self.times)
        line = row(self, *chosen, *numbers, self.start, (self.legend, 1), margins=(6, 2, 6, 2), spacing=6)
        # From the right, so that the places on the left stay what they are.
        for place, space in ((7, 8), (6, 4), (2, 6)):
            line.insertSpacing(place, space)
