"""A tree of two levels: rows under the head of their group. Where a row stands is its group's place, counted from 1."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()
TOP = 0
"""The internal id of a head."""


class GroupedRows(QAbstractItemModel):
    """The places of heads and rows; a subclass says what they hold."""

    _columns = 1

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sizes: tuple[int, ...] = ()

    def group_sizes(self) -> tuple[int, ...]:
        """How many rows are in each group."""
        return self._sizes

    def folded(self) -> frozenset[int]:
        """The groups that stay folded until someone looks."""
        return frozenset()

    def row_at(self, group: int, row: int) -> QModelIndex:
        """The index of a row by the place of its group, counted from 1."""
        return self.createIndex(row, 0, group)

    def index(self, row: int, column: int, parent: Index = NOWHERE) -> QModelIndex:
        """The index of a row."""
        if row < 0 or not 0 <= column < self._columns:
            return QModelIndex()
        # Asked for every row when a group unfolds: nothing is looked at twice.
        if not parent.isValid():
            return self.createIndex(row, column, TOP) if row < len(self._sizes) else QModelIndex()
        if parent.internalId() != TOP:
            return QModelIndex()
        top = parent.row()
        return self.createIndex(row, column, top + 1) if row < self._sizes[top] else QModelIndex()

    def parent(self, index: Index | None = None) -> Any:
        """The head above a row; without an index, the object that owns the model."""
        if index is None:
            return super().parent()
        if not index.isValid() or index.internalId() == TOP:
            return QModelIndex()
        return self.createIndex(int(index.internalId()) - 1, 0, TOP)

    def rowCount(self, parent: Index = NOWHERE) -> int:
        """Heads at the top, rows below a head, nothing below a row."""
        if not parent.isValid():
            return len(self._sizes)
        if parent.internalId() != TOP or parent.column():
            return 0
        return self._sizes[parent.row()]

    def columnCount(self, parent: Index = NOWHERE) -> int:
        """One, where a delegate paints a row in columns."""
        return self._columns

    def hasChildren(self, parent: Index = NOWHERE) -> bool:
        """Whether anything is below."""
        return self.rowCount(parent) > 0
