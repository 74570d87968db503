"""The list of items and the titles of its columns: rows of one height, and what a person moves to."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from inspector.gui.models.rows import TranscriptRows
from inspector.gui.theme import Theme
from inspector.gui.widgets.row_painter import RowPainter


class ItemList(QListView):
    """Shows ``rows``; knows no workbench."""

    chosen = Signal(int)
    """A person moved to this row."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.rows = TranscriptRows(self)
        self.painter = RowPainter(self.rows, theme, self)
        self.setModel(self.rows)
        self.setItemDelegate(self.painter)
        self.setAccessibleName(self.tr("Items of the session"))
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._guard = False
        self.selectionModel().currentChanged.connect(self._moved)

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands here; jumping to a row that begins with one would fight them."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The current row stays in sight, or the end where nothing is current: what opens beside covers neither."""
        row = self.visualRect(self.currentIndex())
        was_seen = row.isValid() and row.top() >= 0 and row.bottom() <= event.oldSize().height()
        bar = self.verticalScrollBar()
        was_at_end = 0 < bar.maximum() == bar.value()
        super().resizeEvent(event)
        if was_seen:
            self.scrollTo(self.currentIndex())
        elif was_at_end:
            self.scrollToBottom()

    def go(self, row: int) -> None:
        """Move to a row, or to the first or last where there is none so far."""
        count = self.rows.rowCount()
        if count:
            self.setCurrentIndex(self.rows.index(min(max(row, 0), count - 1)))

    def mark(self, row: int) -> None:
        """Select a row without telling, and bring it into sight; a negative one selects none."""
        self._guard = True
        index = self.rows.index(row) if row >= 0 else QModelIndex()
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self._guard = False
        if row >= 0 and not self.viewport().rect().contains(self.visualRect(index)):
            self.scrollTo(index, QListView.ScrollHint.PositionAtCenter)

    def _moved(self, now: QModelIndex, before: QModelIndex) -> None:
        if not self._guard and now.isValid():
            self.chosen.emit(now.row())


class ItemHead(QWidget):
    """The titles of the columns, laid out as the rows are."""

    def __init__(self, view: ItemList, theme: Theme) -> None:
        super().__init__()
        self._view, self._theme = view, theme
        self.setFixedHeight(self.fontMetrics().height() + 4)

    def sizeHint(self) -> QSize:
        """One line."""
        return QSize(100, self.fontMetrics().height() + 4)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Number, kind, what, tokens, time."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.role("raised"))
        painter.setPen(self._theme.role("muted"))
        at = self._view.painter.columns(self._view.font(), self._view.viewport().width())
        right, left = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignVCenter
        height = self.height()
        painter.drawText(at.number, 0, at.number_width, height, right, self.tr("no."))
        if at.names_kind:
            painter.drawText(at.kind, 0, at.kind_width, height, left, self.tr("kind"))
        painter.drawText(at.what, 0, at.what_width, height, left, self.tr("what"))
        painter.drawText(at.tokens, 0, at.tokens_width, height, right, self.tr("tokens"))
        if self._view.painter.with_time:
            painter.drawText(at.time, 0, at.time_width - 2, height, right, self.tr("time"))
