"""How values become places in a picture of the plot, and the levels that run across it."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QRectF

LEAST_HEIGHT = 160
"""Pixels of a plot."""
LOW_HEIGHT = 110
"""Where the window has no room for more: bars and axis are still read, and something is seen below them."""


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

    def value(self, x: float) -> float:
        """The value of the horizontal axis at a place."""
        return self.low + (x - self.area.left()) / self.area.width() * (self.high - self.low)

    def y(self, height: float) -> float:
        """Where a number of tokens lies."""
        return self.area.bottom() - height / self.top * self.area.height()

    def shows(self, value: float) -> bool:
        """Whether a value of the horizontal axis is in sight; the ends are."""
        return self.low <= value <= self.high
