"""What the plot draws, as arrays: one point per request of the main thread, stacked in bands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from inspector.gui.language import tr
from inspector.gui.theme import KIND_ORDER, UNLOGGED
from inspector.read.times import epoch_seconds
from inspector.workbench.document import Document

Floats = NDArray[np.float64]
_LEAST = 1e-3


class Axis(StrEnum):
    """What runs to the right."""

    REQUEST = "request"
    TIME = "time"


class Stack(StrEnum):
    """What the height is split into."""

    KIND = "kind"
    CACHE = "cache"


@dataclass(frozen=True, slots=True)
class Band:
    """One layer of the plot. ``key`` is a kind, or prompt, cache_read, cache_write, input."""

    key: str
    title: str
    values: Floats


@dataclass(frozen=True, slots=True)
class Series:
    """Points of the plot. ``edges`` has one more than there are points and never falls."""

    edges: Floats
    requests: NDArray[np.int64]
    """Indexes into ``Session.requests``."""
    numbers: NDArray[np.int64]
    prompt: Floats
    """Recorded prompt tokens; NaN where the log does not tell."""
    top: Floats
    """What the bands add up to: the height drawn. NaN is a gap."""
    bands: tuple[Band, ...]
    """Bottom to top. One band called prompt while nothing is counted."""
    is_estimated: bool
    """Whether ``top`` is worked out, for want of recorded usage."""

    def position(self, request: int) -> float | None:
        """The middle of a request's step, by its index in ``Session.requests``."""
        place = int(np.searchsorted(self.requests, request))
        if place >= len(self.requests) or self.requests[place] != request:
            return None
        return float(self.edges[place] + self.edges[place + 1]) / 2

    def point_at(self, x: float) -> int | None:
        """The point whose step covers ``x``."""
        place = int(np.searchsorted(self.edges, x, side="right")) - 1
        return place if 0 <= place < len(self.requests) else None


def build_series(document: Document, axis: Axis, stack: Stack, title: Callable[[str], str]) -> Series:
    """The plot of a document as far as it is known; needs the recorded curve. ``title`` names a kind."""
    assert document.measurement is not None, "the plot waits for the recorded curve"
    curve = document.measurement.curve
    bands = _cache_bands(document) if stack is Stack.CACHE else _kind_bands(document, title)
    prompt = curve.prompt
    estimated = bool(len(prompt)) and bool(np.isnan(prompt).all())
    total = np.sum([band.values for band in bands], axis=0) if bands else np.zeros(len(prompt))
    # A recorded number is never replaced; an unrecorded one is a gap unless the whole curve is worked out.
    top = total if estimated else np.where(np.isnan(prompt), np.nan, total)
    edges = _time_edges(document) if axis is Axis.TIME else None
    if edges is None:
        edges = _number_edges(curve.number)
    return Series(edges, curve.request, curve.number, prompt, top, bands, estimated)


def has_times(document: Document) -> bool:
    """Whether the requests can be laid out by time."""
    return _time_edges(document) is not None


def _kind_bands(document: Document, title: Callable[[str], str]) -> tuple[Band, ...]:
    assert document.measurement is not None
    curve = document.measurement.curve
    if document.tally is None:
        return (Band("prompt", tr("Prompt tokens"), curve.prompt),)
    composition = document.tally.composition
    columns = {kind: composition.tokens[:, place] for place, kind in enumerate(composition.kinds)}
    columns[UNLOGGED] = np.nan_to_num(composition.unlogged)
    if not np.array_equal(composition.requests, curve.request):
        columns = {kind: _moved(values, composition.requests, curve.request) for kind, values in columns.items()}
    counted = np.sum([columns[kind] for kind in columns if kind != UNLOGGED], axis=0)
    # Where calibration overshoots a recorded prompt, the shares shrink to fit: the height stays what the log says.
    with np.errstate(divide="ignore", invalid="ignore"):
        shrink = np.where((counted > curve.prompt) & (counted > 0), curve.prompt / counted, 1.0)
    return tuple(
        Band(kind, title(kind), columns[kind] if kind == UNLOGGED else columns[kind] * shrink)
        for kind in KIND_ORDER
        if kind in columns
    )


def _cache_bands(document: Document) -> tuple[Band, ...]:
    assert document.measurement is not None
    curve = document.measurement.curve
    read, written = np.nan_to_num(curve.cache_read), np.nan_to_num(curve.cache_write)
    new = np.maximum(np.nan_to_num(curve.prompt) - read - written, 0)
    return (
        Band("cache_read", tr("Cache read"), read),
        Band("cache_write", tr("Cache written"), written),
        Band("input", tr("New input"), new),
    )


def _moved(values: Floats, have: NDArray[np.int64], want: NDArray[np.int64]) -> Floats:
    places = np.clip(np.searchsorted(have, want), 0, max(len(have) - 1, 0))
    if not len(have):
        return np.zeros(len(want))
    return np.where(have[places] == want, values[places], 0.0)


def _number_edges(numbers: NDArray[np.int64]) -> Floats:
    if not len(numbers):
        return np.zeros(1)
    return np.append(numbers - 0.5, numbers[-1] + 0.5)


def _time_edges(document: Document) -> Floats | None:
    """Seconds since 1970 at which the requests began; None unless nearly all have a time."""
    assert document.measurement is not None
    requests = document.session.requests
    seconds = [epoch_seconds(requests[index].started) for index in document.measurement.curve.request]
    known = np.array([np.nan if at is None else at for at in seconds], np.float64)
    good = np.isfinite(known)
    if len(known) < 2 or good.mean() < 0.9:
        return None
    known = np.interp(np.arange(len(known)), np.flatnonzero(good), known[good])
    # Clocks of machines step back at times; a step to the left cannot be drawn.
    known = np.maximum.accumulate(known + np.arange(len(known)) * _LEAST)
    # The middle one of the steps; NumPy's own median loads a package for it that nothing else asks for.
    usual = np.sort(np.diff(known))[(len(known) - 1) // 2]
    return np.append(known, known[-1] + max(float(usual), 1.0))
