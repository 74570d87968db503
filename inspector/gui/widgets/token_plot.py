"""The plot of prompt tokens: filled steps per request, thinned to the pixels there are.

The curves belong to pyqtgraph; everything that stands on them is drawn over the scene in one go (see
``plot_overlay``): thousands of plot items would cost more than the curves.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetrics,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QGraphicsView

from inspector.gui.models.decimate import thin
from inspector.gui.models.plot_labels import Skyline
from inspector.gui.models.plot_marks import PlotMarks
from inspector.gui.models.series import Axis, Series
from inspector.gui.theme import Theme
from inspector.gui.widgets.axes import RequestAxis, TokenAxis
from inspector.gui.widgets.plot_frame import LEAST_HEIGHT, Frame, LimitLine
from inspector.gui.widgets.plot_overlay import Overlay
from inspector.gui.widgets.plot_words import lane_height

_FEWEST = 3.0
_ZOOM = 1.25


class TokenPlot(pg.PlotWidget):
    """Shows one series. It knows no document; what is picked is said by signals."""

    picked = Signal(int)
    """A request, by its index in ``Session.requests``."""
    picked_compaction = Signal(int)
    laid_out = Signal(float)
    """The plot area begins this far from the left edge."""
    ranged = Signal(float, float)
    """The range shown, however it came about."""
    hovered = Signal(object)
    """The point under the mouse, or None."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False, axisItems={"left": TokenAxis("left"), "bottom": RequestAxis("bottom")})
        self._theme = theme
        self._series: Series | None = None
        self._colors: tuple[QColor, ...] = ()
        self._curves: list[pg.PlotCurveItem] = []
        self._pressed = QPointF()
        self._peak = 1.0
        self.overlay = Overlay(theme)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        # Made behind the rest of the window, which says the same to all its parts: a file dropped is opened.
        self.setAcceptDrops(False)
        self.viewport().setAcceptDrops(False)
        self.getPlotItem().hideButtons()
        self.box = self.getPlotItem().getViewBox()
        self.box.setMouseEnabled(x=True, y=False)
        # Below this the bars tell nothing; what stands under the plot scrolls.
        self.setMinimumHeight(LEAST_HEIGHT)
        self.box.setDefaultPadding(0)
        self.box.sigXRangeChanged.connect(self._moved)
        self.box.sigResized.connect(self._resized)
        self.recolour()

    def show_series(
        self, series: Series, colors: Sequence[QColor], marks: PlotMarks, lines: Sequence[LimitLine]
    ) -> None:
        """Draw another series, or the same one with more known about it. The range stays as it is."""
        self._series, self._colors = series, tuple(colors)
        for curve in self._curves:
            self.removeItem(curve)
        self._curves = []
        for color in reversed(self._colors):
            # Back to front: each curve is the sum up to its band, filled down to zero.
            curve = pg.PlotCurveItem(
                np.zeros(2), np.zeros(1), stepMode="center", fillLevel=0, brush=color, pen=None, antialias=False
            )
            self.addItem(curve)
            self._curves.insert(0, curve)
        highest = float(np.nanmax(series.top)) if np.isfinite(series.top).any() else 1.0
        near = [line.height for line in lines if line.height <= 2.5 * highest]
        self._peak = max([highest, *near, 1.0])
        self._fit()
        first, last = self.bounds()
        self.box.setLimits(xMin=first, xMax=last, minXRange=min(_FEWEST, (last - first) or 1.0))
        self.overlay.show(series, marks, lines)
        self._redraw()

    def show_axis(self, axis: Axis) -> None:
        """Write request numbers or times along the bottom."""
        self.getAxis("bottom").by_time = axis is Axis.TIME
        self.getAxis("bottom").picture = None

    def bounds(self) -> tuple[float, float]:
        """Both ends of the series."""
        edges = self._series.edges if self._series is not None else np.array([0.0, 1.0])
        return float(edges[0]), float(max(edges[-1], edges[0] + 1e-6))

    def view_range(self) -> tuple[float, float]:
        """The part shown."""
        low, high = self.box.viewRange()[0]
        return float(low), float(high)

    def set_range(self, low: float, high: float) -> None:
        """Show this part."""
        self.box.setXRange(low, high, padding=0)

    def zoom(self, factor: float, around: float | None = None) -> None:
        """Show ``factor`` times as much, around the cursor where it is in sight."""
        low, high = self.view_range()
        cursor = self.overlay.cursor_x
        if around is None:
            around = cursor if cursor is not None and low <= cursor <= high else (low + high) / 2
        first, last = self.bounds()
        low, high = around - (around - low) * factor, around + (high - around) * factor
        self.set_range(max(low, first), min(high, last))

    def pan(self, share: float) -> None:
        """Move by a share of what is shown; the width stays at both ends."""
        low, high = self.view_range()
        first, last = self.bounds()
        shift = min(max(share * (high - low), first - low), last - high)
        self.set_range(low + shift, high + shift)

    def show_cursor(self, x: float | None, compaction: int | None = None) -> None:
        """Draw the line of what is selected, and which compaction is."""
        # Most steps through the items stay at one request: a plot is not painted again for them.
        if (x, compaction) != (self.overlay.cursor_x, self.overlay.selected):
            self.overlay.cursor_x, self.overlay.selected = x, compaction
            self.viewport().update()

    def read_out(self, lines: Sequence[str]) -> None:
        """Explain a bar in these lines."""
        if tuple(lines) != self.overlay.readout:
            self.overlay.readout = tuple(lines)
            self.viewport().update()

    def recolour(self) -> None:
        """Take the colours of the theme."""
        colour(self, self._theme)
        self.viewport().update()

    def frame_area(self) -> Frame:
        """How axis values become places in the picture."""
        return Frame(self.box.sceneBoundingRect(), *self.view_range(), float(self.box.viewRange()[1][1]))

    def drawForeground(self, painter: QPainter, rect: QRectF | object) -> None:
        """Lines, marks, labels and the readout, over the curves."""
        if self._series is not None:
            painter.save()
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setFont(self.font())
            frame = self.frame_area()
            painter.setClipRect(frame.area)
            self.overlay.paint_marks(painter, frame)
            # It covers what stands beside its bar: only for who points at one, or has the keyboard here.
            explains = self.overlay.hovered is not None or self.hasFocus()
            self.overlay.paint_words(painter, frame, explains=explains)
            painter.restore()

    def resizeEvent(self, event: QEvent | None) -> None:
        """A wider plot has more columns to show."""
        super().resizeEvent(event)
        if getattr(self, "overlay", None) is not None:
            self._redraw()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where, to tell a click from a drag."""
        self._pressed = event.position()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Pick what was clicked: a compaction near its line, else the request."""
        super().mouseReleaseEvent(event)
        moved = (event.position() - self._pressed).manhattanLength()
        if event.button() == Qt.MouseButton.LeftButton and moved < 4 and self._series is not None:
            self._pick(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Hovering only hints."""
        super().mouseMoveEvent(event)
        if self._series is not None and not event.buttons():
            here = event.position()
            self._hover(self._series.point_at(self._value_at(here)) if self._inside(here) else None)
            self.viewport().setToolTip(self.overlay.words.tip_at(here))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The selected bar is explained."""
        super().focusInEvent(event)
        self.viewport().update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """The explanation goes with the keyboard."""
        super().focusOutEvent(event)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        """The hint goes with the mouse."""
        super().leaveEvent(event)
        self._hover(None)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse; sideways pans."""
        turn = event.angleDelta()
        if abs(turn.x()) > abs(turn.y()):
            self.pan(-turn.x() / 1200)
        elif turn.y():
            self.zoom(_ZOOM ** (-turn.y() / 120), self._value_at(event.position()))
        event.accept()

    def _resized(self) -> None:
        self._fit()
        self.laid_out.emit(self.box.sceneBoundingRect().left())

    def _fit(self) -> None:
        """Let the highest bar or level end under the lane with the names."""
        height = max(float(self.box.height()), 1.0)
        lane = min(lane_height(height, QFontMetrics(self.font())), height / 2)
        self.box.setYRange(0, self._peak * height / (height - lane), padding=0)

    def _hover(self, point: int | None) -> None:
        if point != self.overlay.hovered:
            self.overlay.hovered = point
            self.hovered.emit(point)
            self.viewport().update()

    def _pick(self, place: QPointF) -> None:
        if not self._inside(place):
            return
        compaction = self.overlay.compaction_at(place, self.frame_area())
        if compaction is not None:
            self.picked_compaction.emit(compaction)
        elif self._series is not None and (point := self._series.point_at(self._value_at(place))) is not None:
            self.picked.emit(int(self._series.requests[point]))

    def _inside(self, place: QPointF) -> bool:
        return bool(self.box.sceneBoundingRect().contains(self.mapToScene(place.toPoint())))

    def _value_at(self, place: QPointF) -> float:
        return float(self.box.mapSceneToView(self.mapToScene(place.toPoint())).x())

    def _moved(self) -> None:
        self._redraw()
        if self._series is not None:
            self.ranged.emit(*self.view_range())

    def _redraw(self) -> None:
        series = self._series
        if series is None or not len(series.top):
            return
        low, high = self.view_range()
        steps = thin(series.edges, series.top, low, high, max(int(self.box.width()), 50))
        self.overlay.skyline = Skyline(steps.edges, series.top[steps.picks])
        is_gap = np.isnan(series.top[steps.picks])
        height = np.zeros(len(steps.picks))
        for band, curve in zip(series.bands, self._curves, strict=True):
            height = height + np.nan_to_num(band.values[steps.picks])
            curve.setData(steps.edges, np.where(is_gap, 0.0, height))


def colour(plot: pg.PlotWidget, theme: Theme) -> None:
    """Draw a plot's ground and its two axes in the colours of the theme, in the plot's own font."""
    plot.setBackground(theme.role("base"))
    for name in ("left", "bottom"):
        axis = plot.getAxis(name)
        axis.setPen(theme.role("line"))
        axis.setTextPen(theme.role("muted"))
        axis.setTickFont(plot.font())
