"""Review's zone for a compaction that nobody can read: what the work behind it shows of each fact before it."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QMargins, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QStyleOptionViewItem, QTreeView

from inspector.gui.language import tr
from inspector.gui.layouts import FLUSH, column, plain_label
from inspector.gui.models.shown import ROW, ShownHead, ShownRow, ShownRows, shown_heads
from inspector.gui.panes.pane import Pane
from inspector.gui.plain import tip
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import KeepsColour
from inspector.workbench.bench import Bench
from inspector.workbench.document import Document, Stage
from inspector.workbench.selection import Focus


class ShownPane(Pane):
    """Follows the compaction under review; whoever places it shows it where nobody can read what was left."""

    needs = Stage.AFTERMATH
    source_asked = Signal()
    """A person wants to read what shows a fact."""

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__(bench, theme, "shown", tr("What the work shows"))
        self.list = _ShownList(theme, self.accessibleName())
        self.rows = ShownRows(theme.role, self.list)
        self.list.setModel(self.rows)
        self.list.fit()
        self._shown: tuple[Document, int] | None = None
        self._guard = False
        title = plain_label(self.accessibleName(), margins=(8, 4, 8, 4), wraps=False, bold=True)
        why = self.tr(
            "The summary of this compaction cannot be read, so each fact is checked against the work that followed."
        )
        title.setToolTip(tip(why))
        column(self.body, title, (self.list, 1), margins=FLUSH, spacing=0)
        self.list.selectionModel().selectionChanged.connect(self._picked)
        self.list.activated.connect(lambda index: self.source_asked.emit() if index.data(ROW) else None)
        self.listen()

    def set_context_actions(self, actions: list[QAction]) -> None:
        """What the right button offers."""
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.list.addActions(actions)

    def on_clear(self) -> None:
        """Let go of what was shown."""
        self._shown = None
        self.rows.show(())

    def on_document(self, document: Document) -> None:
        """What the work shows is known."""
        self._list()

    def on_selection(self, focus: Focus, before: Focus) -> None:
        """List another compaction, and follow the selected fact."""
        self._list()
        self._mark(focus)

    def showEvent(self, event: object) -> None:
        """List it, now that somebody sees it."""
        super().showEvent(event)  # type: ignore[arg-type]
        self._list()

    def _list(self) -> None:
        """Make the rows away from the window, once for a compaction, and only where somebody looks."""
        document, number = self.document, self.bench.under_review
        if (
            document is None
            or number is None
            or not self.isVisibleTo(self.window())
            or self._shown == (document, number)
        ):
            return
        wanted = self._shown = (document, number)
        self.rows.show(())
        self.bench.executor.run(
            "shown",
            lambda progress: shown_heads(document, number),
            lambda heads: self._fill(heads) if self._shown == wanted else None,
            self.failed,
        )

    def _fill(self, heads: tuple[ShownHead, ...]) -> None:
        if not heads:
            self.say(self.tr("Nothing to show"), self.tr("No facts were found before this compaction."))
            return
        self.show_body()
        self._guard = True
        self.rows.show(heads)
        self.list.unfold(self.rows)
        self._guard = False
        self._mark(self.bench.selection.focus)

    def _mark(self, focus: Focus) -> None:
        """Select the row of a fact without telling; nothing where it is not listed."""
        index = self.rows.find(focus.fact)
        self._guard = True
        if index.isValid():
            self.list.setCurrentIndex(index)
        else:
            self.list.clearSelection()
            self.list.setCurrentIndex(QModelIndex())
        self._guard = False

    def _picked(self, selected: QItemSelection, _: QItemSelection) -> None:
        row: ShownRow | None = selected.indexes()[0].data(ROW) if selected.indexes() else None
        if row is not None and not self._guard:
            self.select(compaction=self.bench.under_review, fact=row.fact, claim=None, item=row.item or row.said)


_AIR = 6
"""Pixels that a row has above and below its line, and the places have on their right."""


class _Line(KeepsColour):
    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """One line with air, as the list of facts beside it has."""
        return super().sizeHint(option, index).grownBy(QMargins(0, _AIR // 2, 0, _AIR // 2))

    def initStyleOption(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> None:
        """Places do not touch the edge."""
        super().initStyleOption(option, index)
        if index.column():
            option.rect.setRight(option.rect.right() - _AIR)


class _ShownList(QTreeView):
    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # The end of a path says more than its folders.
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setTabKeyNavigation(False)
        self.setIndentation(self.fontMetrics().averageCharWidth() * 2)
        self.setItemDelegate(_Line(self))
        theme.tint_selection(self)

    def fit(self) -> None:
        """The words take what the places leave."""
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        header.resizeSection(1, self.fontMetrics().horizontalAdvance("→ #000,000  "))

    def unfold(self, rows: ShownRows) -> None:
        """Open all heads but those that stay folded."""
        for place in range(len(rows.group_sizes())):
            if place not in rows.folded():
                self.expand(rows.index(place, 0))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The selected row stays in sight, where what is said of it takes room from the list."""
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy takes the row as a sentence."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            QApplication.clipboard().setText(str(self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)))
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here."""
