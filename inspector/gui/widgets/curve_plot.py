"""Survival curves: the share kept after one, two, three … compactions, with its 95 % interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtGui import QColor

from inspector.gui.theme import Theme
from inspector.gui.widgets.axes import colour
from inspector.survival.erosion import Point

_MOST_TICKS = 12
_SHAPES = ("o", "s", "t", "d", "+", "x")


class CurvePlot(pg.PlotWidget):
    """One curve a group, told apart by shape as well as by colour."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False)
        self._theme = theme
        self._curves: Mapping[str, Sequence[Point]] = {}
        self._roles: Sequence[str] = ()
        self.getPlotItem().hideButtons()
        self.setMouseEnabled(x=False, y=False)
        self.setYRange(-0.06, 1.08, padding=0)
        self.setMinimumHeight(self.fontMetrics().height() * 6)
        self.getAxis("left").setTicks([[(0, "0 %"), (0.5, "50 %"), (1, "100 %")]])
        theme.changed.connect(self._draw)
        self._draw()

    def show_curves(self, curves: Mapping[str, Sequence[Point]], roles: Sequence[str], across: str) -> None:
        """Draw other curves; ``roles`` are their colours, ``across`` says what runs to the right."""
        self._curves, self._roles = curves, roles
        self.setLabel("bottom", across)
        self._draw()

    def shape(self, place: int) -> str:
        """The sign of a curve as a character, for a legend."""
        return "●■▼◆✚✖"[place % len(_SHAPES)]

    def _draw(self) -> None:
        colour(self, self._theme)
        self.getPlotItem().clear()
        longest = 1
        for place, (points, role) in enumerate(zip(self._curves.values(), self._roles, strict=False)):
            # A curve without points keeps its colour and sign: the legend names it all the same.
            if not points:
                continue
            color = QColor(self._theme.role(role))
            ages = [point.age + (place - (len(self._curves) - 1) / 2) * 0.04 for point in points]
            longest = max(longest, *(point.age for point in points))
            shares = [point.kept / point.n for point in points]
            bars = pg.ErrorBarItem(
                x=_array(ages),
                y=_array(shares),
                top=_array([point.high - share for point, share in zip(points, shares, strict=True)]),
                bottom=_array([share - point.low for point, share in zip(points, shares, strict=True)]),
                beam=0.06,
                pen=pg.mkPen(color, width=1),
            )
            self.addItem(bars)
            shape = _SHAPES[place % len(_SHAPES)]
            self.plot(ages, shares, pen=pg.mkPen(color, width=2), symbol=shape, symbolBrush=color, symbolPen=color,
                      symbolSize=self.fontMetrics().height() * 0.6)  # fmt: skip
        self.setXRange(0.6, longest + 0.4, padding=0)
        every = -(-longest // _MOST_TICKS)
        self.getAxis("bottom").setTicks([[(age, str(age)) for age in range(1, longest + 1, every)]])


def _array(values: Sequence[float]) -> NDArray[np.float64]:
    return np.array(values, float)
