"""What is drawn over the curves: limit lines, compactions, edits, errors, gaps, cursor and readout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.gui.models.plot_marks import CompactionMark, PlotMarks, place_labels
from inspector.gui.models.series import Series
from inspector.gui.theme import Theme

_NEAR = 5
_SIGN = 6
_SELECTED = "accent"


class LimitLine(NamedTuple):
    """A level across the plot, such as the model's window, and how it is known."""

    height: float
    title: str
    role: str


class Frame(NamedTuple):
    """How axis values become places in the picture."""

    area: QRectF
    low: float
    high: float
    top: float

    def x(self, value: float) -> float:
        """Where a value of the horizontal axis lies."""
        return self.area.left() + (value - self.low) / (self.high - self.low) * self.area.width()

    def y(self, height: float) -> float:
        """Where a number of tokens lies."""
        return self.area.bottom() - height / self.top * self.area.height()

    def shows(self, value: float) -> bool:
        """Whether a value of the horizontal axis is in sight; the ends are."""
        return self.low <= value <= self.high


class Overlay:
    """Paints itself into any painter in scene coordinates: the screen's, a picture's, a file's."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._series: Series | None = None
        self._marks = PlotMarks((), (), ())
        self._errors: NDArray[np.int64] = np.zeros(0, np.int64)
        self._lines: tuple[LimitLine, ...] = ()
        self._labels: list[QRectF] = []
        self.cursor_x: float | None = None
        self.selected: int | None = None
        """Number of the selected compaction."""
        self.hovered: int | None = None
        """Point under the mouse."""
        self.readout: tuple[str, ...] = ()

    def show(self, series: Series, marks: PlotMarks, lines: Sequence[LimitLine]) -> None:
        """Draw on another series."""
        self._series, self._marks, self._lines = series, marks, tuple(lines)
        self._errors = np.array(marks.errors, np.int64)
        self.hovered = None

    def compaction_at(self, place: QPointF, frame: Frame) -> int | None:
        """The compaction whose line or label is at a place."""
        found = [
            (abs(frame.x(mark.x) - place.x()), mark.number) for mark in self._marks.compactions if frame.shows(mark.x)
        ]
        distance, number = min(found, default=(1e9, None))
        return number if distance <= _NEAR else None

    def paint(self, painter: QPainter, frame: Frame, written: Sequence[QRectF] = ()) -> None:
        """Everything, back to front; ``written`` is where words stand already."""
        painter.setClipRect(frame.area)
        self._paint_gaps(painter, frame)
        self._paint_edits(painter, frame)
        self._paint_errors(painter, frame)
        self._paint_lines(painter, frame)
        self._paint_unseen(painter, frame)
        self._paint_compactions(painter, frame)
        if self._series is not None and self.hovered is not None:
            middle = (self._series.edges[self.hovered] + self._series.edges[self.hovered + 1]) / 2
            self._paint_upright(painter, frame, float(middle), QPen(self._theme.role("muted"), 1, Qt.PenStyle.DotLine))
        if self.cursor_x is not None:
            self._paint_upright(painter, frame, self.cursor_x, QPen(self._theme.role("accent"), 2))
        self._labels += written
        self._paint_readout(painter, frame)

    def _visible(self, frame: Frame) -> slice:
        assert self._series is not None, "painted only with a series"
        edges = self._series.edges
        first = max(int(np.searchsorted(edges, frame.low, side="right")) - 1, 0)
        return slice(first, int(np.searchsorted(edges, frame.high)))

    def _paint_gaps(self, painter: QPainter, frame: Frame) -> None:
        """A hatched foot where the log does not tell the usage: an empty place would read as zero."""
        series = self._series
        assert series is not None, "painted only with a series"
        part = self._visible(frame)
        missing = np.isnan(series.top[part])
        if not missing.any():
            return
        steps = np.flatnonzero(np.diff(np.concatenate([[False], missing, [False]]).astype(np.int8)))
        color = QColor(self._theme.role("faint"))
        for start, end in zip(steps[::2], steps[1::2], strict=True):
            left = frame.x(float(series.edges[part.start + start]))
            right = frame.x(float(series.edges[part.start + end]))
            area = QRectF(left, frame.area.bottom() - 7, max(right - left, 1), 7)
            painter.fillRect(area, Qt.BrushStyle.BDiagPattern)
            painter.setPen(color)
            painter.drawLine(area.topLeft(), area.topRight())

    def _paint_edits(self, painter: QPainter, frame: Frame) -> None:
        painter.setPen(QPen(self._theme.role("mark"), 2))
        for x in {round(frame.x(edit)) for edit in self._marks.edits if frame.shows(edit)}:
            painter.drawLine(QPointF(x, frame.area.bottom() - 9), QPointF(x, frame.area.bottom()))

    def _paint_errors(self, painter: QPainter, frame: Frame) -> None:
        series = self._series
        assert series is not None, "painted only with a series"
        painter.setPen(QPen(self._theme.role("base"), 1))
        painter.setBrush(self._theme.role("error"))
        part = self._visible(frame)
        places = self._errors[(self._errors >= part.start) & (self._errors < part.stop)]
        middles = (series.edges[places] + series.edges[places + 1]) / 2
        scale = frame.area.width() / (frame.high - frame.low)
        # One sign every few pixels: a thousand errors in a row must not cost a thousand signs.
        columns = np.round((frame.area.left() + (middles - frame.low) * scale) / _SIGN).astype(np.int64)
        heights = np.nan_to_num(series.top[places])
        order = np.argsort(columns, kind="stable")
        found, starts = np.unique(columns[order], return_index=True)
        highest = np.maximum.reduceat(heights[order], starts) if len(found) else heights
        for column, height in zip(found.tolist(), highest.tolist(), strict=True):
            x, y = column * _SIGN, max(frame.y(height) - 2, frame.area.top() + 9)
            painter.drawPolygon(QPolygonF([QPointF(x, y - 8), QPointF(x - 4.5, y), QPointF(x + 4.5, y)]))

    def _paint_unseen(self, painter: QPainter, frame: Frame) -> None:
        """What joined unseen is named above its step: grey alone would pass for what was always there."""
        series = self._series
        assert series is not None, "painted only with a series"
        metrics, color = painter.fontMetrics(), self._theme.role("warning")
        for place, words in self._marks.unseen:
            x = frame.x(float(series.edges[place]))
            if not frame.shows(float(series.edges[place])):
                continue
            y = max(frame.y(float(np.nan_to_num(series.top[place]))) - 4, frame.area.top() + metrics.height())
            width = metrics.horizontalAdvance(words)
            left = min(max(x - width - 4, frame.area.left() + 2), frame.area.right() - width - 2)
            box = QRectF(left - 2, y - metrics.ascent(), width + 4, metrics.height())
            painter.fillRect(box, self._theme.role("base"))
            painter.setPen(QPen(color, 1))
            painter.drawText(QPointF(left, y), words)
            painter.drawLine(QPointF(x, y), QPointF(x, frame.area.bottom()))
            self._labels.append(box)

    def _paint_lines(self, painter: QPainter, frame: Frame) -> None:
        metrics = painter.fontMetrics()
        taken: list[float] = []
        self._labels.clear()
        for line in self._lines:
            color = self._theme.role(line.role)
            width = metrics.horizontalAdvance(line.title)
            y = frame.y(line.height)
            title = line.title
            if y < frame.area.top():
                title, y = f"↑ {title}", frame.area.top()
                width = metrics.horizontalAdvance(title)
            else:
                painter.setPen(QPen(color, 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y))
            # Above its line, for the names of compactions hang below; under it where another label is in the way.
            top = y - metrics.height() - 1
            is_taken = any(abs(top - other) < metrics.height() for other in taken)
            top = y + 1 if top < frame.area.top() or is_taken else top
            while any(abs(top - other) < metrics.height() for other in taken):
                top += metrics.height() / 2
            taken.append(top)
            self._labels.append(QRectF(frame.area.right() - width - 6, top, width + 6, metrics.height()))
            self._paint_text(painter, frame.area.right() - width - 6, top, title, color)

    def _paint_compactions(self, painter: QPainter, frame: Frame) -> None:
        metrics = painter.fontMetrics()
        marks = [mark for mark in (*self._marks.compactions, *self._marks.drops) if frame.shows(mark.x)]
        texts = [f"{mark.title} {mark.freed}".strip() for mark in marks]
        widths = [metrics.horizontalAdvance(text) + 6 for text in texts]
        lefts = [
            min(frame.x(mark.x) + 3, frame.area.right() - width) for mark, width in zip(marks, widths, strict=True)
        ]
        order = sorted(range(len(marks)), key=lambda place: lefts[place])
        rows = dict(zip(order, place_labels([lefts[i] for i in order], [widths[i] for i in order]), strict=True))
        for place, mark in enumerate(marks):
            self._paint_compaction(painter, frame, mark)
            row = rows[place]
            if row is not None:
                peak = frame.y(mark.height) if mark.height is not None else frame.area.top()
                top = min(max(peak, frame.area.top()) + 2, frame.area.bottom() - 4 * metrics.height())
                color = self._theme.role(self._role(mark))
                area = QRectF(lefts[place], top + row * metrics.height(), widths[place], metrics.height())
                # Peaks differ in height, and the limits are written nearby: down to where there is room.
                while any(area.intersects(label) for label in self._labels) and area.bottom() < frame.area.bottom():
                    area.translate(0, metrics.height() / 2)
                self._labels.append(area)
                self._paint_text(painter, area.left(), area.top(), texts[place], color)

    def _role(self, mark: CompactionMark) -> str:
        if mark.is_edit:
            return "mark"
        return _SELECTED if mark.number == self.selected else "compaction"

    def _paint_compaction(self, painter: QPainter, frame: Frame, mark: CompactionMark) -> None:
        role = self._role(mark)
        style = Qt.PenStyle.DotLine if mark.is_guessed else Qt.PenStyle.DashLine
        color = self._theme.role(role)
        self._paint_upright(painter, frame, mark.x, QPen(color, 2 if role == _SELECTED else 1, style))
        if mark.reported is not None:
            # Hollow: what the agent claimed to have left, not a prompt that was sent.
            x, y = frame.x(mark.x), frame.y(mark.reported)
            painter.setPen(QPen(color, 1.5))
            painter.setBrush(self._theme.role("base"))
            painter.drawPolygon(QPolygonF([QPointF(x, y - 5), QPointF(x + 5, y), QPointF(x, y + 5), QPointF(x - 5, y)]))

    def _paint_upright(self, painter: QPainter, frame: Frame, value: float, pen: QPen) -> None:
        x = min(max(frame.x(value), frame.area.left() + 1), frame.area.right() - 1)
        if frame.shows(value):
            painter.setPen(pen)
            painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))

    def _paint_text(self, painter: QPainter, left: float, top: float, text: str, color: QColor) -> None:
        """Words on a ground of their own, so that they can be read over any band."""
        metrics = painter.fontMetrics()
        ground = QColor(self._theme.role("base"))
        ground.setAlpha(215)
        area = QRectF(left, top, metrics.horizontalAdvance(text) + 6, metrics.height())
        painter.fillRect(area, ground)
        painter.setPen(color)
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_readout(self, painter: QPainter, frame: Frame) -> None:
        if not self.readout:
            return
        metrics = painter.fontMetrics()
        # In a low plot the last lines, which tell the smallest shares, give way.
        readout = self.readout[: max(1, int((frame.area.height() - 14) // metrics.height()))]
        width = max(metrics.horizontalAdvance(text) for text in readout) + 16
        height = metrics.height() * len(readout) + 10
        at = self.cursor_x
        if self._series is not None and self.hovered is not None:
            at = float(self._series.edges[self.hovered])
        x = frame.x(at) if at is not None and frame.shows(at) else frame.area.left()
        area = self._place_readout(frame, x, width, height)
        painter.setPen(self._theme.role("line"))
        painter.setBrush(self._theme.role("raised"))
        painter.drawRect(area)
        painter.setPen(self._theme.role("text"))
        for row, text in enumerate(readout):
            painter.drawText(QPointF(area.left() + 8, area.top() + 5 + metrics.ascent() + row * metrics.height()), text)

    def _place_readout(self, frame: Frame, x: float, width: float, height: float) -> QRectF:
        """Beside the line, on a side with room, and over no label: further off where there is none beside it."""
        tops = (frame.area.top() + 4, frame.area.bottom() - height - 12)
        beside = [x + 10, x - 10 - width]
        off = [label.left() - width - 4 for label in self._labels if label.left() - 4 < x]
        off += [label.right() + 4 for label in self._labels if label.right() + 4 > x]
        off.sort(key=lambda left: abs(left + width / 2 - x))
        lefts = [left for left in (*beside, *off) if left >= frame.area.left()]
        places = [
            QRectF(left, top, width, height) for left in lefts for top in tops if left + width <= frame.area.right()
        ]
        free = [place for place in places if not any(place.intersects(label) for label in self._labels)]
        return (free or places or [QRectF(frame.area.left() + 2, tops[0], width, height)])[0]
