"""Every sentence of the user over all compactions, as a grid."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, plain_label
from inspector.gui.models.erosion import CELL, FIXED, TRACK, ErosionTable, Grid, grid_of, legend
from inspector.gui.panes.pane import Pane
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import KeepsColour, RowTable
from inspector.model import FactKind
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.jobs import Progress, making_many
from inspector.workbench.selection import Focus
from inspector.workbench.wear import wear

_WIDEST, _NARROWEST = 110, 20
"""Letters that the column of sentences is wide."""


class ErosionPane(Pane):
    """A row a sentence, a column a compaction."""

    needs = Stage.COMPARE

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "erosion", tr("Erosion"))
        self._guard = False
        self.table = RowTable(self.tr("Sentences over compactions"))
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

    def focus_table(self) -> None:
        """Put the keyboard into the grid."""
        (self.table if self.shows_body() else self).setFocus()

    def set_context_actions(self, actions: list[QAction]) -> None:
        """What the right button offers."""
        self.table.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.table.addActions(actions)

    def on_clear(self) -> None:
        """Nothing known."""
        self._show(Grid())

    def on_document(self, document: Document) -> None:
        """Verdicts are there."""
        if not document.comparison:
            self.say(self.tr("Nothing eroded"), self.tr("Nothing was compacted, as far as this log shows."))
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
        self.rows.show(grid)
        header = self.table.horizontalHeader()
        if self.rows.columnCount() > FIXED:
            width = self.fontMetrics().horizontalAdvance("┊C000 ")
            for section in range(self.rows.columnCount()):
                if section != 1:
                    header.resizeSection(section, width if section >= FIXED else width * (3 if section == 0 else 1))
            # Which kind a sentence is of, a judge says.
            self.table.setColumnHidden(0, all(track.fact.kind is FactKind.SAID for track in grid.tracks))
            self._fit()
        self._legend.setText(" · ".join(legend(grid.verdicts)) if grid.tracks else "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The sentences take what there is."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Sentences have the room that is there, but no more than keeps the signs beside the words."""
        header = self.table.horizontalHeader()
        rest = sum(header.sectionSize(section) for section in range(header.count()) if section != 1)
        room = self.width() - rest - self.table.verticalScrollBar().sizeHint().width()
        if header.count() > FIXED:
            letter = self.fontMetrics().averageCharWidth()
            header.resizeSection(1, max(min(room, letter * _WIDEST), letter * _NARROWEST))

    def _pick(self, index: QModelIndex) -> None:
        if self._guard or not index.isValid():
            return
        track, cell = index.data(TRACK), index.data(CELL)
        if cell is None:
            cell = next(one for one in track.cells if one is not None)
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
