"""Sentences × compactions as a table: where the words of each stand after every compaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.gui.language import number, tr
from inspector.gui.models.verdicts import SIGNS, kind_word, role, strength_word, verdict_meaning, verdict_word
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.model import Survival, Verdict
from inspector.survival.erosion import Erosion, Track
from inspector.survival.shares import SPOKEN

Index = QModelIndex | QPersistentModelIndex
TRACK = Qt.ItemDataRole.UserRole
CELL = Qt.ItemDataRole.UserRole + 1
AGAIN_SIGN = "↺"
FIXED = 3
"""Columns before those of the compactions: kind, statement, where it was said."""
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Grid:
    """What the user said, without what is folded, in the order said."""

    compactions: tuple[int, ...] = ()
    tracks: tuple[Track, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)
    """The row of a fact by its id."""
    verdicts: frozenset[Verdict] = frozenset()
    """Those that stand in its cells."""


def grid_of(erosion: Erosion) -> Grid:
    """The user's sentences in the order of the table."""
    listed = (track for track in erosion.tracks if track.fact.fold is None and track.fact.kind in SPOKEN)
    tracks = tuple(sorted(listed, key=lambda track: (track.fact.quotes[0].item, track.fact.quotes[0].start)))
    rows = {track.fact.id: row for row, track in enumerate(tracks)}
    verdicts = frozenset(cell.verdict for track in tracks for cell in track.cells if cell is not None)
    return Grid(erosion.compactions, tracks, rows, verdicts)


class ErosionTable(QAbstractTableModel):
    """One row a sentence, in the order said; a column for each compaction."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._grid = Grid()

    def show(self, grid: Grid) -> None:
        """Put another session's facts in."""
        self.beginResetModel()
        self._grid = grid
        self.endResetModel()

    def row_of(self, fact: str | None) -> int:
        """The row of a fact, or -1."""
        return self._grid.rows.get(fact or "", -1)

    def column_of(self, compaction: int | None) -> int:
        """The column of a compaction, or -1."""
        numbers = self._grid.compactions
        return FIXED + numbers.index(compaction) if compaction in numbers else -1

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many facts."""
        return 0 if parent.isValid() else len(self._grid.tracks)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """What stands still, and one for each compaction."""
        return 0 if parent.isValid() else FIXED + len(self._grid.compactions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or index.row() >= len(self._grid.tracks):
            return None
        track = self._grid.tracks[index.row()]
        if role == TRACK:
            return track
        if index.column() < FIXED:
            return self._about(track, index.column(), role)
        cell = track.cells[index.column() - FIXED]
        if role == CELL:
            return cell
        if cell is None:
            return None
        return self._cell(track, cell, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Column titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section < FIXED else Qt.AlignmentFlag.AlignHCenter
            return side | Qt.AlignmentFlag.AlignVCenter
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = [tr("Kind"), tr("Sentence"), tr("Said"), *(f"┊C{one}" for one in self._grid.compactions)]
        return titles[section] if 0 <= section < len(titles) else None

    def _about(self, track: Track, column: int, wanted: int) -> Any:
        fact = track.fact
        if wanted == Qt.ItemDataRole.DisplayRole:
            kind = " ".join(part for part in (kind_word(fact.kind), strength_word(fact.strength)) if part)
            item = fact.quotes[0].item
            return (kind, fact.statement[:500], f"#{number(item)}" if item else "")[column]
        if wanted == Qt.ItemDataRole.ToolTipRole:
            return tip(fact.statement)
        return None

    def _cell(self, track: Track, cell: Survival, wanted: int) -> Any:
        if wanted == Qt.ItemDataRole.DisplayRole:
            sign = SIGNS[cell.verdict]
            return f"{AGAIN_SIGN}{sign}" if cell.compaction in track.again else sign
        if wanted == Qt.ItemDataRole.ForegroundRole:
            return QColor(self._theme.role(role(cell.verdict) if cell.live else "undecided"))
        if wanted == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if wanted in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return cell_words(track, cell)
        return None


def cell_words(track: Track, cell: Survival) -> str:
    """A cell in words."""
    told = f"{verdict_word(cell.verdict)}: {verdict_meaning(cell.verdict)}"
    words = tr("┊C{n}: {told}").format(n=cell.compaction, told=told)
    if not cell.live:
        words = f"{words} ({tr('no longer mattered')})"
    if not cell.before:
        words = f"{words}, {tr('nor right before the compaction')}"
    if cell.compaction in track.again:
        words = f"{words}, {tr('there again right before the compaction')}"
    return words


def legend(verdicts: frozenset[Verdict]) -> Sequence[str]:
    """What the signs of a grid mean, those that it has."""
    return (
        *(f"{SIGNS[verdict]} {verdict_word(verdict)}" for verdict in SIGNS if verdict in verdicts),
        tr("{sign} there again right before the compaction").format(sign=AGAIN_SIGN),
        tr("empty: not said yet, or nothing tells"),
    )
