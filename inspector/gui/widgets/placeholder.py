"""What a pane shows while it has nothing to show: which state it is in, and what can be done."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from inspector.gui.layouts import plain_label, show_choices
from inspector.gui.theme import Theme


class Placeholder(QWidget):
    """A title and a sentence in the middle of the pane, and buttons for the way on."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._title, self._hint = plain_label(), plain_label()
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self._title.setFont(font)
        column = QVBoxLayout(self)
        # A low pane has room for three lines, and none for margins.
        column.setContentsMargins(8, 2, 8, 2)
        column.setSpacing(2)
        column.addStretch(2)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            column.addWidget(label)
        self._buttons = QHBoxLayout()
        self._buttons.setContentsMargins(0, 6, 0, 0)
        self._buttons.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column.addLayout(self._buttons)
        column.addStretch(3)
        self.setMinimumSize(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        theme.tint(self._title, WindowText="text")
        theme.tint(self._hint, WindowText="muted")

    def say(self, title: str, hint: str = "", *choices: tuple[str, Callable[[], object]]) -> None:
        """Show a state, with a button for each choice."""
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        show_choices(self._buttons, choices)
        self.setAccessibleName(f"{title} {hint}".strip())
