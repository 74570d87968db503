"""Every sentence of the user over all compactions, as a grid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtGui import QColor, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.gui.language import number, tr
from inspector.gui.layouts import FLUSH, column, plain_label
from inspector.gui.models.compactions import none_words
from inspector.gui.models.table import RecordTable, TableColumn
from inspector.gui.models.verdicts import kind_word, legend_word, role, sign_of, strength_word, verdict_in_words
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import KeepsColour, RowTable
from inspector.model import FactKind, Survival
from inspector.survival.erosion import Erosion, Track
from inspector.survival.shares import SPOKEN
from inspector.wording.verdicts import SIGNS
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.selection import Focus
from inspector.workbench.wear import wear

_NARROWEST = 20
"""Letters that the column of sentences is wide, at least."""


class ErosionPane(Pane):
    """A row a sentence, a column a compaction."""

    needs = Stage.COMPARE

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "erosion", tr("Erosion"))
        self._guard = False
        self.table = self.listing = RowTable(self.tr("Sentences over compactions"))
        self.rows = ErosionTable(theme, self)
        self._legend = plain_label(margins=(8, 2, 8, 2))
        self._build()
        self._stale = True
        """Whether verdicts are others than those that are shown."""
        self.bench.judgements.made.connect(lambda change: self._changed())
        self.bench.judgements.loaded.connect(self._changed)
        self.listen()

    def lists(self) -> tuple[QWidget, ...]:
        """Where single letters are commands."""
        return (self.table,)

    def on_clear(self) -> None:
        """Nothing known."""
        self._show(Grid())

    def on_document(self, document: Document) -> None:
        """Verdicts are there."""
        if not document.comparison:
            self.say(self.tr("Nothing eroded"), none_words(document))
            return
        self._changed()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """Follow the selected fact."""
        row, column = self.rows.row_of(focus.fact), self.rows.column_of(focus.compaction)
        self._guard = True
        if row >= 0:
            index = self.rows.index(row, max(column, 1))
            self.table.setCurrentIndex(index)
            self.table.scrollTo(index)
        else:
            self.table.clearSelection()
        self._guard = False

    def on_theme(self) -> None:
        """The colours of the signs."""
        self.table.viewport().update()

    def showEvent(self, event: QShowEvent) -> None:
        """What is not looked at is not worked out."""
        super().showEvent(event)
        self._work()

    def _changed(self) -> None:
        self._stale = True
        self._work()

    def _work(self) -> None:
        document = self.document
        if not self._stale or document is None or not document.comparison or not self.isVisible():
            return
        self._stale = False
        judgements = self.bench.judgements.copy()

        def work(progress: Progress) -> Grid:
            progress.report(0.0, tr("Following sentences"))
            with making_many():
                return grid_of(wear(document, judgements))

        self.bench.executor.run("erosion", work, lambda grid: self._arrived(document, grid), self._failed)

    def _arrived(self, document: Document, grid: Grid) -> None:
        if document is self.bench.document:
            self._show(grid)
            self.on_selection(self.bench.selection.focus, Focus())

    def _failed(self, why: Exception) -> None:
        self._stale = True
        self.failed(why)

    def _show(self, grid: Grid) -> None:
        self.rows.show_grid(grid)
        header = self.table.horizontalHeader()
        if self.rows.columnCount() > FIXED:
            width = self.fontMetrics().horizontalAdvance("┊C000 ")
            wider = {0: width * 3, 2: max(width, self.table.sizeHintForColumn(2))}
            for section in range(self.rows.columnCount()):
                if section != 1:
                    header.resizeSection(section, wider.get(section, width))
            # Which kind a sentence is of, a judge says.
            self.table.setColumnHidden(0, all(track.fact.kind is FactKind.SAID for track in grid.tracks))
            self._fit()
        self._legend.setText(" · ".join(legend(grid.signs)) if grid.tracks else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The sentences take what there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Sentences have the room that they need, as far as there is any; the signs stay beside the words."""
        header = self.table.horizontalHeader()
        rest = sum(header.sectionSize(section) for section in range(header.count()) if section != 1)
        room = self.width() - rest - self.table.verticalScrollBar().sizeHint().width()
        if header.count() > FIXED:
            letter = self.fontMetrics().averageCharWidth()
            header.resizeSection(1, max(min(room, self.table.sizeHintForColumn(1)), letter * _NARROWEST))

    def _pick(self, index: QModelIndex) -> None:
        if self._guard or not index.isValid():
            return
        track, place = self.rows.record(index.row()), index.column() - FIXED
        cell = (track.cells[place] if place >= 0 else None) or next(filter(None, track.cells))
        fact = track.fact
        self.select(compaction=cell.compaction, fact=fact.id, claim=None, item=fact.quotes[0].item or None)

    def _build(self) -> None:
        self.table.setModel(self.rows)
        # A cell is a verdict to open, so a cell is selected, not its row.
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.table.setItemDelegate(KeepsColour(self.table))
        self.table.selectionModel().currentChanged.connect(lambda now, before: self._pick(now))
        self.theme.tint_selection(self.table)
        column(self.body, self._legend, (self.table, 1), margins=FLUSH, spacing=0)


