"""The list of facts and claims: groups that fold, one line each, and what a person moves to."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QApplication, QTreeView

from inspector.gui.models.facts import CLAIMED, JUDGED, FactRows
from inspector.gui.theme import Theme
from inspector.gui.widgets.fact_painter import FactPainter
from inspector.workbench.groups import Row, key_of

_AT_ONCE = 2_000
"""Rows that are unfolded in one turn, but for a group that alone has more."""


class FactList(QTreeView):
    """Shows ``rows``; knows no workbench."""

    chosen = Signal(object)
    """A person moved to this fact or claim, a ``Row``."""
    moved = Signal()
    """Rows stand elsewhere: scrolled, folded, resized."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.rows = FactRows(self)
        self.setModel(self.rows)
        self.setItemDelegate(FactPainter(theme, self))
        self.setAccessibleName(self.tr("Facts"))
        self.setHeaderHidden(True)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setFrameShape(QTreeView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setIndentation(self.fontMetrics().averageCharWidth() * 2)
        # Also under the mark that folds a group.
        theme.tint_selection(self)
        self._guard = False
        self.selectionModel().selectionChanged.connect(self._picked)
        self.verticalScrollBar().valueChanged.connect(lambda _: self.moved.emit())
        self.expanded.connect(lambda _: self.moved.emit())
        self.collapsed.connect(lambda _: self.moved.emit())
        self._folded: list[int] = []
        self._later = QTimer(self, singleShot=True, interval=0)
        self._later.timeout.connect(self._unfold_some)
        self.rows.modelReset.connect(self._unfold)

    def mark(self, key: str | None) -> None:
        """Select the row of a fact or claim without telling; nothing where it is not listed."""
        index = self.rows.find(key)
        self._guard = True
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        self._guard = False

    def visible(self) -> list[tuple[Row, float]]:
        """The facts and claims in sight, each with the middle of its row in the list's viewport."""
        found = []
        index = self.indexAt(self.viewport().rect().topLeft())
        while index.isValid():
            area = self.visualRect(index)
            if area.top() > self.viewport().height():
                break
            row = _row_of(index)
            if row is not None:
                found.append((row, float(area.center().y())))
            index = self.indexBelow(index)
        return found

    def middle_of(self, key: str | None) -> float | None:
        """The middle of a row in the viewport; None where it is out of sight."""
        return next((y for row, y in self.visible() if key_of(row) == key), None)

    def resizeEvent(self, event: object) -> None:
        """Rows stand elsewhere."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self.moved.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy takes the row as a sentence."""
        if event.matches(QKeySequence.StandardKey.Copy) and self.currentIndex().isValid():
            QApplication.clipboard().setText(str(self.currentIndex().data()))
            return
        super().keyPressEvent(event)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here; the field above the list searches."""

    def _picked(self, selected: QItemSelection, _: QItemSelection) -> None:
        if self._guard or not selected.indexes():
            return
        row = _row_of(selected.indexes()[0])
        if row is not None:
            self.chosen.emit(row)

    def _unfold(self) -> None:
        """Unfold the groups one after another: Qt asks for each row of a group, and a large one takes a turn."""
        self.executeDelayedItemsLayout()
        stay = self.rows.folded()
        self._folded = [top for top in range(len(self.rows.group_sizes())) if top not in stay]
        self._unfold_some()

    def _unfold_some(self) -> None:
        sizes, asked = self.rows.group_sizes(), 0
        while self._folded and (not asked or asked + sizes[self._folded[0]] <= _AT_ONCE):
            top = self._folded.pop(0)
            asked += sizes[top]
            self.expand(self.rows.index(top, 0))
        self.moved.emit()
        if self._folded:
            self._later.start()


def _row_of(index: QModelIndex) -> Row | None:
    """The fact or claim of a row; None on that of a group."""
    row: Row | None = index.data(JUDGED) or index.data(CLAIMED)
    return row
