"""The words on the plot: names of compactions in their lane, what a level line is, what joined unseen, the readout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from inspector.gui.language import number, tr
from inspector.gui.models.plot_labels import (
    Box,
    Name,
    Skyline,
    Wanted,
    along,
    beside,
    first_free,
    lane_rows,
    names,
)
from inspector.gui.models.plot_marks import CompactionMark
from inspector.gui.theme import Theme
from inspector.gui.widgets.plot_frame import Frame, LimitLine

_PADDING = 6
"""Beside a word, both sides together."""
_ABOVE = 4
"""Between the lane and the bars."""


def lane_height(height: float, metrics: QFontMetrics) -> float:
    """Of the lane above the bars in a plot of this height."""
    return lane_rows(height, metrics.height()) * metrics.height() + _ABOVE


class Words:
    """Paints words and knows where they stand."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.taken: list[Box] = []
        """Where words stand."""
        self.readout: Box | None = None
        """Where the box stands that explains a bar."""
        self._levels: list[Box] = []
        self._names: list[tuple[Box, Name]] = []

    def begin(self) -> None:
        """Nothing is written yet."""
        self.taken.clear()
        self._levels.clear()
        self._names.clear()
        self.readout = None

    def paint_names(
        self,
        painter: QPainter,
        frame: Frame,
        marks: Sequence[CompactionMark],
        chosen: int | None,
        role: Callable[[CompactionMark], str],
    ) -> None:
        """The names of compactions, in the lane."""
        metrics = painter.fontMetrics()
        area, line = frame.area, metrics.height()
        room = (area.left(), area.right())
        wanted = [Wanted(frame.x(mark.x), mark) for mark in marks if frame.shows(mark.x)]
        rows = lane_rows(area.height(), line)
        for name in names(wanted, room, rows, lambda words: _width(metrics, words), chosen):
            box = Box(name.left, area.top() + name.row * line, name.width, line)
            own = next((mark for mark in name.marks if mark.number == chosen and not mark.is_edit), name.marks[0])
            # Whole, for lines go through here and bars do not.
            painter.fillRect(QRectF(*box), self._theme.role("base"))
            self._write(painter, box, name.words, self._theme.role(role(own)))
            self._names.append((box, name))

    def paint_levels(self, painter: QPainter, frame: Frame, lines: Sequence[LimitLine], skyline: Skyline) -> None:
        """What each level line is, beside it; of one above what is shown, at the top."""
        metrics = painter.fontMetrics()
        for line in lines:
            y, area = frame.y(line.height), _box(frame.area)
            is_above = y < area.top
            title = f"↑ {line.title}" if is_above else line.title
            size = _width(metrics, title), float(metrics.height())
            places = [*(() if is_above else along(y, *size, area)), *_downwards(area, *size)]
            box = first_free(places, self.taken, lambda box: _is_clear(box, frame, skyline))
            if box is not None:
                self._write(painter, box, title, self._theme.role(line.role))
                self._levels.append(box)

    def paint_unseen(
        self, painter: QPainter, frame: Frame, found: Sequence[tuple[float, float, str]], skyline: Skyline
    ) -> None:
        """What joined unseen is named above its step: grey alone would pass for what was always there."""
        metrics, color = painter.fontMetrics(), self._theme.role("warning")
        height, area = float(metrics.height()), _box(frame.area)
        for value, tokens, words in found:
            if not frame.shows(value):
                continue
            x, y, width = frame.x(value), frame.y(tokens), _width(metrics, words)
            painter.setPen(QPen(color, 1))
            painter.drawLine(QPointF(x, max(y, area.top)), QPointF(x, area.bottom))
            lefts = (x - width - 2, x + 2, area.left, area.right - width)
            tops = (y - height - 2, y - 2 * height - 2)
            places = [Box(left, top, width, height) for top in tops for left in lefts]
            inside = [box for box in places if box.is_within(area)]
            box = first_free(inside, self.taken, lambda box: _is_clear(box, frame, skyline))
            if box is not None:
                self._write(painter, box, words, color)

    def paint_readout(
        self, painter: QPainter, frame: Frame, readout: Sequence[str], bar: tuple[float, float] | None
    ) -> None:
        """The box that explains the bar between two places."""
        if not readout:
            return
        metrics = painter.fontMetrics()
        # In a low plot the last lines, which tell the smallest shares, give way.
        told = readout[: max(1, int((frame.area.height() - 14) // metrics.height()))]
        width = max(metrics.horizontalAdvance(text) for text in told) + 16
        height = metrics.height() * len(told) + 10
        at = bar or (frame.area.left(), frame.area.left())
        firm = [box for box in self.taken if box not in self._levels]
        box = self.readout = beside(at, width, height, _box(frame.area), firm, self._levels)
        painter.setPen(self._theme.role("line"))
        painter.setBrush(self._theme.role("raised"))
        painter.drawRect(QRectF(*box))
        painter.setPen(self._theme.role("text"))
        for row, text in enumerate(told):
            painter.drawText(QPointF(box.left + 8, box.top + 5 + metrics.ascent() + row * metrics.height()), text)

    def marks_at(self, place: QPointF) -> tuple[CompactionMark, ...]:
        """The compactions whose name is at a place."""
        here = Box(place.x(), place.y(), 1, 1)
        return next((name.marks for box, name in self._names if here.meets(box)), ())

    def tip_at(self, place: QPointF) -> str:
        """What a shared name stands for."""
        marks = self.marks_at(place)
        if len(marks) < 2:
            return ""
        words = tr("{n} compactions: {first} to {last}. Zoom in to tell them apart, or click to go through them.")
        return words.format(n=number(len(marks)), first=marks[0].title, last=marks[-1].title)

    def _write(self, painter: QPainter, box: Box, words: str, color: QColor) -> None:
        """Words on a ground of their own, so that they can be read over a bar, too."""
        ground = QColor(self._theme.role("base"))
        ground.setAlpha(215)
        painter.fillRect(QRectF(*box), ground)
        painter.setPen(color)
        painter.drawText(QRectF(*box), Qt.AlignmentFlag.AlignCenter, words)
        self.taken.append(box)


def _width(metrics: QFontMetrics, words: str) -> float:
    return float(metrics.horizontalAdvance(words) + _PADDING)


def _box(area: QRectF) -> Box:
    return Box(area.left(), area.top(), area.width(), area.height())


def _downwards(area: Box, width: float, height: float) -> Iterator[Box]:
    """Places row by row from the top, each from its right end, where none is left beside a line."""
    for row in range(int(area.height // height)):
        for step in range(int(max(area.width - width, 0) // (width / 2)) + 1):
            yield Box(area.right - width - step * width / 2, area.top + row * height, width, height)


def _is_clear(box: Box, frame: Frame, skyline: Skyline) -> bool:
    """Whether no bar stands behind it."""
    highest = skyline.highest(frame.value(box.left), frame.value(box.right))
    return frame.y(highest) >= box.bottom
