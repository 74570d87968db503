"""The whole session as a strip, with the part that the plot shows as a range to drag."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from inspector.gui.models.decimate import thin
from inspector.gui.models.plot_marks import PlotMarks
from inspector.gui.models.series import Series
from inspector.gui.theme import Theme

_GRIP = 6


class Overview(QWidget):
    """Drag the middle of the range to move it, its ends to resize it, beside it to make a new one."""

    ranged = Signal(float, float)
    """The range as the person drags it, in the axis of the series."""
    whole = Signal()
    """The whole session is wanted."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._series: Series | None = None
        self._marks: PlotMarks | None = None
        self._range = (0.0, 1.0)
        self._picture: QPixmap | None = None
        self._grabbed: tuple[str, float, float, float] | None = None
        self._inset = 0.0
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Overview of the whole session"))
        theme.changed.connect(self._recolour)
        self.setToolTip(self.tr("Drag to choose what the plot shows; double-click for the whole session."))

    def show_series(self, series: Series | None, marks: PlotMarks | None) -> None:
        """Draw another session."""
        self._series, self._marks, self._picture = series, marks, None
        self.update()

    def show_range(self, low: float, high: float) -> None:
        """Draw the range; not the person's doing, so nothing is emitted."""
        self._range = (low, high)
        self.update()

    def set_inset(self, inset: float) -> None:
        """Begin this far from the left, in line with the plot below."""
        if inset != self._inset:
            self._inset, self._picture = inset, None
            self.update()

    def sizeHint(self) -> QSize:
        """Two lines of text high."""
        return QSize(200, self.fontMetrics().height() * 2)

    def bounds(self) -> tuple[float, float]:
        """Both ends of the session."""
        edges = self._series.edges if self._series is not None else np.array([0.0, 1.0])
        return float(edges[0]), float(max(edges[-1], edges[0] + 1e-9))

    def to_pixel(self, x: float) -> float:
        """Where a value of the axis lies."""
        low, high = self.bounds()
        return self._inset + (x - low) / (high - low) * (self.width() - self._inset)

    def to_value(self, pixel: float) -> float:
        """Which value of the axis lies there."""
        low, high = self.bounds()
        return low + (pixel - self._inset) / max(self.width() - self._inset, 1) * (high - low)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The curve, compactions and errors, drawn once; over them a veil on what the plot does not show."""
        painter = QPainter(self)
        if self._picture is None or self._picture.deviceIndependentSize().toSize() != self.size():
            self._picture = self._draw()
        painter.drawPixmap(0, 0, self._picture)
        if self._series is not None:
            self._paint_range(painter)

    def _draw(self) -> QPixmap:
        ratio = self.devicePixelRatioF()
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(self._theme.role("base"))
        if self._series is not None:
            painter = QPainter(picture)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.role("faint"))
            painter.drawPolygon(self._outline())
            self._paint_marks(painter)
            painter.end()
        return picture

    def _recolour(self) -> None:
        self._picture = None
        self.update()

    def _outline(self) -> QPolygonF:
        series = self._series
        assert series is not None, "painted only with a series"
        steps = thin(series.edges, series.top, *self.bounds(), self.width())
        tops = np.nan_to_num(series.top[steps.picks])
        highest = max(float(tops.max(initial=0)), 1.0)
        bottom = self.height()
        # Each step has two corners.
        low, high = self.bounds()
        across = self._inset + (steps.edges - low) / (high - low) * (self.width() - self._inset)
        heights = bottom - tops / highest * (bottom - 4)
        corners = zip(np.repeat(across, 2)[1:-1].tolist(), np.repeat(heights, 2).tolist(), strict=True)
        outline = [QPointF(x, y) for x, y in corners]
        return QPolygonF([QPointF(self._inset, bottom), *outline, QPointF(self.width(), bottom)])

    def _paint_marks(self, painter: QPainter) -> None:
        marks, series = self._marks, self._series
        if marks is None or series is None:
            return
        painter.setPen(QPen(self._theme.role("compaction"), 1, Qt.PenStyle.DashLine))
        for mark in marks.compactions:
            x = round(self.to_pixel(mark.x))
            painter.drawLine(QPoint(x, 0), QPoint(x, self.height()))
        painter.setPen(QPen(self._theme.role("error"), 2))
        middles = (series.edges[:-1] + series.edges[1:]) / 2
        columns = {round(self.to_pixel(float(middles[place]))) for place in marks.errors}
        for x in columns:
            painter.drawLine(QPoint(x, 0), QPoint(x, 4))

    def _paint_range(self, painter: QPainter) -> None:
        low, high = (self.to_pixel(x) for x in self._range)
        veil = QColor(self._theme.role("base"))
        veil.setAlpha(170)
        painter.fillRect(QRectF(self._inset, 0, max(low - self._inset, 0), self.height()), veil)
        painter.fillRect(QRectF(high, 0, max(self.width() - high, 0), self.height()), veil)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._theme.role("accent"), 1))
        painter.drawRect(QRectF(low, 0.5, max(high - low - 1, 2), self.height() - 1))
        for x in (low, high - 1):
            painter.fillRect(QRectF(x - 1.5, self.height() / 4, 4, self.height() / 2), self._theme.role("accent"))

    def _part_at(self, pixel: float) -> str:
        low, high = (self.to_pixel(x) for x in self._range)
        # The ends come first: a narrow range must still be resizable, from outside if need be.
        if abs(pixel - low) <= _GRIP and pixel <= (low + high) / 2:
            return "low"
        if abs(pixel - high) <= _GRIP:
            return "high"
        return "middle" if low < pixel < high and high - low < self.width() - self._inset - 2 else "new"

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the range."""
        if event.button() == Qt.MouseButton.LeftButton and self._series is not None:
            x = event.position().x()
            self._grabbed = (self._part_at(x), self.to_value(x), *self._range)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or show what could be dragged."""
        x = event.position().x()
        if self._grabbed is None:
            part = self._part_at(x)
            shape = Qt.CursorShape.SizeHorCursor if part in ("low", "high") else Qt.CursorShape.OpenHandCursor
            self.setCursor(shape if part != "new" else Qt.CursorShape.CrossCursor)
            return
        part, start, low, high = self._grabbed
        here = self.to_value(x)
        first, last = self.bounds()
        if part == "middle":
            shift = min(max(here - start, first - low), last - high)
            low, high = low + shift, high + shift
        elif part == "new":
            low, high = start, here
        else:
            low, high = (here, high) if part == "low" else (low, here)
        low, high = max(min(low, high), first), min(max(low, high), last)
        if high > low:
            self.show_range(low, high)
            self.ranged.emit(low, high)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._grabbed = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """The whole session."""
        self._grabbed = None
        self.whole.emit()
