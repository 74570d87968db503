"""Draws chains over the plot: an arc from stop to stop, each stop with a sign and, where there is room, its words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from inspector.gui.models.arcs import Arc, ArcStop
from inspector.gui.theme import Theme
from inspector.gui.widgets.plot_frame import Frame

_ROLES = {"said": "accent", "lost": "lost", "broken": "error", "again": "mark"}
_SIGNS = {"said": "●", "lost": "○", "broken": "✕", "again": "↺"}
_STYLES = {"lost": Qt.PenStyle.SolidLine, "broken": Qt.PenStyle.DashLine, "again": Qt.PenStyle.DotLine}
_LOW, _HIGH = 0.22, 0.85
"""Where stops lie and how high arcs rise, as shares of the plot's height from below."""
_ROWS = 2
"""Of words, where the plot is high enough for them."""


def paint_arcs(
    painter: QPainter, frame: Frame, theme: Theme, arcs: Sequence[Arc], labelled: Sequence[Arc]
) -> list[QRectF]:
    """All ``arcs``, and words at the stops of those that are ``labelled``; where there are words."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    line = painter.fontMetrics().height()
    for arc in arcs:
        for start, end in zip(arc.stops, arc.stops[1:], strict=False):
            _paint_bow(painter, frame, theme, start, end)
    for arc in arcs:
        for stop in arc.stops:
            if frame.shows(stop.x):
                _paint_sign(painter, _point(frame, stop, line), theme, stop)
    ends: dict[int, float] = {}
    stops = [stop for arc in labelled for stop in arc.stops if frame.shows(stop.x)]
    written = [_paint_words(painter, frame, theme, stop, ends) for stop in stops]
    painter.restore()
    return [area for area in written if area is not None]


def _point(frame: Frame, stop: ArcStop, line: float) -> QPointF:
    """The middle of a stop; ``line`` is the height of a line of text."""
    room = frame.area.height()
    low = max(room * _LOW, line * (_ROWS + 0.7)) if room >= line * 6 else room * _LOW
    return QPointF(frame.x(stop.x), frame.area.bottom() - low)


def _paint_bow(painter: QPainter, frame: Frame, theme: Theme, start: ArcStop, end: ArcStop) -> None:
    line = painter.fontMetrics().height()
    left, right = _point(frame, start, line), _point(frame, end, line)
    if right.x() < frame.area.left() or left.x() > frame.area.right():
        return
    # Short bows are flat: stops side by side would else stand under a spike.
    highest = max(left.y() - frame.area.bottom() + frame.area.height() * _HIGH, 8.0)
    rise = min(highest, max((right.x() - left.x()) * 0.5, 8.0))
    path = QPainterPath(left)
    path.cubicTo(QPointF(left.x(), left.y() - rise), QPointF(right.x(), right.y() - rise), right)
    halo = QColor(theme.role("base"))
    halo.setAlpha(220)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(halo, 5))
    painter.drawPath(path)
    painter.setPen(QPen(theme.role(_ROLES[end.what]), 2, _STYLES.get(end.what, Qt.PenStyle.SolidLine)))
    painter.drawPath(path)


def _paint_sign(painter: QPainter, at: QPointF, theme: Theme, stop: ArcStop) -> None:
    side = painter.fontMetrics().height()
    area = QRectF(at.x() - side / 2, at.y() - side / 2, side, side)
    painter.setPen(QPen(theme.role(_ROLES[stop.what]), 1.5))
    painter.setBrush(theme.role("base"))
    painter.drawEllipse(area)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, _SIGNS[stop.what])


def _paint_words(painter: QPainter, frame: Frame, theme: Theme, stop: ArcStop, ends: dict[int, float]) -> QRectF | None:
    """Under its stop, in the first row with room; none where there is none."""
    metrics = painter.fontMetrics()
    width = metrics.horizontalAdvance(stop.title) + 8
    at = _point(frame, stop, metrics.height())
    left = min(max(at.x() - width / 2, frame.area.left()), frame.area.right() - width)
    for row in range(_ROWS):
        area = QRectF(left, at.y() + metrics.height() * (0.6 + row), width, metrics.height())
        if left >= ends.get(row, float("-inf")) and area.bottom() <= frame.area.bottom():
            ends[row] = left + width + 4
            ground = QColor(theme.role("base"))
            ground.setAlpha(230)
            painter.fillRect(area, ground)
            painter.setPen(theme.role(_ROLES[stop.what]))
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, stop.title)
            return area
    return None
