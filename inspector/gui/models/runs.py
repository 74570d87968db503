"""Runs side by side as a table: fixed rows of figures, the recorded compaction first, then a column for each run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor, QFont

from inspector.gui.language import tr
from inspector.gui.models.column_words import head, recorded_head
from inspector.gui.models.run_figures import FigureCell, figure_rows, has_judge
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.llm.guard import Wait
from inspector.rerun.column import Column
from inspector.workbench.experiments import Ready

Index = QModelIndex | QPersistentModelIndex
COLUMN = Qt.ItemDataRole.UserRole
"""The ``Column`` of a cell; None for the recorded compaction and for the titles."""
FIXED = 2
"""Titles and the recorded compaction; the runs come behind."""
_NOWHERE = QModelIndex()


class RunTable(QAbstractTableModel):
    """What each column runs and what came of it."""

    def __init__(
        self, theme: Theme, parent: QObject | None = None, waits: Callable[[Column], Wait | None] = lambda column: None
    ) -> None:
        super().__init__(parent)
        self._theme, self._waits = theme, waits
        self._ready: Ready | None = None
        self._columns: tuple[Column, ...] = ()
        self.is_judged = False
        """Whether a judge has read any of them: what only a judge can say has rows then."""
        self.figures = figure_rows(is_judged=False)

    def show(self, ready: Ready | None, columns: Sequence[Column]) -> None:
        """Put other columns in."""
        self.beginResetModel()
        self._ready, self._columns = ready, tuple(columns)
        self.is_judged = has_judge(ready, columns)
        self.figures = figure_rows(is_judged=self.is_judged)
        self.endResetModel()

    def update(self, ready: Ready | None, columns: Sequence[Column]) -> None:
        """The same columns, further on."""
        same = [one.key for one in columns] == [one.key for one in self._columns]
        if ready is None or self._ready is None or not same or has_judge(ready, columns) is not self.is_judged:
            self.show(ready, columns)
            return
        self._ready, self._columns = ready, tuple(columns)
        if columns and self.figures:
            # The best of all may be another now, also among those that did not change.
            self.dataChanged.emit(self.index(0, 1), self.index(len(self.figures) - 1, self.columnCount() - 1))
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIXED, self.columnCount() - 1)

    def tick(self) -> None:
        """Say that a second has passed: whatever runs has been running for longer, and a pause is shorter."""
        if self._columns:
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, FIXED, self.columnCount() - 1)

    def column_of(self, key: str) -> int:
        """Where a column stands, or that of the recorded compaction."""
        return next((FIXED + place for place, one in enumerate(self._columns) if one.key == key), 1)

    def key_at(self, section: int) -> str:
        """The key of the column that stands there; "" for the recorded one and for the titles."""
        place = section - FIXED
        return self._columns[place].key if 0 <= place < len(self._columns) else ""

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """One for each figure."""
        return 0 if parent.isValid() or self._ready is None else len(self.figures)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """Titles, the recorded compaction, the runs."""
        return 0 if parent.isValid() else FIXED + len(self._columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or self._ready is None or index.row() >= len(self.figures):
            return None
        figure = self.figures[index.row()]
        if index.column() == 0:
            return _titled(figure.title, figure.tip, role)
        column = self._columns[index.column() - FIXED] if index.column() >= FIXED else None
        if role == COLUMN:
            return column
        if role not in _ASKED:
            return None
        return self._shown(figure.cell(self._ready, column, self._columns), figure.title, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Two lines: which column, and how far it is."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < self.columnCount():
            return None
        column = self._columns[section - FIXED] if section >= FIXED else None
        if role == Qt.ItemDataRole.DisplayRole:
            if column is not None:
                return head(column, self._waits(column))
            return "" if section == 0 else recorded_head(self._ready)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ToolTipRole and column is not None:
            strategy = column.variant.strategy
            about = " ".join(strategy.about.split())
            return f"<p><b>{escape(strategy.title)}</b></p><p>{escape(column.error or about)}</p>"
        return None

    def _shown(self, cell: FigureCell, title: str, role: int) -> Any:
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(cell.text.split())
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(cell.tip or cell.text)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{title}: {cell.text}. {cell.tip}".strip()
        if role == Qt.ItemDataRole.ForegroundRole:
            return QColor(self._theme.role(cell.role)) if cell.role else None
        if role == Qt.ItemDataRole.FontRole and cell.strong:
            font = QFont()
            font.setBold(True)
            return font
        return None


_ASKED = frozenset(
    {
        Qt.ItemDataRole.DisplayRole,
        Qt.ItemDataRole.ToolTipRole,
        Qt.ItemDataRole.AccessibleTextRole,
        Qt.ItemDataRole.ForegroundRole,
        Qt.ItemDataRole.FontRole,
    }
)


def _titled(title: str, words: str, role: int) -> Any:
    if role == Qt.ItemDataRole.DisplayRole:
        return title
    if role == Qt.ItemDataRole.ToolTipRole:
        return tip(words)
    return None


def table_words(table: RunTable) -> str:
    """The whole table in words, for a screen reader."""
    lines = []
    for section in range(1, table.columnCount()):
        name = str(table.headerData(section, Qt.Orientation.Horizontal)).replace("\n", ", ")
        cells = [f"{table.index(row, 0).data()} {table.index(row, section).data()}" for row in range(table.rowCount())]
        lines.append(f"{name}: {'; '.join(cells)}")
    return tr("; ").join(lines)
