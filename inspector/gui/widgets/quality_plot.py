"""Quality against tokens: a point for each run, its letter beside it, bars for what is not certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor

from inspector.gui.language import tr
from inspector.gui.models.figures import short
from inspector.gui.theme import Theme
from inspector.gui.widgets.axes import TokenAxis, colour

_LINE = 0.035
"""Of the height: what a line of writing takes."""
_SAME = 0.015
"""Of the height: points that are not farther apart lie on one another."""
_SAME_NEAR = 0.1
"""The same across, as a part of the distance within which there is no room for titles."""
_RIGHT, _LEFT, _ABOVE = (0.0, 0.5), (1.0, 0.5), (0.5, 1.3)
"""Where writing stands beside its point: the place of the point in it."""
_INTO = ((0.0, 1.5), (1.0, 1.5))
"""The same at the left and at the right end of the axis: above, and into the plot."""
_BELOW, _ABOVE_WORDS = -10, 10
"""The line lies below the words and their ground, points lie above them."""
_GAP = "\N{NO-BREAK SPACE}" * 3
"""Between a point and its words: the ground of the words is as wide as they are."""


@dataclass(frozen=True, slots=True)
class RunPoint:
    """One run. ``low`` and ``high`` are the ends of its bar; both its share where that is certain."""

    key: str
    title: str
    tokens: float
    share: float
    low: float
    high: float
    role: str
    symbol: str
    is_control: bool = False
    """Whether it is an end of the scale and no competitor."""


class QualityPlot(pg.PlotWidget):
    """Shows points; a click picks one."""

    picked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False, axisItems={"bottom": TokenAxis("bottom")})
        self._theme = theme
        self._points: tuple[RunPoint, ...] = ()
        self._front = ""
        self._title = ""
        self.getPlotItem().hideButtons()
        self.setMouseEnabled(x=False, y=False)
        self.setYRange(-0.06, 1.08, padding=0)
        self.setMinimumHeight(self.fontMetrics().height() * 8)
        self.getAxis("left").setTicks([[(0, "0 %"), (0.25, "25 %"), (0.5, "50 %"), (0.75, "75 %"), (1, "100 %")]])
        theme.changed.connect(self._draw)
        self._draw()

    def show_points(self, points: Sequence[RunPoint], front: str, title: str) -> None:
        """Draw other points; ``title`` says what is upward."""
        self._points, self._front, self._title = tuple(points), front, title
        self._draw()

    def _draw(self) -> None:
        colour(self, self._theme)
        self.setLabel("bottom", self.tr("prompt tokens after, estimated"))
        self.setLabel("left", self._title)
        self.getPlotItem().clear()
        if not self._points:
            return
        edge = frontier(self._points)
        if len(edge) > 1:
            line = pg.mkPen(self._theme.role("muted"), width=1, style=Qt.PenStyle.DashLine)
            drawn = pg.PlotDataItem([one.tokens for one in edge], [one.share for one in edge], pen=line)
            drawn.setZValue(_BELOW)
            self.addItem(drawn)
        scale = scale_of(self._points)
        points = [scale.placed(point) for point in self._points]
        for point in points:
            self._one(point)
        self.setXRange(scale.left, scale.right, padding=0)
        ground = QColor(self._theme.role("base"))
        ground.setAlphaF(0.85)
        near = 1.5 * scale.room
        inside = [point for point in points if not scale.is_end(point)]
        ends = labels([point for point in points if scale.is_end(point)], near)
        told = [one._replace(anchor=_INTO[one.point.tokens > scale.middle]) for one in ends]
        for place, words, anchor in (*labels(inside, near), *told):
            label = pg.TextItem(words, color=self._theme.role("text"), anchor=anchor, fill=ground)
            label.setFont(self.font())
            label.setPos(place.tokens, place.share)
            self.addItem(label)

    def _one(self, point: RunPoint) -> None:
        color = QColor(self._theme.role(point.role))
        if point.high > point.low:
            bar = pg.ErrorBarItem(
                x=np.array([point.tokens]),
                y=np.array([point.share]),
                top=np.array([point.high - point.share]),
                bottom=np.array([point.share - point.low]),
                beam=0.0,
                pen=pg.mkPen(color, width=1.5),
            )
            bar.setZValue(_ABOVE_WORDS)
            self.addItem(bar)
        is_front = point.key == self._front
        size = self.fontMetrics().height() * (0.95 if is_front else 0.65)
        edge = pg.mkPen(self._theme.role("text"), width=2) if is_front else pg.mkPen(color)
        dots = pg.ScatterPlotItem(
            [point.tokens], [point.share], symbol=point.symbol, size=size, brush=color, pen=edge, tip=None
        )
        dots.sigClicked.connect(lambda *_: self.picked.emit(point.key))
        dots.setZValue(_ABOVE_WORDS)
        self.addItem(dots)


class Scale(NamedTuple):
    """The tokens at both ends of the axis, and those of the room beyond the last points."""

    left: float
    right: float
    room: float

    def placed(self, point: RunPoint) -> RunPoint:
        """The point where it is drawn: a control beyond an end stands at that end, and its title says how many."""
        if self.left <= point.tokens <= self.right:
            return point
        is_left = point.tokens < self.left
        at = self._ends[0] if is_left else self._ends[1]
        title = f"{point.title} {'←' if is_left else '→'} {short(point.tokens)}"
        return replace(point, tokens=at, title=title)

    def is_end(self, point: RunPoint) -> bool:
        """Whether a placed point stands at an end."""
        return point.is_control and point.tokens in self._ends

    @property
    def middle(self) -> float:
        """Half way between the ends."""
        return (self.left + self.right) / 2

    @property
    def _ends(self) -> tuple[float, float]:
        return self.left + self.room / 4, self.right - self.room / 4


def scale_of(points: Sequence[RunPoint]) -> Scale:
    """An axis for the competitors: controls that keep all or nothing would leave them no room."""
    tokens = [one.tokens for one in points if not one.is_control] or [one.tokens for one in points]
    left, right = min(tokens), max(tokens)
    room = max((right - left) * 0.08, right * 0.02, 1.0)
    # On the right a whole title has to fit.
    return Scale(left - 2 * room, right + 3 * room, room)


def frontier(points: Sequence[RunPoint]) -> list[RunPoint]:
    """Those that no other beats with as few tokens, from left to right; the ends of the scale do not compete."""
    found: list[RunPoint] = []
    for point in sorted((one for one in points if not one.is_control), key=lambda one: (one.tokens, -one.share)):
        if not found or point.share > found[-1].share:
            found.append(point)
    return found


class Label(NamedTuple):
    """What is written beside a point, and on which side."""

    point: RunPoint
    words: str
    anchor: tuple[float, float]


def labels(points: Sequence[RunPoint], near: float) -> list[Label]:
    """What is written beside the points: a title, or a letter where there is no room; one for all on one another."""
    told = []
    for crowd in _grouped(points, near, _LINE):
        spots = _grouped(crowd, _SAME_NEAR * near, _SAME)
        for place, spot in enumerate(spots):
            words = crowd[0].title if len(crowd) == 1 else _letters(spot)
            # What stands between others has them on both sides.
            anchor = _RIGHT if place == len(spots) - 1 else _LEFT if place == 0 else _ABOVE
            told.append(Label(spot[0] if anchor is _LEFT else spot[-1], f"{_GAP}{words}{_GAP}", anchor))
    return told


def _letters(spot: Sequence[RunPoint]) -> str:
    """``B, C · control I``: a control does not pass for one of the best."""
    ordered = sorted(spot, key=lambda one: one.key)
    names = ", ".join(one.key or one.title for one in ordered if not one.is_control)
    controls = ", ".join(one.key for one in ordered if one.is_control)
    return " · ".join(filter(None, (names, tr("control {letters}").format(letters=controls) if controls else "")))


def _grouped(points: Sequence[RunPoint], across: float, upward: float) -> list[list[RunPoint]]:
    """Points with others that are within reach, from left to right; each group hangs together by its neighbours."""
    groups: list[list[RunPoint]] = []
    for point in sorted(points, key=lambda one: (one.tokens, one.share)):
        reached = [
            group
            for group in groups
            if any(abs(one.share - point.share) < upward and abs(one.tokens - point.tokens) < across for one in group)
        ]
        groups = [group for group in groups if group not in reached]
        groups.append([*(one for group in reached for one in group), point])
    return groups