AGAIN_SIGN = "↺"
FIXED = 3
"""Columns before those of the compactions: kind, statement, where it was said."""


@dataclass(frozen=True, slots=True)
class Grid:
    """What the user said, without what is folded, in the order said."""

    compactions: tuple[int, ...] = ()
    tracks: tuple[Track, ...] = ()
    rows: Mapping[str, int] = field(default_factory=dict)
    """The row of a fact by its id."""
    signs: frozenset[str] = frozenset()
    """Those that stand in its cells."""


def grid_of(erosion: Erosion) -> Grid:
    """The user's sentences in the order of the table."""
    listed = (track for track in erosion.tracks if track.fact.fold is None and track.fact.kind in SPOKEN)
    tracks = tuple(sorted(listed, key=lambda track: (track.fact.quotes[0].item, track.fact.quotes[0].start)))
    rows = {track.fact.id: row for row, track in enumerate(tracks)}
    cells = [cell for track in tracks for cell in track.cells if cell is not None]
    return Grid(erosion.compactions, tracks, rows, frozenset(map(sign_of, cells)))


class ErosionTable(RecordTable):
    """One row a sentence, a ``Track``, in the order said; a column for each compaction."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._theme = theme
        self.show_grid(Grid())

    def show_grid(self, grid: Grid) -> None:
        """Put another session's facts in."""
        self.grid = grid
        self.show(grid.tracks, (*_said_columns(), *map(self._verdicts, range(len(grid.compactions)))))

    def row_of(self, fact: str | None) -> int:
        """The row of a fact, or -1."""
        return self.grid.rows.get(fact or "", -1)

    def column_of(self, compaction: int | None) -> int:
        """The column of a compaction, or -1."""
        numbers = self.grid.compactions
        return FIXED + numbers.index(compaction) if compaction in numbers else -1

    def _verdicts(self, place: int) -> TableColumn:
        def sign(track: Track) -> str | None:
            cell = track.cells[place]
            return f"{AGAIN_SIGN * (cell.compaction in track.again)}{sign_of(cell)}" if cell else None

        def color(track: Track) -> QColor | None:
            cell = track.cells[place]
            return QColor(self._theme.role(role(cell.verdict) if cell.live else "undecided")) if cell else None

        def told(track: Track) -> str:
            cell = track.cells[place]
            return cell_words(track, cell) if cell else ""

        title = f"┊C{self.grid.compactions[place]}"
        return TableColumn(title, sign, color=color, tip=told, spoken=told, centred=True)


def _said_columns() -> tuple[TableColumn, ...]:
    def kind(track: Track) -> str:
        return " ".join(filter(None, (kind_word(track.fact.kind), strength_word(track.fact.strength))))

    def said(track: Track) -> str:
        item = track.fact.quotes[0].item
        return f"#{number(item)}" if item else ""

    texts = ((tr("Kind"), kind), (tr("Sentence"), lambda track: track.fact.statement[:500]), (tr("Said"), said))
    return tuple(TableColumn(title, text, tip=lambda track: track.fact.statement) for title, text in texts)


def cell_words(track: Track, cell: Survival) -> str:
    """A cell in words."""
    words = tr("┊C{n}: {told}").format(n=cell.compaction, told=verdict_in_words(cell.verdict))
    if not cell.live:
        words = f"{words} ({tr('no longer mattered')})"
    if not cell.before:
        words = f"{words}, {tr('nor right before the compaction')}"
    if cell.compaction in track.again:
        words = f"{words}, {tr('there again right before the compaction')}"
    return words


def legend(signs: frozenset[str]) -> Sequence[str]:
    """What the signs of a grid mean, those that it has."""
    return (
        *(f"{sign} {legend_word(verdict)}" for verdict, sign in SIGNS.items() if sign in signs),
        tr("{sign} there again right before the compaction").format(sign=AGAIN_SIGN),
        tr("empty: not said yet, or nothing tells"),
    )
