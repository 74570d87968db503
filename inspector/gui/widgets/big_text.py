"""A text of any length, fixed pitch, wrapped to the view: only the lines in sight are cut out and drawn."""

from __future__ import annotations

from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QListView

from inspector.gui.models.lines import LONGEST, TextLines, spans
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
        self._wrap()

    def clear_text(self) -> None:
        """Let go of the text."""
        self._text = None
        self._replace(None)

    def selected_text(self) -> str:
        """The selected lines."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return "\n".join(str(self.model().index(row, 0).data()) for row in rows)

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
            QApplication.clipboard().setText(self.selected_text())
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
                self._show_wanted(ranges)

        self._executor.run(self._slot, lambda progress: list(spans(text, columns)), arrived, lambda why: None)

    def _replace(self, model: TextLines | None) -> None:
        old = self.model()
        self.setModel(model)
        if old is not None:
            old.deleteLater()

    def _show_wanted(self, ranges: list[tuple[int, int]]) -> None:
        if self._wanted is None:
            return
        first, last = self._wanted
        rows = [row for row, (start, end) in enumerate(ranges) if start < last and end >= first]
        if rows:
            model = self.model()
            chosen = QItemSelection(model.index(rows[0], 0), model.index(rows[-1], 0))
            self.selectionModel().select(chosen, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(model.index(rows[0], 0), QListView.ScrollHint.PositionAtCenter)
