"""The words beside the cursor of the plot."""

from __future__ import annotations

import numpy as np

from inspector.gui.language import number, tr
from inspector.gui.models.figures import time_of_day, unknown
from inspector.gui.models.series import Series
from inspector.gui.theme import UNLOGGED
from inspector.workbench.document import Document

_SHOWN = 4
_LEAST_SHARE = 0.005


def describe(document: Document, series: Series, point: int) -> tuple[str, ...]:
    """Request, prompt tokens, shares by band (largest first) and time, one line each."""
    request = document.session.requests[int(series.requests[point])]
    prompt, top = series.prompt[point], series.top[point]
    if np.isfinite(prompt):
        tokens = tr("{n} prompt tokens").format(n=number(round(prompt)))
    elif np.isfinite(top) and top > 0:
        tokens = tr("≈{n} prompt tokens, estimated").format(n=number(round(top)))
    else:
        tokens = tr("prompt tokens: {unknown}").format(unknown=unknown())
    lines = [tr("request {n}").format(n=number(request.number)), tokens]
    lines += _shares(series, point)
    kinds = {band.key for band in series.bands}
    if UNLOGGED in kinds and _is_more_than_sent(document, int(series.requests[point])):
        lines.append(tr("not in this log: unknown, since more was counted than recorded"))
    lines.append(
        tr("time: {time}").format(time=time_of_day(request.started))
        if not request.started
        else time_of_day(request.started)
    )
    return tuple(lines)


def _is_more_than_sent(document: Document, request: int) -> bool:
    """Whether less was recorded than this log holds: something of it was left out, and nobody says what."""
    if document.tally is None:
        return False
    composition = document.tally.composition
    return bool((composition.unlogged[composition.requests == request] == 0).any())


def _shares(series: Series, point: int) -> list[str]:
    top = series.top[point]
    if len(series.bands) < 2 or not np.isfinite(top) or top <= 0:
        return []
    values = sorted(((float(band.values[point]), band) for band in series.bands), key=lambda pair: -pair[0])
    shown = [(value, band) for value, band in values if value / top >= _LEAST_SHARE][:_SHOWN]
    return [
        f"{'≈' if band.key not in ('cache_read', 'cache_write', 'input') else ''}{number(round(value))}  "
        f"{(band.title if band.key != UNLOGGED else tr('not in this log')).lower()}  {100 * value / top:.0f} %"
        for value, band in shown
    ]
