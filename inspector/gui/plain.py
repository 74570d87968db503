"""Words of a log as text: in labels and tooltips they are shown as they are, never as markup.

Rule: no other module makes a label or gives a tooltip words of a log. Left to itself Qt takes for markup what looks
like it, and markup loads the pictures that it names from the disk.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from inspector.gui.models.signs import signed

_BETWEEN = " · "


class PlainLabel(QLabel):
    """A label that shows its text as it is; who writes markup of their own sets the format, and escapes."""

    def __init__(self, text: str = "", *, wrap: bool = False) -> None:
        super().__init__(text)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(wrap)


class OneLine(PlainLabel):
    """One line of text: ``say`` gives it, with its tooltip. Of what ``·`` parts only as many are shown as fit whole."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def say(self, text: str, more: str = "") -> None:
        """Show this; the tooltip says ``more``, or all of the text."""
        self.setText(" ".join(text.split()))
        self.setToolTip(tip(more or text))

    def minimumSizeHint(self) -> QSize:
        """As narrow as it has to be."""
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """What fits of it."""
        area = self.contentsRect()
        painter = QPainter(self)
        self.style().drawItemText(
            painter, area, self.alignment(), self.palette(), self.isEnabled(), self.shown(), self.foregroundRole()
        )
        painter.end()

    def shown(self) -> str:
        """As much as fits."""
        room, metrics, parts = self.contentsRect().width(), self.fontMetrics(), self.text().split(_BETWEEN)
        for last in range(len(parts), 1, -1):
            words = _BETWEEN.join([*parts[:last], *["…"][: len(parts) - last]])
            if metrics.horizontalAdvance(words) <= room:
                return words
        return metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)


def tip(*lines: str) -> str:
    """Markup that shows these lines as they are, with their blanks, wrapped; "" for no words at all."""
    told = [escape(signed(part)) for line in lines if line for part in line.replace("\r\n", "\n").split("\n")]
    return f'<p style="white-space:pre-wrap">{"<br>".join(told)}</p>' if told else ""
