"""A box to choose from under headings; its list says more of each entry than the box itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem

from inspector.gui.language import tr
from inspector.gui.plain import tip
from inspector.rerun.library import Strategies

_WIDEST = 96
"""Characters of the list that folds out."""


class Entry(NamedTuple):
    """What can be chosen."""

    value: str
    title: str
    more: str = ""
    """What the list says beside the title."""
    about: str = ""


class GroupedBox(QComboBox):
    """Headings cannot be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.setMaxVisibleItems(24)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(12)
        self.view().setItemDelegate(_Lines(self.view()))

    def value(self) -> str:
        """What is chosen."""
        return str(self.currentData() or "")

    def set_value(self, value: str) -> None:
        """Choose without telling; what is not there changes nothing."""
        place = self.findData(value)
        if place >= 0:
            with QSignalBlocker(self):
                self.setCurrentIndex(place)

    def offer(self, groups: Mapping[str, Sequence[Entry]]) -> None:
        """Offer these under their headings, "" for none; the choice stays where it can."""
        chosen = self.value()
        model = QStandardItemModel(self)
        for name, entries in groups.items():
            if name and entries:
                heading = QStandardItem(name)
                heading.setFlags(Qt.ItemFlag.NoItemFlags)
                model.appendRow(heading)
            for entry in entries:
                model.appendRow(_line(entry))
        with QSignalBlocker(self):
            self.setModel(model)
        self.set_value(chosen)

    def showPopup(self) -> None:
        """Wide enough for the lines."""
        self.view().setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDEST)
        super().showPopup()


def strategy_groups(strategies: Strategies) -> dict[str, list[Entry]]:
    """Every strategy by the agent that it is of."""
    return {
        name: [
            Entry(
                one.id,
                one.title,
                "" if one.llm == "none" else tr("needs a model"),
                " ".join(f"{one.id}: {one.about}".split()),
            )
            for one in family
        ]
        for name, family in strategies.families().items()
    }


class _Lines(QStyledItemDelegate):
    """Headings in bold; behind each title what there is to say of it."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        words = index.data(Qt.ItemDataRole.AccessibleTextRole)
        if index.data(Qt.ItemDataRole.UserRole) is None:
            option.font.setBold(True)
        elif words:
            option.text = f"   {words}"


def _line(entry: Entry) -> QStandardItem:
    item = QStandardItem(entry.title)
    item.setData(entry.value, Qt.ItemDataRole.UserRole)
    item.setData(" · ".join(filter(None, (entry.title, entry.more))), Qt.ItemDataRole.AccessibleTextRole)
    item.setToolTip(tip(entry.about))
    return item
