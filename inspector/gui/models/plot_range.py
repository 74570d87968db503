"""Which requests a plot shows: part of a range, around a place, between two cuts."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from inspector.gui.models.series import Floats, Series

Range = tuple[float, float]
"""From the left edge of a plot to its right one, in the axis's own values."""
_AROUND = 15


def is_part(shown: Range, bounds: Range) -> bool:
    """Whether less than everything is shown."""
    (low, high), (first, last) = shown, bounds
    return (high - low) < (last - first) * 0.999


def numbers_of(series: Series, shown: Range) -> Range:
    """The requests that a range shows, by number; halves lie between two of them."""
    low, high = np.interp(shown, series.edges, _number_edges(series))
    return round(float(low), 3), round(float(high), 3)


def range_of(series: Series, numbers: Range) -> Range:
    """The range that shows these requests."""
    low, high = np.interp(numbers, _number_edges(series), series.edges)
    return float(low), float(high)


def around(series: Series, x: float) -> Range:
    """The request at ``x`` in the middle of some thirty."""
    place = int(np.searchsorted(series.edges, x)) - 1
    low, high = max(place - _AROUND, 0), min(place + _AROUND + 1, len(series.edges) - 1)
    return float(series.edges[low]), float(series.edges[high])


def between(cuts: Iterable[float], bounds: Range, x: float) -> Range | None:
    """The stretch between the cuts on both sides of ``x``; None where it is empty."""
    first, last = bounds
    edges = [first, *cuts, last]
    low = max((cut for cut in edges if cut <= x), default=first)
    high = min((cut for cut in edges if cut > low and cut > x), default=last)
    return (low, high) if high > low else None


def with_in_sight(shown: Range, bounds: Range, x: float) -> Range | None:
    """As wide a range with ``x`` in its middle, as far as there is room; None where ``x`` is in sight."""
    (low, high), (first, last) = shown, bounds
    if low <= x <= high:
        return None
    width = high - low
    low = min(max(x - width / 2, first), last - width)
    return low, low + width


def _number_edges(series: Series) -> Floats:
    return np.append(series.numbers - 0.5, series.numbers[-1] + 0.5)
