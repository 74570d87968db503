"""The axes of the plot: tokens, requests and times."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import (
    QFontMetricsF,
    QGuiApplication,
)

from inspector.gui.language import number
from inspector.gui.models.figures import short

_TIME_STEPS = (1, 5, 15, 60, 300, 900, 3600, 10800, 21600, 86400, 604800)
_TIME_FORMS = ((86400, "%d %b"), (10800, "%d %b %H:%M"), (60, "%H:%M"), (0, "%H:%M:%S"))


class TokenAxis(pg.AxisItem):
    """Tokens as ``50k``."""

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """None so near to an upper end that its words would be cut there."""
        levels = super().tickValues(low, high, size)
        if self.orientation != "left":
            return list(levels)
        half = QFontMetricsF(self.style["tickFont"] or QGuiApplication.font()).height() / 2
        last = high - half * (high - low) / max(size, 1)
        return [(spacing, [value for value in values if value <= last]) for spacing, values in levels]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Three digits are enough on an axis, unless its ticks lie closer than that."""
        told = [short(value).replace(".0", "") for value in values]
        return told if len(set(told)) == len(told) else [number(round(value)) for value in values]


class RequestAxis(pg.AxisItem):
    """Request numbers, or times of the day with the date where it is long."""

    by_time = False

    def tickValues(self, low: float, high: float, size: float) -> list[tuple[float, list[float]]]:
        """Whole requests only; whole minutes and hours for times."""
        if self.by_time:
            wanted = (high - low) / max(size / 110, 1)
            step = next((step for step in _TIME_STEPS if step >= wanted), 30 * 86400)
            # Steps are counted from the local midnight, not from that of Greenwich.
            offset = _utc_offset(low)
            first = np.ceil((low + offset) / step) * step - offset
            return [(step, list(np.arange(first, high, step)))]
        levels = super().tickValues(low, high, size)
        whole = [(spacing, list(values)) for spacing, values in levels if spacing >= 1]
        # On a wide plot of a few requests every proposed step is a fraction.
        return whole or [(1, list(np.arange(np.ceil(low), high)))]

    def tickStrings(self, values: Sequence[float], scale: float, spacing: float) -> list[str]:
        """Numbers with separators, or local times."""
        if not self.by_time:
            return [number(round(value)) for value in values]
        form = next(form for least, form in _TIME_FORMS if spacing >= least)
        return [datetime.fromtimestamp(value).strftime(form) for value in values]


def _utc_offset(seconds: float) -> float:
    offset = datetime.fromtimestamp(seconds).astimezone().utcoffset()
    return offset.total_seconds() if offset else 0.0
