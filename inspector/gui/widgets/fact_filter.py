"""The line above the list of facts: all, those not there, lost, changed or marked; kinds and zones; words."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QMenu, QToolButton, QWidget

from inspector.gui.layouts import row, search_field, tool_button
from inspector.gui.models.verdicts import SIGNS, kind_title, zone_title
from inspector.model import FactKind, Verdict, Zone
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
        self._kinds = self._menu(self.tr("Kinds"), {kind.value: kind_title(kind) for kind in FactKind})
        self._zones = self._menu(self.tr("Found in"), {zone.value: zone_title(zone) for zone in Zone})
        self.words = search_field(self.tr("Search facts"))
        self.words.textChanged.connect(lambda _: self.changed.emit())
        shows = self._buttons.values()
        row(self, *shows, self._kinds, self._zones, (self.words, 1), margins=(4, 2, 4, 2), spacing=2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stand in the room that there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Where the words would leave no room to search, the signs alone stand; what they mean is read out."""
        shown = [(show, button) for show, button in self._buttons.items() if not button.isHidden()]
        needed = sum(self._width(button, self._titles[show]) for show, button in shown)
        needed += sum(menu.sizeHint().width() for menu in (self._kinds, self._zones))
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
        kinds, zones = _chosen(self._kinds), _chosen(self._zones)
        return ReviewFilter(
            show,
            frozenset(FactKind(kind) for kind in kinds) if kinds else None,
            frozenset(Zone(zone) for zone in zones) if zones else None,
            self.words.text(),
        )

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
            for button in (self._kinds, self._zones):
                for action in button.menu().actions():
                    action.setChecked(False)
        self.changed.emit()
        return True

    def save_state(self) -> dict[str, Any]:
        """What is let through; JSON. The words searched for are left out."""
        return {"show": str(self.value().show), "kinds": _chosen(self._kinds), "zones": _chosen(self._zones)}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Put it back; what is not known is left."""
        if state.get("show") in list(FactsShown):
            self._buttons[FactsShown(state["show"])].setChecked(True)
        for button, key in ((self._kinds, "kinds"), (self._zones, "zones")):
            chosen = state.get(key)
            if isinstance(chosen, list):
                for action in button.menu().actions():
                    action.setChecked(action.data() in chosen)
        self.changed.emit()

    def _menu(self, title: str, entries: dict[str, str]) -> QToolButton:
        button = tool_button(title, tip=self.tr("Nothing ticked shows all facts"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        for key, words in entries.items():
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setData(key)
            action.toggled.connect(lambda _: self._told(button, title))
        button.setMenu(menu)
        return button

    def _told(self, button: QToolButton, title: str) -> None:
        n = len(_chosen(button))
        button.setText(f"{title} ({n})" if n else title)
        self.changed.emit()


def _chosen(button: QToolButton) -> list[str]:
    return [str(action.data()) for action in button.menu().actions() if action.isChecked()]
