"""What is drawn over the curves: limit lines, compactions, edits, errors, gaps, cursor and readout."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from inspector.gui.models.plot_labels import Skyline
from inspector.gui.models.plot_marks import CompactionMark, PlotMarks
from inspector.gui.models.series import Series
from inspector.gui.theme import Theme
from inspector.gui.widgets.plot_frame import Frame, LimitLine
from inspector.gui.widgets.plot_words import Words

_NEAR = 5
_SIGN = 6
_SELECTED = "accent"


class Overlay:
    """Paints itself into any painter in scene coordinates: the screen's, a picture's, a file's."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._series: Series | None = None
        self._marks = PlotMarks((), (), ())
        self._errors: NDArray[np.int64] = np.zeros(0, np.int64)
        self._lines: tuple[LimitLine, ...] = ()
        self.words = Words(theme)
        self.skyline = Skyline(np.zeros(1), np.zeros(0))
        """The bars as drawn."""
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
        self.skyline = Skyline(series.edges, series.top)
        self.hovered = None

    def compaction_at(self, place: QPointF, frame: Frame) -> int | None:
        """The compaction whose line or name is at a place; of a shared name the one behind the selected one."""
        found = [
            (abs(frame.x(mark.x) - place.x()), mark.number) for mark in self._marks.compactions if frame.shows(mark.x)
        ]
        distance, number = min(found, default=(1e9, None))
        if distance <= _NEAR:
            return number
        named = [mark.number for mark in self.words.marks_at(place) if not mark.is_edit]
        after = named.index(self.selected) + 1 if self.selected in named else 0
        return named[after % len(named)] if named else None

    def paint_marks(self, painter: QPainter, frame: Frame) -> None:
        """All lines and signs, back to front."""
        painter.setClipRect(frame.area)
        self._paint_gaps(painter, frame)
        self._paint_edits(painter, frame)
        self._paint_errors(painter, frame)
        self._paint_lines(painter, frame)
        for mark in self._named():
            if frame.shows(mark.x):
                self._paint_compaction(painter, frame, mark)
        if self._series is not None and self.hovered is not None:
            middle = (self._series.edges[self.hovered] + self._series.edges[self.hovered + 1]) / 2
            self._paint_upright(painter, frame, float(middle), QPen(self._theme.role("muted"), 1, Qt.PenStyle.DotLine))
        if self.cursor_x is not None:
            self._paint_upright(painter, frame, self.cursor_x, QPen(self._theme.role("accent"), 2))

    def paint_words(self, painter: QPainter, frame: Frame, *, explains: bool = True) -> None:
        """All words, over all lines, so that none crosses a word; ``explains``: with the box that explains a bar."""
        words = self.words
        words.begin()
        words.paint_names(painter, frame, self._named(), self.selected, self._role)
        words.paint_levels(painter, frame, self._lines, self.skyline)
        words.paint_unseen(painter, frame, self._unseen(), self.skyline)
        if explains:
            words.paint_readout(painter, frame, self.readout, self._explained(frame))

    def _named(self) -> tuple[CompactionMark, ...]:
        return (*self._marks.compactions, *self._marks.drops)

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
        highest: dict[int, float] = {}
        for column, height in zip(columns.tolist(), np.nan_to_num(series.top[places]).tolist(), strict=True):
            highest[column] = max(height, highest.get(column, height))
        for column, height in highest.items():
            x, y = column * _SIGN, max(frame.y(height) - 2, frame.area.top() + 9)
            painter.drawPolygon(QPolygonF([QPointF(x, y - 8), QPointF(x - 4.5, y), QPointF(x + 4.5, y)]))

    def _paint_lines(self, painter: QPainter, frame: Frame) -> None:
        for line in self._lines:
            y = frame.y(line.height)
            if y >= frame.area.top():
                painter.setPen(QPen(self._theme.role(line.role), 1, Qt.PenStyle.DashLine))
                painter.drawLine(QPointF(frame.area.left(), y), QPointF(frame.area.right(), y))

    def _unseen(self) -> list[tuple[float, float, str]]:
        """Where something joined unseen, the height there, and its words."""
        series = self._series
        assert series is not None, "painted only with a series"
        tops = np.nan_to_num(series.top)
        return [(float(series.edges[place]), float(tops[place]), words) for place, words in self._marks.unseen]

    def _explained(self, frame: Frame) -> tuple[float, float] | None:
        """Both edges of the bar that the readout is about."""
        series = self._series
        assert series is not None, "painted only with a series"
        point = self.hovered
        if point is None and self.cursor_x is not None and frame.shows(self.cursor_x):
            point = series.point_at(self.cursor_x)
        if point is None:
            return None
        left, right = frame.x(float(series.edges[point])), frame.x(float(series.edges[point + 1]))
        return max(left, frame.area.left()), min(right, frame.area.right())

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
