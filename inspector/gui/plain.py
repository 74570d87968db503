"""Words of a log as text: in labels and tooltips they are shown as they are, never as markup.

Rule: no other module makes a label or gives a tooltip words of a log. Left to itself Qt takes for markup what looks
like it, and markup loads the pictures that it names from the disk.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from inspector.gui.models.signs import signed


class PlainLabel(QLabel):
    """A label that shows its text as it is; who writes markup of their own sets the format, and escapes."""

    def __init__(self, text: str = "", parent: QWidget | None = None, *, wrap: bool = False) -> None:
        super().__init__(text, parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)


def tip(*lines: str) -> str:
    """Markup that shows these lines as they are, with their blanks, wrapped; "" for no words at all."""
    told = [escape(signed(part)) for line in lines if line for part in line.replace("\r\n", "\n").split("\n")]
    return f'<p style="white-space:pre-wrap">{"<br>".join(told)}</p>' if told else ""
