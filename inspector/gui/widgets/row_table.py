"""A table of rows to pick from: no grid, one height for all rows, and Tab leaves it.

Where the keyboard is, the whole current row has a frame; a cell of its own has none.
"""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QTreeView,
    QWidget,
)

_AIR = 6
"""Pixels that a row has above and below its line of text, together."""


class RowTable(QTableView):
    """One row at a time is selected, as a whole. The model is for the owner to set."""

    def __init__(self, name: str) -> None:
        super().__init__()
        as_rows(self, name)
        self.setItemDelegate(RowCells(self))

    def height_of(self, rows: int) -> int:
        """Pixels that the head and this many rows take, the frame included."""
        head = self.horizontalHeader().sizeHint().height()
        return int(head + rows * self.verticalHeader().defaultSectionSize() + 2 * self.frameWidth())

    def bottom_of(self, row: int) -> int:
        """Where a row ends in the part that is seen, in pixels from its top."""
        return self.rowViewportPosition(row) + self.rowHeight(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A frame around the current row, while the keyboard is here."""
        super().paintEvent(event)
        index = self.currentIndex()
        by_rows = self.selectionBehavior() is QAbstractItemView.SelectionBehavior.SelectRows
        if by_rows and index.isValid() and self.hasFocus():
            # Not the rectangle of the cell, whose column may be hidden.
            top, height = self.rowViewportPosition(index.row()), self.rowHeight(index.row())
            painter = QPainter(self.viewport())
            _frame(painter, self, QRect(0, top, self.viewport().width(), height))
            painter.end()


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
    # A title that turns bold with a selection is cut, and says nothing.
    table.horizontalHeader().setHighlightSections(False)
    rows = table.verticalHeader()
    rows.hide()
    # One height for all rows: asking each of 50,000 takes seconds.
    rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    rows.setDefaultSectionSize(table.fontMetrics().height() + _AIR)


class RowTree(QTreeView):
    """The same look for a flat list whose boxes can be ticked and whose words can be changed."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setRootIsDecorated(False)
        self.setUniformRowHeights(True)
        self.setAlternatingRowColors(True)
        self.setItemDelegate(_TreeCells(self))

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """A row, with a frame where the keyboard is."""
        super().drawRow(painter, option, index)
        if self.hasFocus() and index.row() == self.currentIndex().row():
            _frame(painter, self, QRect(0, option.rect.top(), self.viewport().width(), option.rect.height()))


def _frame(painter: QPainter, view: QWidget, area: QRect) -> None:
    painter.setPen(view.palette().color(QPalette.ColorRole.Accent))
    painter.drawRect(area.adjusted(0, 0, -1, -1))


class KeepsColour(QStyledItemDelegate):
    """What has a colour of its own, a sign or a swatch, keeps it on a selected row."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """The colour of the cell, also where it is selected."""
        super().initStyleOption(option, index)
        color = index.data(Qt.ItemDataRole.ForegroundRole)
        if color is not None:
            option.palette.setBrush(QPalette.ColorRole.HighlightedText, QBrush(color))


class RowCells(KeepsColour):
    """Cells of a row that is picked as a whole: none has a frame of its own."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """The cell without the keyboard's frame, which the row has."""
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus


class _TreeCells(RowCells):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """As high as the rows of a table."""
        return QSize(super().sizeHint(option, index).width(), option.fontMetrics.height() + _AIR)
