"""Thinning a long step curve to what the pixels can show, without losing a peak.

A pixel column shows the request with the largest prompt among those it covers, with that request's own
bands: maxima are kept, and the shares of a column belong together.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StepCurve:
    """A step curve as pyqtgraph wants it: ``len(edges) == len(picks) + 1``. ``picks`` are indexes of points."""

    edges: Floats
    picks: NDArray[np.intp]


def thin(edges: Floats, totals: Floats, low: float, high: float, columns: int) -> StepCurve:
    """The points to draw between ``low`` and ``high``, at most about one a pixel column.

    ``edges`` rise and number one more than ``totals``; NaN totals are gaps and stand only where a column
    holds nothing else.
    """
    count = len(totals)
    if count == 0:
        return StepCurve(np.zeros(1), np.zeros(0, np.intp))
    first = min(max(int(np.searchsorted(edges, low, side="right")) - 1, 0), count - 1)
    after = max(min(int(np.searchsorted(edges, high, side="left")), count), first + 1)
    if after - first <= max(columns, 1):
        return StepCurve(edges[first : after + 1], np.arange(first, after))
    # Columns are cut at whole points in data space and anchored at multiples of their width, so that panning
    # does not make them flicker.
    width = (high - low) / columns
    marks = np.arange(np.floor(low / width), np.ceil(high / width) + 1) * width
    starts = np.clip(np.searchsorted(edges[:-1], marks), first, after - 1)
    # Each once. They rise already; NumPy's ``unique`` would load a package that nothing else here asks for.
    starts = starts[np.diff(starts, prepend=-1) > 0]
    if starts[0] > first:
        starts = np.insert(starts, 0, first)
    visible = np.where(np.isnan(totals[first:after]), -1.0, totals[first:after])
    tops = np.maximum.reduceat(visible, starts - first)
    lengths = np.diff(np.append(starts, after))
    is_top = np.flatnonzero(visible == np.repeat(tops, lengths)) + first
    picks = is_top[np.searchsorted(is_top, starts)]
    return StepCurve(np.append(edges[starts], edges[after]), picks)
