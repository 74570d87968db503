"""A line across the top of a pane: what went wrong, and the buttons that are the way out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy

from inspector.errors import InspectorError
from inspector.gui.layouts import plain_label, row, show_choices, tool_button
from inspector.gui.theme import Theme


class Banner(QFrame):
    """Hidden until something is said; a person can put it away."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._role = "warning"
        # A path in a message must never be read as markup.
        self.words = plain_label(selectable=True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._buttons = QHBoxLayout()
        close = tool_button("✕", self.hide, name=self.tr("Hide this message"))
        row(self, (self.words, 1), self._buttons, close, margins=(12, 4, 4, 4))
        self.setAccessibleName(self.tr("Message"))
        self.hide()

    def say(self, words: str, *choices: tuple[str, Callable[[], object]], role: str = "warning") -> None:
        """Show a message with a button for each choice; it replaces the one before."""
        self._role = role
        self.words.setText(words)
        self.setAccessibleDescription(words)
        show_choices(self._buttons, choices)
        self.show()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A quiet ground with a coloured edge: colour is never the only sign."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.role("raised"))
        painter.fillRect(0, 0, 4, self.height(), self._theme.role(self._role))


def error_words(why: Exception) -> str:
    """A failure and its way out as one text."""
    if isinstance(why, InspectorError):
        return f"{why.message} {why.hint}".strip()
    return f"{type(why).__name__}: {why}"
