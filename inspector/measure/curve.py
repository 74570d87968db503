"""The usage curve: what the log itself says about the tokens of every request."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.model import Session, Usage
from inspector.reconstruct.calls import main_calls

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One point per request of the main thread, in order; NaN where the log does not tell. All recorded."""

    request: NDArray[np.int64]
    """Indexes into ``Session.requests``."""
    number: NDArray[np.int64]
    """The requests' numbers: the horizontal axis."""
    prompt: Floats
    """What the model was sent, cached tokens included."""
    cache_read: Floats
    cache_write: Floats
    output: Floats


def usage_curve(session: Session) -> Curve:
    """The recorded curve of the main thread's own requests; a summariser's calls are left out."""
    calls = main_calls(session)
    used = [session.requests[index].usage or Usage() for index in calls]
    numbers = np.array([session.requests[index].number for index in calls], np.int64)
    return Curve(
        np.array(calls, np.int64),
        numbers,
        _floats([usage.prompt for usage in used]),
        _floats([usage.cache_read for usage in used]),
        _floats([usage.cache_write for usage in used]),
        _floats([usage.output for usage in used]),
    )


def _floats(values: list[int | None]) -> Floats:
    # Column by column: of a list of rows numpy looks at every number as an object.
    return np.array([math.nan if value is None else value for value in values], np.float64)
