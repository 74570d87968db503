"""Texts of a log under one another with passages marked; plain text, so that nothing in it is markup, link or image."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from inspector.gui.models.sheet import SheetMark, TextSheet, Title
from inspector.gui.theme import Theme

_TINT, _STRONG = 50, 120
_MARGIN = 0.35


class SheetView(QPlainTextEdit):
    """Shows one sheet. Only marks in sight are handed to Qt, which goes through all of them for every line."""

    picked = Signal(str)
    """A marked passage was clicked; its key."""
    moved = Signal()
    """What is shown stands elsewhere."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._sheet = TextSheet()
        self.marks: list[SheetMark] = []
        self._starts: list[int] = []
        self._longest = 0
        self._strong = ""
        self._near: tuple[SheetMark, ...] = ()
        self._drawn: tuple[int, int] = (-1, -1)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(8)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        theme.tint(self, Base="base", Text="text")
        theme.changed.connect(self._recolour)
        self._recolour()

    @property
    def sheet(self) -> TextSheet:
        """What is shown."""
        return self._sheet

    def show_sheet(self, sheet: TextSheet) -> None:
        """Show other texts, from the top, without marks."""
        self._sheet = sheet
        self.setExtraSelections([])
        self.setPlainText(sheet.text)
        self.show_marks(())

    def show_marks(self, marks: Sequence[SheetMark], strong: str = "") -> None:
        """Mark these passages; those with the key ``strong`` stand out."""
        self.marks = sorted(marks, key=lambda mark: (mark.start, mark.end))
        self._starts = [mark.start for mark in self.marks]
        self._longest = max((mark.end - mark.start for mark in self.marks), default=0)
        self.stress(strong)

    def stress(self, key: str, near: Sequence[SheetMark] = ()) -> None:
        """Let the passages with this key stand out, and mark others for as long: what is near to it."""
        self._strong, self._near = key, tuple(near)
        self._recolour()

    def height_of(self, unit: int) -> float:
        """Where a place stands in the viewport; above 0 or below its height where it is out of sight."""
        block = self.document().findBlock(unit)
        if block.blockNumber() < self.firstVisibleBlock().blockNumber():
            return -10.0
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(unit, max(self.document().characterCount() - 1, 0)))
        area = self.cursorRect(cursor)
        return float(area.center().y())

    def bring(self, unit: int, height: float | None = None) -> None:
        """Scroll so that a place is in sight, at ``height`` of the viewport where that can be had."""
        cursor = QTextCursor(self.document())
        cursor.setPosition(min(max(unit, 0), max(self.document().characterCount() - 1, 0)))
        self.setTextCursor(cursor)
        self.ensureCursorVisible()
        wanted = self.viewport().height() * _MARGIN if height is None else height
        line = max(self.fontMetrics().lineSpacing(), 1)
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + round((self.cursorRect(cursor).center().y() - wanted) / line))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click on a marked passage picks it; a drag selects text."""
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            at = self.cursorForPosition(event.position().toPoint()).position()
            key = self.key_at(at)
            if key:
                self.picked.emit(key)

    def key_at(self, unit: int) -> str:
        """What the narrowest mark at a place stands for; "" where there is none."""
        here = [mark for mark in self._between(unit, unit + 1) if mark.key and mark.start <= unit < mark.end]
        return min(here, key=lambda mark: mark.end - mark.start).key if here else ""

    def resizeEvent(self, event: object) -> None:
        """Lines wrap elsewhere."""
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._scrolled()

    def _scrolled(self) -> None:
        self._draw()
        self.moved.emit()

    def _recolour(self) -> None:
        self._drawn = (-1, -1)
        self._draw()

    def _between(self, low: int, high: int) -> list[SheetMark]:
        first = bisect_left(self._starts, low - self._longest)
        return [mark for mark in self.marks[first : bisect_left(self._starts, high)] if mark.end > low]

    def _draw(self) -> None:
        """Hand the marks in sight to Qt, with a screen to spare on both sides."""
        first = self.firstVisibleBlock()
        lines = max(self.viewport().height() // max(self.fontMetrics().lineSpacing(), 1), 1)
        low = self.document().findBlockByNumber(max(first.blockNumber() - lines, 0)).position()
        last = self.document().findBlockByNumber(min(first.blockNumber() + 2 * lines, self.document().blockCount() - 1))
        high = last.position() + last.length()
        if self._drawn == (low, high):
            return
        self._drawn = (low, high)
        drawn = [self._title(title.start, title.end, title.is_note) for title in self._titles(low, high)]
        # One passage may stand for thousands of facts: it is painted once in each colour.
        marks = list(
            {(one.start, one.end, one.role, one.key == self._strong): one for one in self._between(low, high)}.values()
        )
        drawn += [self._passage(mark) for mark in marks if mark.key != self._strong or not self._strong]
        drawn += [self._passage(mark, strong=True) for mark in marks if self._strong and mark.key == self._strong]
        drawn += [self._passage(mark) for mark in self._near]
        self.setExtraSelections(drawn)

    def _titles(self, low: int, high: int) -> list[Title]:
        titles = self._sheet.titles
        place = bisect_left(titles, low, key=lambda title: self._sheet.unit(title.start))
        found = []
        for title in titles[place:]:
            if self._sheet.unit(title.start) >= high:
                break
            found.append(title)
        return found

    def _title(self, start: int, end: int, is_note: bool) -> QTextEdit.ExtraSelection:
        form = QTextCharFormat()
        form.setForeground(self._theme.role("muted"))
        if not is_note:
            form.setBackground(self._theme.role("raised"))
            form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        else:
            form.setFontItalic(True)
        return self._selection(self._sheet.unit(start), self._sheet.unit(end), form, full=not is_note)

    def _passage(self, mark: SheetMark, *, strong: bool = False) -> QTextEdit.ExtraSelection:
        color = QColor(self._theme.role(mark.role))
        form = QTextCharFormat()
        ground = QColor(color)
        # On black a shade is no ground.
        ground.setAlpha(_STRONG if strong or self._theme.strong else _TINT)
        form.setBackground(ground)
        if strong or mark.is_underlined:
            form.setFontUnderline(True)
            form.setUnderlineColor(color)
            form.setUnderlineStyle(
                QTextCharFormat.UnderlineStyle.WaveUnderline
                if mark.is_underlined
                else QTextCharFormat.UnderlineStyle.SingleUnderline
            )
        return self._selection(mark.start, mark.end, form)

    def _selection(
        self, start: int, end: int, form: QTextCharFormat, *, full: bool = False
    ) -> QTextEdit.ExtraSelection:
        made = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.document())
        last = max(self.document().characterCount() - 1, 0)
        cursor.setPosition(min(start, last))
        if not full:
            # A selection that is as wide as the view must not hold text: it would stop where the text does.
            cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
        made.cursor, made.format = cursor, form
        return made
