"""Simulated prompts drawn over the recorded sawtooth: a line for each trigger, a mark wherever it fires."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor

from inspector.gui.theme import Theme
from inspector.gui.widgets.axes import RequestAxis, TokenAxis, colour
from inspector.workbench.simulations import Rolled

ROLES = ("kept", "reworded", "good", "weakened", "altered", "lost")
"""Colours of the lines, in order of the triggers."""
_DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
    Qt.PenStyle.SolidLine,
)


class RollPlot(pg.PlotWidget):
    """Shows simulations of one session; the one at hand stands out."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(enableMenu=False, axisItems={"left": TokenAxis("left"), "bottom": RequestAxis("bottom")})
        self._theme = theme
        self._rolled: tuple[Rolled, ...] = ()
        self._front: float | None = None
        self._window: int | None = None
        self.getPlotItem().hideButtons()
        self.setMouseEnabled(x=True, y=False)
        self.setLabel("bottom", self.tr("request"))
        self.setMinimumHeight(self.fontMetrics().height() * 7)
        theme.changed.connect(self._draw)
        self._draw()

    def show_rolled(self, rolled: Sequence[Rolled], front: float | None, window: int | None) -> None:
        """Draw these; ``front`` is the trigger at hand, ``window`` a line across."""
        self._rolled, self._front, self._window = tuple(rolled), front, window
        self._draw()

    def role(self, place: int) -> str:
        """The colour of a line."""
        return ROLES[place % len(ROLES)]

    def _draw(self) -> None:
        colour(self, self._theme)
        self.getPlotItem().clear()
        if not self._rolled:
            return
        steps = self._rolled[0].simulation.steps
        numbers = np.array([step.number for step in steps], float)
        recorded = np.array([np.nan if step.recorded is None else step.recorded for step in steps], float)
        ground = QColor(self._theme.role("faint"))
        ground.setAlpha(70)
        if numbers.size:
            edges = np.append(numbers - 0.5, numbers[-1] + 0.5)
            curve = pg.PlotCurveItem(
                edges, np.nan_to_num(recorded), stepMode="center", fillLevel=0, brush=ground, pen=pg.mkPen(ground)
            )
            self.addItem(curve)
        if self._window is not None:
            pen = pg.mkPen(self._theme.role("limit"), width=1, style=Qt.PenStyle.DashLine)
            self.addItem(pg.InfiniteLine(self._window, angle=0, pen=pen))
        order = sorted(range(len(self._rolled)), key=lambda place: self._rolled[place].share == self._front)
        for place in order:
            self._line(place)
        highest = max([one.simulation.peak for one in self._rolled] + [float(np.nanmax(recorded, initial=0.0))])
        self.setYRange(0, max(highest, 1.0) * 1.1, padding=0)
        if numbers.size:
            self.setXRange(numbers[0] - 0.5, numbers[-1] + 0.5, padding=0.01)

    def _line(self, place: int) -> None:
        rolled = self._rolled[place]
        is_front = rolled.share == self._front
        color = QColor(self._theme.role(self.role(place)))
        color.setAlpha(255 if is_front or self._front is None else 120)
        x = [step.number for step in rolled.simulation.steps]
        y = [step.prompt for step in rolled.simulation.steps]
        pen = pg.mkPen(color, width=2.5 if is_front else 1.2, style=_DASHES[place % len(_DASHES)])
        self.plot(x, y, pen=pen)
        fired = [step for step in rolled.simulation.steps if step.fired]
        if fired:
            size = self.fontMetrics().height() * (0.8 if is_front else 0.5)
            self.plot([step.number for step in fired], [step.prompt for step in fired], pen=None, symbol="t",
                      symbolBrush=color, symbolPen=color, symbolSize=size)  # fmt: skip
