"""The line above the list of facts: all, those not there, lost, changed or marked; words."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QToolButton, QWidget

from inspector.gui.layouts import row, search_field, tool_button
from inspector.model import Verdict
from inspector.wording.verdicts import SIGNS
from inspector.workbench.review import FactsShown, ReviewFilter

_JUDGED = frozenset({FactsShown.LOST, FactsShown.ALTERED})
"""What only a judge, or the user, says."""
_SIGNED = _JUDGED | {FactsShown.NOT_THERE}
_LEAST_SEARCH = 14
"""Letters of what is searched for that can be seen."""


class FactFilter(QWidget):
    """Gives a ``ReviewFilter``; knows no facts."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._shows = QButtonGroup(self)
        self._shows.setExclusive(True)
        self._titles = {
            FactsShown.ALL: self.tr("All"),
            FactsShown.NOT_THERE: f"{SIGNS[Verdict.ABSENT]} {self.tr('Not there')}",
            FactsShown.LOST: f"{SIGNS[Verdict.LOST]} {self.tr('Lost')}",
            FactsShown.ALTERED: f"{SIGNS[Verdict.ALTERED]} {self.tr('Changed')}",
            FactsShown.MARKED: self.tr("Marked"),
        }
        tips = {
            FactsShown.ALL: self.tr("Every fact"),
            FactsShown.NOT_THERE: self.tr("Sentences of which all words or some do not stand there"),
            FactsShown.LOST: self.tr("What a judge or you call lost"),
            FactsShown.ALTERED: self.tr("What a judge or you call contradicted, altered or weakened"),
            FactsShown.MARKED: self.tr("Facts of marked items, and those with a note or a verdict of yours"),
        }
        self._buttons: dict[FactsShown, QToolButton] = {}
        for show, title in self._titles.items():
            button = self._buttons[show] = tool_button(title, name=tips[show])
            button.setCheckable(True)
            self._shows.addButton(button)
        self._buttons[FactsShown.ALL].setChecked(True)
        for show in _JUDGED:
            self._buttons[show].hide()
        self._shows.buttonClicked.connect(lambda _: self.changed.emit())
        self.words = search_field(self.tr("Search: words, or a kind"))
        self.words.textChanged.connect(lambda _: self.changed.emit())
        shows = self._buttons.values()
        row(self, *shows, (self.words, 1), margins=(4, 2, 4, 2), spacing=2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand in the room that there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where the words would leave no room to search, the signs alone stand; what they mean is read out."""
        shown = [(show, button) for show, button in self._buttons.items() if not button.isHidden()]
        needed = sum(self._width(button, self._titles[show]) for show, button in shown)
        crowded = needed + self.fontMetrics().averageCharWidth() * _LEAST_SEARCH > self.width()
        for show, button in self._buttons.items():
            title = self._titles[show]
            button.setText(title[0] if crowded and show in _SIGNED else title)

    @staticmethod
    def _width(button: QToolButton, title: str) -> int:
        # As it would be with its title: from one that shows a sign alone the sign's width is taken away.
        metrics = button.fontMetrics()
        return button.sizeHint().width() + metrics.horizontalAdvance(title) - metrics.horizontalAdvance(button.text())

    def value(self) -> ReviewFilter:
        """What is let through."""
        show = next(show for show, button in self._buttons.items() if button.isChecked())
        return ReviewFilter(show, self.words.text())

    def offer_judged(self, wanted: bool) -> None:
        """Whether anybody said what became of a fact; without that nothing is lost or changed."""
        for show in _JUDGED:
            self._buttons[show].setVisible(wanted)
        if not wanted and self.value().show in _JUDGED:
            self.set_show(FactsShown.ALL)
        self._fit()

    def set_show(self, show: FactsShown) -> None:
        """Show all facts, or those not there, lost, changed or marked."""
        self._buttons[show].setChecked(True)
        self.changed.emit()

    def reset(self) -> bool:
        """Let everything through; whether anything was held back."""
        was = self.value()
        if was == ReviewFilter():
            return False
        with QSignalBlocker(self):
            self._buttons[FactsShown.ALL].setChecked(True)
            self.words.clear()
        self.changed.emit()
        return True

    def save_state(self) -> dict[str, Any]:
        """What is let through; JSON. The words searched for are left out."""
        return {"show": str(self.value().show)}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put it back; what is not known is left."""
        if state.get("show") in list(FactsShown):
            self._buttons[FactsShown(state["show"])].setChecked(True)
        self.changed.emit()
