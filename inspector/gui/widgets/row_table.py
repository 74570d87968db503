"""A table of rows to pick from: no grid, one height for all rows, and Tab leaves it."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

_AIR = 6
"""Pixels that a row has above and below its line of text, together."""


class RowTable(QTableView):
    """One row at a time is selected, as a whole. The model is for the owner to set."""

    def __init__(self, name: str) -> None:
        super().__init__()
        as_rows(self, name)


def as_rows(table: QTableView, name: str) -> None:
    """Give any table this look and these habits."""
    table.setAccessibleName(name)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setFrameShape(QTableView.Shape.NoFrame)
    table.setShowGrid(False)
    table.setTabKeyNavigation(False)
    table.setAlternatingRowColors(True)
    table.setWordWrap(False)
    rows = table.verticalHeader()
    rows.hide()
    # One height for all rows: asking each of 50,000 takes seconds.
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(table.fontMetrics().height() + _AIR)


class KeepsColour(QStyledItemDelegate):
    """A selected sign keeps the colour of its verdict."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """The colour of the cell, also where it is selected."""
        super().initStyleOption(option, index)
        color = index.data(Qt.ItemDataRole.ForegroundRole)
        if color is not None:
            option.palette.setColor(QPalette.ColorRole.HighlightedText, color)
