"""A table of records: the columns say how one record reads and how it sorts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.gui.language import tr
from inspector.gui.models.figures import date_and_time, time_of_day, unknown
from inspector.gui.plain import tip

Index = QModelIndex | QPersistentModelIndex
RECORD = Qt.ItemDataRole.UserRole
FULL = Qt.ItemDataRole.UserRole + 1
"""The text of a cell, as it is copied, also where less of it is drawn."""
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class TableColumn:
    """One column."""

    title: str
    text: Callable[[Any], str | None]
    key: Callable[[Any], Any] = lambda record: None
    """What it is sorted by; None, the unknown, sorts last in both directions."""
    right: bool = False
    tip: Callable[[Any], str] | None = None
    color: Callable[[Any], Any] | None = None
    about: str = ""
    """What the column is, for the tooltip of its title."""
    fills: bool = False
    """Whether it takes the room that the others leave, wherever it stands."""
    drawn: Callable[[Any], str] | None = None
    """What is drawn in the place of the text; copied, and shown in the tooltip, is the text."""
    spoken: Callable[[Any], str] | None = None
    """What is read out in the place of the text."""
    centred: bool = False

    @property
    def side(self) -> Qt.AlignmentFlag:
        """Where its title and its cells stand."""
        sides = Qt.AlignmentFlag
        side = sides.AlignHCenter if self.centred else sides.AlignRight if self.right else sides.AlignLeft
        return side | sides.AlignVCenter


def time_column(of: Callable[[Any], str | None]) -> TableColumn:
    """When a record was written: the time of day, in full in its tooltip. ``of`` gives it as the log has it."""
    return TableColumn(tr("Time"), lambda one: time_of_day(of(one)), of, tip=lambda one: date_and_time(of(one)))


class RecordTable(QAbstractTableModel):
    """Any frozen records as a sortable table; ``RECORD`` gives the record of a row."""

    def __init__(self, columns: Sequence[TableColumn], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._records: list[Any] = []
        self._order: tuple[int, Qt.SortOrder] | None = None
        self.note = ""
        """What the tooltip of every title says about the whole table."""

    @property
    def records(self) -> Sequence[Any]:
        """Those that are in, in the order of the rows."""
        return self._records

    def show(self, records: Sequence[Any], columns: Sequence[TableColumn] | None = None) -> None:
        """Put other records in, in the order chosen so far; under other columns where some are given."""
        self.beginResetModel()
        self._records = list(records)
        self._columns = self._columns if columns is None else tuple(columns)
        if self._order:
            self._records = self._sorted(*self._order)
        self.endResetModel()

    def record(self, row: int) -> Any:
        """The record of a row."""
        return self._records[row]

    def find(self, fits: Callable[[Any], bool]) -> int:
        """The first row whose record fits, or -1."""
        return next((row for row, record in enumerate(self._records) if fits(record)), -1)

    def unknown_columns(self) -> list[int]:
        """The columns of which no record knows anything, and that say so; what is still being counted says "…"."""
        return [
            place
            for place, column in enumerate(self._columns)
            if self._records
            and column.text(self._records[0]) == unknown()
            and all(column.key(record) is None for record in self._records)
        ]

    def filling_column(self) -> int | None:
        """The column that takes the room which the others leave; None where none asks for it."""
        return next((place for place, column in enumerate(self._columns) if column.fills), None)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many records."""
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """How many columns."""
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or index.row() >= len(self._records):
            return None
        record, column = self._records[index.row()], self._columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return (column.drawn or column.text)(record)
        if role == FULL:
            return column.text(record)
        if role == RECORD:
            return record
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip((column.tip or column.text)(record) or "")
        if role == Qt.ItemDataRole.AccessibleTextRole and column.spoken:
            return column.spoken(record)
        if role == Qt.ItemDataRole.ForegroundRole and column.color:
            return column.color(record)
        return column.side if role == Qt.ItemDataRole.TextAlignmentRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Column titles."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].title
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._columns[section].about, self.note) or None
        return self._columns[section].side if role == Qt.ItemDataRole.TextAlignmentRole else None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column; the selection stays on its records. A column below 0 keeps the order."""
        if not 0 <= column < len(self._columns):
            return
        self._order = (column, order)
        self.layoutAboutToBeChanged.emit()
        kept = [(index, self._records[index.row()]) for index in self.persistentIndexList()]
        self._records = self._sorted(column, order)
        rows = {id(record): row for row, record in enumerate(self._records)}
        for index, record in kept:
            self.changePersistentIndex(index, self.index(rows[id(record)], index.column()))
        self.layoutChanged.emit()

    def _sorted(self, column: int, order: Qt.SortOrder) -> list[Any]:
        key = self._columns[column].key
        known = [record for record in self._records if key(record) is not None]
        rest = [record for record in self._records if key(record) is None]
        return sorted(known, key=key, reverse=order == Qt.SortOrder.DescendingOrder) + rest
