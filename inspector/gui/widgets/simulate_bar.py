"""The line above simulations: which strategy, the model's window, and the button that begins."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from inspector.gui.layouts import label_of, named, row, tokens_box
from inspector.gui.theme import Theme
from inspector.gui.widgets.chip import Legend
from inspector.gui.widgets.strategy_box import StrategyBox
from inspector.rerun.library import Strategies

FIRST = "cline/legacy-half"
"""Fires at a trigger and asks no model: one that works at every request would do the same at all of them."""


class SimulateBar(QWidget):
    """Knows no session; says what is wanted and that it shall begin."""

    begun = Signal()
    chosen = Signal()
    """Another strategy."""

    def __init__(self, theme: Theme, strategies: Strategies) -> None:
        super().__init__()
        self.strategy = named(StrategyBox(strategies), self.tr("Strategy"), self.tr("Strategy"))
        self.strategy.set_value(FIRST)
        tip = self.tr("A smaller window shows what would have happened with it.")
        self.window_size = named(tokens_box(self.tr("not known")), self.tr("The model's window"), tip)
        self.start, self.legend = QPushButton(self.tr("Simu&late")), Legend(theme)
        self.strategy.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        label = label_of(self.window_size, self.tr("Window"))
        parts = (self.strategy, label, self.window_size, self.start, (self.legend, 1))
        line = row(self, *parts, margins=(6, 2, 6, 2), spacing=6)
        # From the right, so that the places on the left stay what they are.
        for place, space in ((4, 8), (3, 4), (1, 6)):
            line.insertSpacing(place, space)
        self.strategy.currentIndexChanged.connect(lambda _: self.chosen.emit())
        self.start.clicked.connect(self.begun)

    def stops(self) -> list[QWidget]:
        """Where F6 stops."""
        return [self.strategy, self.window_size, self.start]

    @property
    def name(self) -> str:
        """The strategy that is chosen."""
        return self.strategy.value()

    def show_strategies(self, strategies: Strategies) -> None:
        """Offer these; the choice stays."""
        self.strategy.show_strategies(strategies)

    def save_state(self) -> dict[str, Any]:
        """The strategy that was chosen."""
        return {"strategy": self.strategy.currentData()}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Choose it again; anything odd leaves what is."""
        place = self.strategy.findData(state.get("strategy"))
        if place >= 0:
            self.strategy.setCurrentIndex(place)
