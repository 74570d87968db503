"""A table whose first columns stay in sight: two views of one model and one selection, scrolled together."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QScrollBar, QSizePolicy, QTableView, QWidget

from inspector.gui import layouts
from inspector.gui.layouts import FLUSH, named, row
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_table import KeepsColour, RowTable

_FROZEN = 2
"""Columns that stand still on the left."""


class FrozenTable(QWidget):
    """Shows a model."""

    moved = Signal(QModelIndex)
    """The current cell is another."""
    entered = Signal(QModelIndex)
    """Enter was pressed on a cell, or it was clicked twice."""

    def __init__(self, model: object, theme: Theme, title: str) -> None:
        super().__init__()
        self.left, self.right = _View(title), _View(title)
        self.left.setModel(model)  # type: ignore[arg-type]
        self.right.setModel(model)  # type: ignore[arg-type]
        self.right.setSelectionModel(self.left.selectionModel())
        self.left.other, self.right.other = self.right, self.left
        self.bar = named(QScrollBar(Qt.Orientation.Horizontal), self.tr("Columns in sight"))
        # Below both halves: under one of them alone it would take that one's last row.
        halves = row(None, self.left, (self.right, 1), margins=FLUSH, spacing=0)
        layouts.column(self, (halves, 1), self.bar, margins=FLUSH, spacing=0)
        self.setFocusProxy(self.left)
        self.setAccessibleName(title)
        self.left.verticalScrollBar().valueChanged.connect(self.right.verticalScrollBar().setValue)
        self.right.verticalScrollBar().valueChanged.connect(self.left.verticalScrollBar().setValue)
        self.left.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.left.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        sideways = self.right.horizontalScrollBar()
        sideways.rangeChanged.connect(self._ranged)
        sideways.valueChanged.connect(self.bar.setValue)
        self.bar.valueChanged.connect(sideways.setValue)
        self._ranged(sideways.minimum(), sideways.maximum())
        self.left.selectionModel().currentChanged.connect(lambda now, before: self.moved.emit(QModelIndex(now)))
        for view in (self.left, self.right):
            view.activated.connect(self.entered)
            theme.tint_selection(view)
        model.modelReset.connect(self.arrange)  # type: ignore[attr-defined]
        self.arrange()

    def current(self) -> QModelIndex:
        """The current cell."""
        return self.left.currentIndex()

    def set_current(self, row: int, column: int) -> None:
        """Make a cell the current one, and bring it in sight."""
        index = self.left.model().index(row, column)
        view = self.left if column < _FROZEN else self.right
        view.setCurrentIndex(index)
        view.scrollTo(index)

    def take_keyboard(self) -> None:
        """Put the keyboard into the half with the current cell: arrows go on from there."""
        view = self.right if self.current().column() >= _FROZEN else self.left
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def clear(self) -> None:
        """No cell is the current one."""
        self.left.selectionModel().clear()

    def set_context_actions(self, actions: Sequence[QAction]) -> None:
        """What the right button offers, on cells and on the heads of columns."""
        for view in (self.left, self.right):
            for part in (view, view.horizontalHeader()):
                part.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
                part.addActions(list(actions))

    def set_widths(self, widths: Sequence[int]) -> None:
        """How wide the columns are, in order; the last width holds for the rest."""
        for column in range(self.left.model().columnCount()):
            width = widths[min(column, len(widths) - 1)]
            for view in (self.left, self.right):
                view.horizontalHeader().resizeSection(column, width)
        self._fit()

    def arrange(self) -> None:
        """Share the columns out between the views; after the model has others."""
        for column in range(self.left.model().columnCount()):
            self.left.setColumnHidden(column, column >= _FROZEN)
            self.right.setColumnHidden(column, column < _FROZEN)
        self._fit()

    def height_of_all(self) -> int:
        """Pixels that the head, all rows and the bar below them take."""
        rows = sum(self.left.rowHeight(row) for row in range(self.left.model().rowCount()))
        bar = 0 if self.bar.isHidden() else self.bar.sizeHint().height()
        return int(self.left.horizontalHeader().sizeHint().height() + rows + bar + 2)

    def width_of(self, column: int, row: int) -> int:
        """Pixels that a cell needs, or the head of its column for row -1."""
        view = self.left if column < _FROZEN else self.right
        if row < 0:
            return int(view.horizontalHeader().sectionSizeHint(column))
        # Without the last pixel a text that fits is cut all the same.
        return int(view.sizeHintForIndex(view.model().index(row, column)).width()) + 1

    def room(self) -> int:
        """Pixels that there are for all columns."""
        return int(self.width() - self.right.verticalScrollBar().sizeHint().width() - 1)

    def _ranged(self, low: int, high: int) -> None:
        self.bar.setRange(low, high)
        self.bar.setPageStep(self.right.horizontalScrollBar().pageStep())
        self.bar.setVisible(high > low)

    def _fit(self) -> None:
        header = self.left.horizontalHeader()
        self.left.setFixedWidth(sum(header.sectionSize(column) for column in range(_FROZEN)) + 1)


def shared(least: Sequence[int], wanted: Sequence[int], room: int) -> list[int]:
    """Widths of columns: each at least so wide, as wide as it wants while there is room, small wishes first."""
    widths, left = list(least), room - sum(least)
    for place in sorted(range(len(widths)), key=lambda place: wanted[place] - least[place]):
        more = min(max(wanted[place] - widths[place], 0), max(left, 0))
        widths[place] += more
        left -= more
    return widths


class _View(RowTable):
    """One half."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.other: QTableView | None = None
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setItemDelegate(KeepsColour(self))
        self.horizontalHeader().setSectionsClickable(True)
        self.horizontalHeader().sectionClicked.connect(self._head_clicked)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Left and right lead from one half into the other."""
        before = self.currentIndex()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and before.isValid():
            self.activated.emit(before)
            return
        super().keyPressEvent(event)
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self.currentIndex() == before and self.other:
            step = 1 if event.key() == Qt.Key.Key_Right else -1
            beside = before.siblingAtColumn(before.column() + step)
            if beside.isValid() and not self.other.isColumnHidden(beside.column()):
                self.other.setCurrentIndex(beside)
                self.other.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here."""

    def _head_clicked(self, section: int) -> None:
        row = max(self.currentIndex().row(), 0)
        self.setCurrentIndex(self.model().index(row, section))
        self.setFocus(Qt.FocusReason.MouseFocusReason)
