"""Bands that join what stands on the left with what stands for it on the right, wherever both are scrolled to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QWidget

from inspector.gui.theme import Theme

_STUB = 0.4


@dataclass(frozen=True, slots=True)
class LinkBand:
    """From ``left`` to ``right``, both heights in the map; ``right`` None ends in nothing."""

    left: float
    right: float | None
    role: str
    is_selected: bool = False


class LinkMap(QWidget):
    """Asks for its bands each time it is painted: only rows in sight have any."""

    turned = Signal(object)
    """The wheel turned over it: the event, for both sides to follow."""

    def __init__(self, theme: Theme, bands: Callable[[], Iterable[LinkBand]]) -> None:
        super().__init__()
        self._theme, self._bands = theme, bands
        self.setFixedWidth(max(self.fontMetrics().averageCharWidth() * 7, 40))
        self.setAccessibleName(self.tr("Which passage stands for which fact"))
        theme.changed.connect(self.update)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Let both sides scroll."""
        self.turned.emit(event)
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bands, the selected ones last."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), self._theme.role("base"))
        for band in sorted(self._bands(), key=lambda band: band.is_selected):
            color = QColor(self._theme.role(band.role))
            if not band.is_selected:
                color.setAlpha(230 if self._theme.strong else 110)
            pen = QPen(color, 2.5 if band.is_selected else 1.2)
            if band.right is None:
                self._paint_end(painter, band, pen)
            else:
                self._paint_band(painter, band.left, band.right, pen)

    def _paint_band(self, painter: QPainter, left: float, right: float, pen: QPen) -> None:
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        width = float(self.width())
        path = QPainterPath(QPointF(0, left))
        path.cubicTo(QPointF(width / 2, left), QPointF(width / 2, right), QPointF(width, right))
        painter.drawPath(path)

    def _paint_end(self, painter: QPainter, band: LinkBand, pen: QPen) -> None:
        """A dotted line to a cross: no place on the other side."""
        at, size = self.width() * _STUB, 4.0
        pen.setStyle(Qt.PenStyle.DotLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(0, band.left), QPointF(at - size, band.left))
        pen.setStyle(Qt.PenStyle.SolidLine)
        painter.setPen(pen)
        painter.drawLine(QPointF(at - size, band.left - size), QPointF(at + size, band.left + size))
        painter.drawLine(QPointF(at - size, band.left + size), QPointF(at + size, band.left - size))
