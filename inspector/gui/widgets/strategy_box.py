"""A choice of strategies: by the agent that they are of, each with a line of what it is."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QStyledItemDelegate, QStyleOptionViewItem

from inspector.gui.language import tr
from inspector.gui.plain import tip
from inspector.rerun.library import Strategies
from inspector.rerun.strategy import Strategy

_WIDEST = 96
"""Characters of the list that folds out."""


class StrategyBox(QComboBox):
    """Shows the id alone; its list has headings, which cannot be chosen."""

    def __init__(self, strategies: Strategies) -> None:
        super().__init__()
        self.setMaxVisibleItems(24)
        self.show_strategies(strategies)
        self.view().setItemDelegate(_Lines(self.view()))

    def value(self) -> str:
        """The id of the strategy that is chosen."""
        return str(self.currentData() or "")

    def set_value(self, strategy: str) -> None:
        """Choose one by its id; one that is not there changes nothing."""
        place = self.findData(strategy)
        if place >= 0:
            self.setCurrentIndex(place)

    def show_strategies(self, strategies: Strategies) -> None:
        """Offer these; the choice stays where it can."""
        chosen = self.value()
        model = QStandardItemModel(self)
        for name, family in strategies.families().items():
            model.appendRow(_heading(name))
            for strategy in family:
                model.appendRow(_line(strategy))
        with QSignalBlocker(self):
            self.setModel(model)
            self.set_value(chosen if self.findData(chosen) >= 0 else next(iter(strategies.all), ""))

    def showPopup(self) -> None:
        """Wide enough for the lines."""
        self.view().setMinimumWidth(self.fontMetrics().averageCharWidth() * _WIDEST)
        super().showPopup()


class _Lines(QStyledItemDelegate):
    """Headings in bold; behind each id what it is."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        super().initStyleOption(option, index)
        words = index.data(Qt.ItemDataRole.AccessibleTextRole)
        if index.data(Qt.ItemDataRole.UserRole) is None:
            option.font.setBold(True)
        elif words:
            option.text = f"   {words}"


def _heading(name: str) -> QStandardItem:
    item = QStandardItem(name)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def _line(strategy: Strategy) -> QStandardItem:
    needs = "" if strategy.llm == "none" else f" · {tr('needs a model')}"
    item = QStandardItem(strategy.id)
    item.setData(strategy.id, Qt.ItemDataRole.UserRole)
    item.setData(f"{strategy.id} · {strategy.title}{needs}", Qt.ItemDataRole.AccessibleTextRole)
    item.setToolTip(tip(" ".join(strategy.about.split())))
    return item
