"""What the user said as a table: each sentence, then what became of it in A, in B, and in the recorded summary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.gui.language import number, tr
from inspector.gui.models.figures import short_line
from inspector.gui.models.verdicts import role, verdict_meaning, verdict_word
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.wording.verdicts import SIGNS
from inspector.workbench.contrast import SentenceRow

Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole
_NOWHERE = QModelIndex()
_LONGEST, _SHORT = 500, 160


class RunFacts(QAbstractTableModel):
    """One row a sentence, one column for each text that is compared."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._rows: tuple[SentenceRow, ...] = ()
        self._columns: tuple[tuple[str, str], ...] = ()

    def show(self, rows: Sequence[SentenceRow], columns: Sequence[tuple[str, str]]) -> None:
        """Put other sentences in, and the key and title of each column."""
        self.beginResetModel()
        self._rows, self._columns = tuple(rows), tuple(columns)
        self.endResetModel()

    @property
    def rows(self) -> Sequence[SentenceRow]:
        """The sentences listed."""
        return self._rows

    def row_of(self, fact: str | None) -> int:
        """The row of a sentence, or -1."""
        return next((place for place, row in enumerate(self._rows) if row.fact.id == fact), -1)

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many sentences are listed."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """The sentence, then the texts."""
        return 0 if parent.isValid() else 1 + len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, wanted: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The titles of the columns."""
        if orientation != Qt.Orientation.Horizontal or section > len(self._columns):
            return None
        if wanted == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        title = self._columns[section - 1][1] if section else tr("What you said, in the order said")
        return {Qt.ItemDataRole.DisplayRole: title, Qt.ItemDataRole.ToolTipRole: tip(title)}.get(
            Qt.ItemDataRole(wanted)
        )

    def data(self, index: Index, wanted: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        row = self._rows[index.row()]
        if wanted == ROW:
            return row
        return self._cell(row, *self._columns[index.column() - 1], wanted) if index.column() else _said(row, wanted)

    def _cell(self, row: SentenceRow, key: str, title: str, wanted: int) -> Any:
        verdict = row.verdict(key)
        if verdict is None:
            return None
        if wanted == Qt.ItemDataRole.DisplayRole:
            return sign_words(row, key)
        if wanted == Qt.ItemDataRole.ForegroundRole:
            return QColor(self._theme.role(role(verdict)))
        if wanted in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = cell_words(row, key, title)
            return words if wanted == Qt.ItemDataRole.AccessibleTextRole else tip(words)
        return None


def _said(row: SentenceRow, wanted: int) -> Any:
    item, said = row.fact.quotes[0].item, row.fact.statement[:_LONGEST]
    if wanted == Qt.ItemDataRole.DisplayRole:
        return f"#{number(item)}  {' '.join(said.split())}" if item else " ".join(said.split())
    if wanted == Qt.ItemDataRole.AccessibleTextRole:
        return f"{said}, {tr('item {n}').format(n=number(item)) if item else ''}"
    return tip(row.fact.statement) if wanted == Qt.ItemDataRole.ToolTipRole else None


def sign_words(row: SentenceRow, key: str) -> str:
    """A verdict with its sign; how many answers agree where they do not all."""
    verdict = row.verdict(key)
    if verdict is None:
        return ""
    found = [survival.verdict for survival in row.columns[key]]
    same = found.count(verdict)
    words = f"{SIGNS[verdict]} {verdict_word(verdict)}"
    return words if same == len(found) else f"{words} {same}/{len(found)}"


def cell_words(row: SentenceRow, key: str, title: str) -> str:
    """What became of a sentence in a column, and how that is known."""
    verdict = row.verdict(key)
    if verdict is None:
        return tr("{title}: no result").format(title=title)
    survival = next(one for one in row.columns[key] if one.verdict is verdict)
    found = (
        tr("found: “{text}”").format(text=short_line(survival.evidence[0].text, _SHORT)) if survival.evidence else ""
    )
    near = tr("nearest: “{text}”").format(text=short_line(survival.nearest.text, _SHORT)) if survival.nearest else ""
    parts = (f"{title}: {verdict_word(verdict)}, {verdict_meaning(verdict)}", survival.why, found or near)
    return ". ".join(part.rstrip(".") for part in parts if part)
