"""A text of any length, fixed pitch, wrapped to the view: only the lines in sight are cut out and drawn."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QRectF,
    Qt,
    QTimer,
)
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from inspector.gui.models.lines import LONGEST, TextLines, spans
from inspector.gui.models.search import places
from inspector.gui.models.signs import copyable
from inspector.gui.theme import Theme
from inspector.workbench.jobs import Executor

_NARROWEST = 40
_SETTLE = 150
_MARGIN = 14


class BigText(QListView):
    """Lines can be selected and copied. Where to wrap is worked out in the background."""

    def __init__(self, theme: Theme, executor: Executor, slot: str) -> None:
        super().__init__()
        self._executor, self._slot = executor, slot
        self._text: str | None = None
        self._columns = 0
        self._wanted: tuple[int, int] | None = None
        self._delegate = _Marking(theme, self)
        self.setItemDelegate(self._delegate)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setFont(theme.mono())
        # Always there, so that wrapping does not change the width it wraps to.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        theme.tint_selection(self)
        self._settled = QTimer(self, singleShot=True, interval=_SETTLE)
        self._settled.timeout.connect(self._wrap)

    def show_text(self, text: str, highlight: tuple[int, int] | None = None) -> None:
        """Show a text; ``highlight`` is a range of characters to bring into view and select."""
        self._text, self._wanted, self._columns = text, highlight, 0
        self._delegate.marks = []
        self._wrap()

    def clear_text(self) -> None:
        """Let go of the text."""
        self._text = None
        self._replace(None)

    def selected_text(self) -> str:
        """The selected lines as the log has them: one that is only wrapped is not broken."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        model = self.model()
        return model.logged(rows[0], rows[-1]) if rows and isinstance(model, TextLines) else ""

    def mark(self, words: str) -> int:
        """Mark every place that reads ``words``, within the wanted part where there is one; how many there are.

        The first is brought into view.
        """
        low, high = self._wanted or (0, None)
        found = places((self._text or "")[low:high], words)
        self._delegate.marks = [(low + start, low + end) for start, end in found]
        if self._delegate.marks:
            self._show_wanted()
        self.viewport().update()
        return len(self._delegate.marks)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap anew once the width comes to rest."""
        super().resizeEvent(event)
        if self._text is not None:
            self._settled.start()

    def keyboardSearch(self, search: str) -> None:
        """Letters are commands of the window."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy takes the selected lines."""
        if event.matches(QKeySequence.StandardKey.Copy):
            QApplication.clipboard().setText(copyable(self.selected_text()))
            return
        super().keyPressEvent(event)

    def _wrap(self) -> None:
        text = self._text
        # The advance of one digit is rounded; that of a hundred shows what a line really takes.
        advance = QFontMetricsF(self.font()).horizontalAdvance("0" * 100) / 100
        columns = min(max(int((self.viewport().width() - _MARGIN) / max(advance, 1)), _NARROWEST), LONGEST)
        if text is None or columns == self._columns:
            return
        self._columns = columns

        def arrived(ranges: list[tuple[int, int]]) -> None:
            if text is self._text:
                self._replace(TextLines(text, ranges, self))
                self._show_wanted()

        self._executor.run(self._slot, lambda progress: list(spans(text, columns)), arrived, lambda why: None)

    def _replace(self, model: TextLines | None) -> None:
        old = self.model()
        self.setModel(model)
        if old is not None:
            old.deleteLater()

    def _show_wanted(self) -> None:
        """Select the part that is wanted; the first place that was looked for is in view before it."""
        model = self.model()
        if not isinstance(model, TextLines):
            return
        for place in (self._wanted, next(iter(self._delegate.marks), None)):
            rows = model.rows(*place) if place is not None else range(0)
            if rows and place is self._wanted:
                chosen = QItemSelection(model.index(rows[0], 0), model.index(rows[-1], 0))
                self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            if rows:
                self.scrollTo(model.index(rows[0], 0), QListView.ScrollHint.PositionAtCenter)


class _Marking(QStyledItemDelegate):
    """Draws a line, and over it the characters that were looked for on a ground of their own."""

    def __init__(self, theme: Theme, parent: QListView) -> None:
        super().__init__(parent)
        self._theme = theme
        self.marks: list[tuple[int, int]] = []
        """Ranges of characters of the whole text, in order."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """As any line, then what is marked in it."""
        super().paint(painter, option, index)
        model = index.model()
        found = model.marked(index.row(), self.marks) if self.marks and isinstance(model, TextLines) else []
        if not found:
            return
        self.initStyleOption(option, index)
        style = option.widget.style()
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, option.widget)
        left = room.x() + style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, option.widget) + 1
        sizes = QFontMetricsF(option.font)
        painter.save()
        painter.setFont(option.font)
        painter.setPen(self._theme.role("text"))
        for before, words in found:
            x, width = left + sizes.horizontalAdvance(before), sizes.horizontalAdvance(words)
            ground = QRectF(x, room.y(), width, room.height())
            painter.fillRect(ground, self._theme.role("highlight"))
            painter.drawText(ground, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, words)
        painter.restore()
