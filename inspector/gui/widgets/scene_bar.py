"""Which compactions take part in a comparison, and whether its figures are over all of them."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QCheckBox, QToolButton, QWidget

from inspector.gui.language import number
from inspector.gui.layouts import row
from inspector.gui.models.compare_words import part_words
from inspector.gui.widgets.tick_menu import TickMenu
from inspector.model import Compaction

_NAMED = 4
"""Compactions that are named on the button; more are counted."""


class SceneBar(QWidget):
    """A button with a menu, and a switch. Shows what it is told; what is ticked it says."""

    chosen = Signal(tuple)
    """These compactions are to take part, by number; the one that is looked at does in any case."""
    over_all = Signal(bool)

    def __init__(self) -> None:
        super().__init__()
        self.which, self.all = QToolButton(), QCheckBox()
        self.menu = TickMenu(self.which)
        self._actions: dict[int, QAction] = {}
        self._at = 0
        self.which.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.which.setMenu(self.menu)
        self.which.setAccessibleName(self.tr("Compactions that take part"))
        self.all.setAccessibleName(self.tr("Figures over all compactions that take part"))
        self.all.clicked.connect(self.over_all)
        # Above the line that the tabs stand on.
        row(self, self.which, self.all, margins=(6, 0, 8, 4), spacing=10)
        self.hide()

    def offer(self, compactions: Sequence[Compaction]) -> None:
        """The compactions of another session."""
        self.menu.clear()
        self._actions.clear()
        for compaction in compactions:
            action = self.menu.addAction(part_words(compaction))
            action.setCheckable(True)
            action.triggered.connect(lambda _=False: self._ticked())
            self._actions[compaction.number] = action
        self.menu.addSeparator()
        every = self.menu.addAction(self.tr("&All of them"))
        every.triggered.connect(lambda _=False: self.chosen.emit(tuple(self._actions)))
        alone = self.menu.addAction(self.tr("&Only the one that is looked at"))
        alone.triggered.connect(lambda _=False: self.chosen.emit(()))
        self.setVisible(len(self._actions) > 1)

    def show_choice(self, part: Collection[int], at: int, troubles: Collection[int], over_all: bool) -> None:
        """Which take part, which is looked at, which of them cannot be run again, and what figures are about."""
        self._at = at
        for place, action in self._actions.items():
            action.setChecked(place in part)
            # It takes part whatever is ticked.
            action.setEnabled(place != at)
        good = [place for place in sorted(part) if place not in troubles]
        named = " ".join(f"┊C{place}" for place in good)
        several = self.tr("{n} compactions").format(n=number(len(good)))
        self.which.setText(self.tr("Input: {named}").format(named=named if len(good) <= _NAMED else several))
        tip = self.tr("The columns run on each of these compactions.")
        bad = ", ".join(f"┊C{place}" for place in sorted(troubles))
        cannot = self.tr("{bad} cannot be run again.").format(bad=bad) if bad else ""
        self.which.setToolTip(f"{tip} {cannot}".strip())
        self.all.setVisible(len(good) > 1)
        self.all.setChecked(over_all)
        self.all.setText(self.tr("Figures over all {n}").format(n=number(len(good))))
        self.all.setToolTip(
            self.tr("Mean over the compactions with its 95 % interval; off: the figures of ┊C{n} alone").format(n=at)
        )

    def open_menu(self) -> None:
        """Show the list with the keyboard in it."""
        self.menu.popup(self.which.mapToGlobal(self.which.rect().bottomLeft()))
        first = next((action for action in self._actions.values() if action.isEnabled()), None)
        if first is not None:
            self.menu.setActiveAction(first)

    def _ticked(self) -> None:
        ticked = tuple(place for place, action in self._actions.items() if action.isChecked())
        # The one that is looked at is ticked in any case: alone it is no choice, or it would stay when one goes on.
        self.chosen.emit(ticked if ticked != (self._at,) else ())
