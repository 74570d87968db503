"""How counted tokens relate to those that the provider recorded, for one session.

recorded prompt ≈ ratio × counted context + overhead + framing × requests since the context was last cut

The ratio is the tokenizer's difference; the overhead is the system prompt and the tool definitions, which
most logs do not hold; framing is what every request adds unseen: message envelopes, reminders, reasoning
kept without its text. Without that term the ratio comes out too high, and the more so the smaller the steps
(on real logs 1.4 from steps of 300 tokens against 1.1 from steps of 5,000).

Ratio and framing are fitted to the growth between neighbouring requests, where the overhead cancels out, by
the Theil–Sen slope: what a harness injects or clears without logging it is an outlier there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from inspector.measure.contexts import CallContexts, call_contexts
from inspector.measure.count import Counts
from inspector.model import Basis, Session, TokenCount
from inspector.reconstruct.replay import Replay

Floats = NDArray[np.float64]

FEWEST = 8
"""Steps between requests below which a fit would be chance."""
MOST = 400
"""Steps the fit looks at, spread evenly; the slopes of all pairs are formed."""
APART = 300
"""Counted tokens by which two steps must differ for the slope between them to mean anything."""
LARGE = 3_000
"""Counted tokens from which on a difference weighs no more."""
SANE = (0.5, 2.5)
"""A ratio outside of this says that contexts were not reconstructed as they were sent."""
QUANTILE = 0.9


@dataclass(frozen=True, slots=True)
class Calibration:
    """The fit of one session."""

    ratio: float
    """Recorded tokens per counted token; 1 where nothing could be fitted."""
    overhead: float | None
    """Tokens in every prompt that the log does not hold (median); None where nothing could be fitted, and
    where less was sent than the log holds, as when results were cleared without a record of it."""
    error: float | None
    """Nine contexts of ten grow as predicted within this share of their prompt; None when not known."""
    basis: Basis
    n: int
    """Requests the fit rests on; 0 where nothing could be fitted."""
    framing: float = 0.0
    """Tokens that every request adds without their being in the log."""

    def tokens(self, counted: float, tokenizer: str = "") -> TokenCount:
        """A counted number on the provider's scale."""
        value = round(self.ratio * counted)
        return TokenCount(value, self.basis, tokenizer, None if self.error is None else round(self.error * value))


NOT_FITTED = Calibration(1.0, None, None, Basis.ESTIMATED, 0)


def calibrate(session: Session, replay: Replay, counts: Counts) -> Calibration:
    """Fit one session's recorded prompts to its counted contexts; ``NOT_FITTED`` where that would be chance."""
    contexts = call_contexts(session, replay, counts)
    recorded = recorded_prompts(session, contexts)
    counted = contexts.tokens.sum(axis=1)
    usable = np.isfinite(recorded) & (recorded > 0) & (counted > 0)
    fit = _line(_steps(session, contexts, recorded, counted, usable))
    if fit is None:
        return NOT_FITTED
    ratio, framing = fit
    rest = (recorded - ratio * counted - framing * _since_cut(contexts.segment))[usable]
    segment, prompts = contexts.segment[usable], recorded[usable]
    levels = {number: np.median(rest[segment == number]) for number in np.unique(segment)}
    off = np.abs(rest - np.array([levels[number] for number in segment])) / prompts
    error, n = float(np.quantile(off, QUANTILE)), int(usable.sum())
    overhead = float(np.median(rest))
    return Calibration(ratio, None if overhead < 0 else overhead, error, Basis.ESTIMATED, n, framing)


def recorded_prompts(session: Session, contexts: CallContexts) -> Floats:
    """Recorded prompt tokens of every call in ``contexts``; NaN where the log does not tell."""
    prompts = (
        usage.prompt if (usage := session.requests[index].usage) is not None else None for index in contexts.request
    )
    return np.array([np.nan if prompt is None else prompt for prompt in prompts], np.float64)


def _steps(
    session: Session, contexts: CallContexts, recorded: Floats, counted: Floats, usable: NDArray[np.bool_]
) -> Floats:
    """Growth between neighbouring requests of one stretch and one model: counted, recorded."""
    if len(counted) < 2:
        return np.empty((0, 2))
    models = np.array([session.requests[index].model for index in contexts.request])
    same = usable[1:] & usable[:-1] & (contexts.segment[1:] == contexts.segment[:-1]) & (models[1:] == models[:-1])
    grown = np.column_stack([np.diff(counted), np.diff(recorded)])[same]
    kept: Floats = grown[grown[:, 0] > 0]
    return kept


def _line(steps: Floats) -> tuple[float, float] | None:
    """Slope and height of the line through the steps, or None where there is no telling."""
    if len(steps) < FEWEST:
        return None
    if len(steps) > MOST:
        steps = steps[np.linspace(0, len(steps) - 1, MOST).astype(np.int64)]
    one, other = np.triu_indices(len(steps), 1)
    apart = steps[other] - steps[one]
    apart = apart[np.abs(apart[:, 0]) >= APART]
    if len(apart) < FEWEST:
        return None
    # Large steps tell more, but one pasted file that was never sent must not outweigh all the others.
    ratio = weighted_median(apart[:, 1] / apart[:, 0], np.minimum(np.abs(apart[:, 0]), LARGE))
    if not SANE[0] <= ratio <= SANE[1]:
        return None
    return ratio, max(0.0, float(np.median(steps[:, 1] - ratio * steps[:, 0])))


def weighted_median(values: Floats, weights: Floats) -> float:
    """The value with half of the weight on either side."""
    order = np.argsort(values)
    reached = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(reached, reached[-1] / 2)])


def _since_cut(segment: NDArray[np.int64]) -> Floats:
    """How many calls of the same stretch came before each call."""
    places = np.arange(len(segment))
    first = np.r_[True, segment[1:] != segment[:-1]]
    return (places - np.maximum.accumulate(np.where(first, places, 0))).astype(np.float64)
