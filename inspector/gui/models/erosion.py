"""Facts × compactions as a table: what became of every fact at every compaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor

from inspector.gui.language import number, tr
from inspector.gui.models.figures import short_line
from inspector.gui.models.verdicts import (
    SIGNS,
    kind_word,
    looked_for_words,
    role,
    strength_word,
    verdict_meaning,
    verdict_word,
)
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.model import Fact, FactKind, Verdict
from inspector.survival.erosion import Cell, Erosion, Track
from inspector.verdicts.as_said import as_said
from inspector.workbench.review import KINDS

Index = QModelIndex | QPersistentModelIndex
TRACK = Qt.ItemDataRole.UserRole
CELL = Qt.ItemDataRole.UserRole + 1
GONE_SIGN = "◌"
AGAIN_SIGN = "↺"
FIXED = 3
"""Columns before those of the compactions: kind, statement, where it was said."""
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Grid:
    """The facts of some kinds in the order of the table."""

    compactions: tuple[int, ...] = ()
    tracks: tuple[Track, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)
    """The row of a fact under any id that it has had."""


def grid_of(erosion: Erosion, kinds: frozenset[FactKind] | None = None) -> Grid:
    """The facts of these kinds, rules first; ``kinds`` None lets all through."""
    places = {kind: place for place, kind in enumerate(KINDS)}
    passing = [track for track in erosion.tracks if kinds is None or track.fact.kind in kinds]
    tracks = tuple(sorted(passing, key=lambda track: (places[track.fact.kind], track.first)))
    rows: dict[str, int] = {}
    for row, track in enumerate(tracks):
        for fact in (track.fact.id, *(cell.fact for cell in track.cells if cell is not None)):
            rows.setdefault(fact, row)
    return Grid(erosion.compactions, tracks, rows)


class ErosionTable(QAbstractTableModel):
    """One row a fact, rules first; a column for each compaction."""

    fixed = FIXED
    """Columns before those of the compactions."""

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
        """The row of a fact under any id that it has had, or -1."""
        return self._grid.rows.get(fact or "", -1)

    def column_of(self, compaction: int | None) -> int:
        """The column of a compaction, or -1."""
        numbers = self._grid.compactions
        return self.fixed + numbers.index(compaction) if compaction in numbers else -1

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """How many facts."""
        return 0 if parent.isValid() else len(self._grid.tracks)

    def columnCount(self, parent: Index = _NOWHERE) -> int:
        """What stands still, and one for each compaction."""
        return 0 if parent.isValid() else self.fixed + len(self._grid.compactions)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """One cell."""
        if not index.isValid() or index.row() >= len(self._grid.tracks):
            return None
        track = self._grid.tracks[index.row()]
        if role == TRACK:
            return track
        if index.column() < self.fixed:
            return self._about(track, index.column(), role)
        cell = track.cells[index.column() - self.fixed]
        if role == CELL:
            return cell
        if cell is None:
            return None
        return self._cell(track, cell, role)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Column titles."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section < self.fixed else Qt.AlignmentFlag.AlignHCenter
            return side | Qt.AlignmentFlag.AlignVCenter
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole:
            return None
        titles = [*self._heads(), *(self._step(one) for one in self._grid.compactions)]
        return titles[section] if 0 <= section < len(titles) else None

    def _heads(self) -> tuple[str, ...]:
        return tr("Kind"), tr("Fact"), tr("Said")

    def _step(self, compaction: int) -> str:
        return f"┊C{compaction}"

    def _words(self, track: Track, cell: Cell) -> str:
        return cell_words(track, cell)

    def _about(self, track: Track, column: int, wanted: int) -> Any:
        fact, said = track.fact, as_said(track.fact)
        if wanted == Qt.ItemDataRole.DisplayRole:
            kind = " ".join(part for part in (kind_word(fact.kind), strength_word(fact.strength)) if part)
            item = said.quote.item
            return (kind, " ".join(said.statement.split())[:500], f"#{number(item)}" if item else "")[column]
        if wanted == Qt.ItemDataRole.ToolTipRole:
            return tip(said.statement)
        return None

    def _cell(self, track: Track, cell: Cell, wanted: int) -> Any:
        again = cell.compaction in track.learned_again
        if wanted == Qt.ItemDataRole.DisplayRole:
            sign = SIGNS[cell.verdict] if cell.survival is not None else GONE_SIGN
            return f"{AGAIN_SIGN}{sign}" if again else sign
        if wanted == Qt.ItemDataRole.ForegroundRole:
            name = role(cell.verdict) if cell.survival is None or cell.survival.live else "undecided"
            return QColor(self._theme.role(name))
        if wanted == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignCenter
        if wanted in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(track, cell)
        return None


def cell_words(track: Track, cell: Cell) -> str:
    """A cell in words."""
    if cell.survival is None:
        words = tr("┊C{n}: still gone, inferred").format(n=cell.compaction)
    else:
        told = f"{verdict_word(cell.verdict)}: {verdict_meaning(cell.verdict)}"
        words = tr("┊C{n}: {told}").format(n=cell.compaction, told=told)
        if not cell.survival.live:
            words = f"{words} ({tr('no longer mattered')})"
    if cell.compaction in track.learned_again:
        words = f"{words}, {tr('said again after it was lost')}"
    if cell.compaction == track.first_loss:
        words = f"{words}, {tr('its first loss')}"
    return ". ".join(filter(None, (words, looked_for_words(cell.looked_for))))


def findings(erosion: Erosion, kinds: frozenset[FactKind] | None = None) -> tuple[tuple[str, Track, int], ...]:
    """What the grid shows, in sentences: the first loss of each standing rule, what was lost and learned again.

    Each with its fact and the number of the compaction to look at; of facts of these kinds, None for all.
    """
    found: list[tuple[str, Track, int]] = []
    tracks = [track for track in erosion.tracks if kinds is None or track.fact.kind in kinds]
    for track in tracks:
        if track.is_standing_rule and track.first_loss is not None:
            words = tr("first lost at ┊C{n}: {rule}").format(n=track.first_loss, rule=fact_line(track.fact))
            found.append((words, track, track.first_loss))
    for track in tracks:
        for again in track.learned_again:
            words = tr("lost and learned again at ┊C{n}: {rule}").format(n=again, rule=fact_line(track.fact))
            found.append((words, track, again))
    for track in tracks:
        if track.retold > 1:
            last = next((cell.compaction for cell in reversed(track.cells) if cell is not None), 0)
            words = tr("retold by {n} summaries in a row: {rule}").format(n=track.retold, rule=fact_line(track.fact))
            found.append((words, track, last))
    return tuple(found)


def legend() -> Sequence[str]:
    """What the signs of the grid mean."""
    shown = (one for one in Verdict if one is not Verdict.SUPERSEDED)
    return (
        *(f"{SIGNS[verdict]} {verdict_word(verdict)}" for verdict in shown),
        tr("{sign} still gone").format(sign=GONE_SIGN),
        tr("{sign} said again after it was lost").format(sign=AGAIN_SIGN),
        tr("grey: no longer mattered"),
        tr("empty: not said yet, or nothing tells"),
    )


def fact_line(fact: Fact) -> str:
    """A fact on one line, for a sentence about it."""
    return short_line(as_said(fact).statement, 90)
