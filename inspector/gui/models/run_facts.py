"""Facts across runs as a table: what was said and where, then a sign for what became of it in each column."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.gui.language import number, tr
from inspector.gui.models.column_words import title
from inspector.gui.models.figures import short_line
from inspector.gui.models.runs import FIXED
from inspector.gui.models.verdicts import SIGNS, kind_word, role, strength_word, verdict_meaning, verdict_word
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.rerun.column import Column
from inspector.workbench.contrast import RECORDED, FactRow

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()
_LONGEST, _SHORT = 500, 160


class RunFacts(QAbstractTableModel):
    """One row a fact. The columns are those of the runs, in the same places."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[FactRow, ...] = ()
        self._columns: tuple[Column, ...] = ()

    def show(self, rows: Sequence[FactRow], columns: Sequence[Column]) -> None:
        """Put other facts or columns in."""
        self.beginResetModel()
        self._rows, self._columns = tuple(rows), tuple(columns)
        self.endResetModel()

    @property
    def rows(self) -> Sequence[FactRow]:
        """The facts listed."""
        return self._rows

    def row_of(self, fact: str | None) -> int:
        """The row of a fact, or -1."""
        return next((place for place, row in enumerate(self._rows) if row.fact.id == fact), -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many facts are listed."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """The fact, the recorded compaction, the runs."""
        return 0 if parent.isValid() else FIXED + len(self._columns)

    def data(self, index: Index, wanted: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if wanted == ROW:
            return row
        if index.column() == 0:
            return self._about(row, wanted)
        column = self._columns[index.column() - FIXED] if index.column() >= FIXED else None
        return self._cell(row, column, wanted)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The letters of the columns; the table above has their names."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole and section == 0:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        if section == 0:
            return tr("Fact")
        if section == 1:
            return tr("recorded")
        place = section - FIXED
        return self._columns[place].key if place < len(self._columns) else None

    def _about(self, row: FactRow, wanted: int) -> Any:
        fact = row.fact
        kind = " ".join(part for part in (kind_word(fact.kind), strength_word(fact.strength)) if part)
        item, said = fact.quotes[0].item, fact.statement[:_LONGEST]
        if wanted == Qt.ItemDataRole.DisplayRole:
            return f"#{number(item)}  {said}" if item else said
        if wanted == Qt.ItemDataRole.AccessibleTextRole:
            return f"{said}, {kind}, {tr('item {n}').format(n=number(item)) if item else ''}"
        if wanted == Qt.ItemDataRole.ToolTipRole:
            gone = "" if row.live else tr(" · no longer mattered")
            return tip(fact.statement, f"{kind}{f' · #{number(item)}' if item else ''}{gone}")
        if wanted == Qt.ItemDataRole.ForegroundRole and not row.live:
            return QColor(self._theme.role("muted"))
        return None

    def _cell(self, row: FactRow, column: Column | None, wanted: int) -> Any:
        key = RECORDED if column is None else column.key
        verdict = row.verdict(key)
        if wanted == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if verdict is None:
            return None
        if wanted == Qt.ItemDataRole.DisplayRole:
            return sign_words(row, key)
        if wanted == Qt.ItemDataRole.ForegroundRole:
            return QColor(self._theme.role(role(verdict) if row.live else "undecided"))
        if wanted in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = cell_words(row, column)
            return words if wanted == Qt.ItemDataRole.AccessibleTextRole else tip(words)
        return None


def sign_words(row: FactRow, key: str) -> str:
    """The sign of a verdict; how many repeats agree where they do not all."""
    verdict = row.verdict(key)
    if verdict is None:
        return ""
    found = [survival.verdict for survival in row.survivals(key)]
    same = found.count(verdict)
    return SIGNS[verdict] if same == len(found) else f"{SIGNS[verdict]} {same}/{len(found)}"


def shown_words(row: FactRow, key: str) -> str:
    """The verdict of a column in a word or two; "" without a result."""
    verdict = row.verdict(key)
    if verdict is None:
        return ""
    return verdict_word(verdict)


def cell_words(row: FactRow, column: Column | None) -> str:
    """What became of a fact in a column, and how that is known."""
    key = RECORDED if column is None else column.key
    verdict = row.verdict(key)
    if verdict is None:
        return tr("{title}: no result").format(title=title(column))
    survival = next(one for one in row.survivals(key) if one.verdict is verdict)
    found = (
        tr("found: “{text}”").format(text=short_line(survival.evidence[0].text, _SHORT)) if survival.evidence else ""
    )
    near = tr("nearest: “{text}”").format(text=short_line(survival.nearest.text, _SHORT)) if survival.nearest else ""
    parts = (
        f"{title(column)}: {verdict_word(verdict)}, {verdict_meaning(verdict)}",
        survival.why,
        found or near,
        "" if row.live else tr("no longer mattered"),
    )
    return ". ".join(part.rstrip(".") for part in parts if part)
