"""What a pane shows while it has nothing to show: which state it is in, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from inspector.gui.plain import PlainLabel
from inspector.gui.theme import Theme


class Placeholder(QWidget):
    """A title and a sentence in the middle of the pane."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._title, self._hint = PlainLabel(), PlainLabel()
        font = self._title.font()
        font.setPointSizeF(font.pointSizeF() * 1.15)
        self._title.setFont(font)
        column = QVBoxLayout(self)
        column.addStretch(2)
        for label in (self._title, self._hint):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(3)
        self.setMinimumSize(0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        theme.changed.connect(self._recolour)
        self._recolour()

    def say(self, title: str, hint: str = "") -> None:
        """Show a state."""
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.setAccessibleName(f"{title} {hint}".strip())

    def text(self) -> str:
        """What it says now, title first."""
        return f"{self._title.text()} {self._hint.text()}".strip()

    def _recolour(self) -> None:
        for label, role in ((self._title, "text"), (self._hint, "muted")):
            palette = label.palette()
            palette.setColor(label.foregroundRole(), self._theme.role(role))
            label.setPalette(palette)
