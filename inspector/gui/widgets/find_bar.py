"""Find in the list: searches whole texts in the background and steps through what it found."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from inspector.errors import Cancelled
from inspector.gui.language import number
from inspector.gui.layouts import row, search_field, tool_button
from inspector.gui.models.search import find_items
from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Theme
from inspector.gui.widgets.banner import error_words
from inspector.workbench.bench import Bench


class FindBar(QWidget):
    """A field, how many items hold the text, and two arrows."""

    found = Signal(int)
    """Go to this item."""
    closed = Signal()

    def __init__(self, bench: Bench, theme: Theme) -> None:
        super().__init__()
        self._bench = bench
        self._hits: list[int] = []
        self._sought: str | None = None
        self.field, self.words = search_field(self.tr("Find in all texts")), PlainLabel()
        buttons = (
            tool_button("▲", lambda: self.step(-1), name=self.tr("Previous")),
            tool_button("▼", lambda: self.step(1), name=self.tr("Next")),
            tool_button("✕", self._close, name=self.tr("Close")),
        )
        row(self, (self.field, 1), self.words, *buttons, margins=(6, 3, 6, 3))
        self.field.textEdited.connect(self._edited)
        self.hide()

    def open(self) -> None:
        """Show it with the keyboard in the field."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def look_for(self, text: str) -> None:
        """Search all texts, then go to the first hit at or behind the selected item."""
        document = self._bench.document
        self.field.setText(text)
        self._hits, self._sought = [], text
        self._bench.seek(text)
        if document is None or not text:
            self.words.clear()
            return
        self.words.setText(self.tr("finding…"))
        self._bench.executor.run(
            "find", lambda progress: find_items(document, text, progress), self._arrived, self._failed
        )

    def step(self, by: int) -> None:
        """Go to the next or previous hit; past the end it goes on at the other."""
        text = self.field.text()
        if text != self._sought:
            self.look_for(text)
            return
        if not self._hits:
            return
        if self._bench.sought != text:
            self._bench.seek(text)
        here = self._bench.selection.focus.item or 0
        place = bisect_right(self._hits, here) if by > 0 else bisect_left(self._hits, here) - 1
        self._show(place % len(self._hits))

    def forget(self) -> None:
        """Another session: hits of the last one mean nothing."""
        self._hits, self._sought = [], None
        self.words.clear()
        self._bench.seek("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter steps on, Shift+Enter back, Escape closes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _close(self) -> None:
        self.hide()
        self._bench.seek("")
        self.closed.emit()

    def _edited(self) -> None:
        self._sought = None
        self.words.setText(self.tr("Enter finds") if self.field.text() else "")

    def _arrived(self, hits: list[int]) -> None:
        self._hits = hits
        if not hits:
            self.words.setText(self.tr("not found"))
            return
        here = self._bench.selection.focus.item or 0
        self._show(bisect_left(hits, here) % len(hits))

    def _show(self, place: int) -> None:
        self.words.setText(self.tr("{n} of {all}").format(n=number(place + 1), all=number(len(self._hits))))
        self.found.emit(self._hits[place])

    def _failed(self, why: Exception) -> None:
        self.words.setText("" if isinstance(why, Cancelled) else error_words(why))
