"""The line above the facts of runs: all, lost, different or marked ones, and how many those are."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from inspector.gui.layouts import plain_label, row, tool_button
from inspector.gui.models.verdicts import SIGNS
from inspector.gui.plain import PlainLabel
from inspector.model import Verdict
from inspector.workbench.contrast import Show


class ShowBar(QWidget):
    """Gives a ``Show``; knows no facts."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._buttons: dict[Show, QToolButton] = {}
        self._count = plain_label(margins=(8, 0, 0, 0), wraps=False, narrows=True)
        group = QButtonGroup(self)
        marked = self.tr("Facts of marked items, and those with a note or a verdict of yours")
        lost = self.tr("What the selected column does not have, or, as a judge says, lost")
        differs = self.tr("What one column has and another has not, or changed, as a judge says; the controls aside")
        titles = {
            Show.ALL: (self.tr("All"), self.tr("Everything that was said, and what the work showed")),
            Show.LOST: (f"{SIGNS[Verdict.ABSENT]} {self.tr('Not there')}", lost),
            Show.DIFFERENT: (f"≠ {self.tr('Different between runs')}", differs),
            Show.MARKED: (self.tr("Marked"), marked),
        }
        for show, (words, tip) in titles.items():
            button = self._buttons[show] = tool_button(words, name=tip)
            button.setCheckable(True)
            group.addButton(button)
        self._buttons[Show.ALL].setChecked(True)
        group.buttonClicked.connect(lambda _: self.changed.emit())
        title, buttons = PlainLabel(self.tr("Facts:")), self._buttons.values()
        row(self, title, *buttons, (self._count, 1), margins=(6, 2, 6, 2), spacing=2)

    def stops(self) -> list[QWidget]:
        """The button that is down: arrows lead to the others."""
        return [self._buttons[self.value()]]

    def value(self) -> Show:
        """Which facts are wanted."""
        return next(show for show, button in self._buttons.items() if button.isChecked())

    def set_value(self, show: Show) -> None:
        """Want other facts."""
        self._buttons[show].setChecked(True)
        self.changed.emit()

    def tell(self, words: str) -> None:
        """Say how many there are."""
        self._count.setText(words)
        self._count.setToolTip(words)

    def words(self) -> str:
        """What it says about how many there are."""
        return self._count.text()
