"""A plain text editor in the fixed font that can mark one line as wrong."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QKeyEvent, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from inspector.gui.theme import Theme

_INDENT = "  "


class CodeEdit(QPlainTextEdit):
    """Two blanks for a tab; Escape leaves the tab key to the window."""

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._theme = theme
        self._wrong: int | None = None
        self.setAccessibleName(title)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self.document().setDocumentMargin(8)
        # The tab key goes on to the next field: nobody may get caught in here.
        self.setTabChangesFocus(True)
        theme.tint(self, Base="base", Text="text")
        theme.changed.connect(self._recolour)
        self._recolour()

    def mark_line(self, line: int | None) -> None:
        """Mark a line, counted from 1, as wrong; None for none."""
        self._wrong = line
        self._mark()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A new line begins where the one before did."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            line = self.textCursor().block().text()
            indent = line[: len(line) - len(line.lstrip())]
            self.insertPlainText("\n" + indent + (_INDENT if line.rstrip().endswith(":") else ""))
            return
        super().keyPressEvent(event)

    def _mark(self) -> None:
        block = self.document().findBlockByNumber(self._wrong - 1) if self._wrong else None
        if block is None or not block.isValid():
            self.setExtraSelections([])
            return
        made = QTextEdit.ExtraSelection()
        ground = QColor(self._theme.role("error"))
        ground.setAlpha(40)
        form = QTextCharFormat()
        form.setBackground(ground)
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        made.cursor, made.format = QTextCursor(block), form
        self.setExtraSelections([made])

    def _recolour(self) -> None:
        self.setFont(self._theme.mono())
        self._mark()
