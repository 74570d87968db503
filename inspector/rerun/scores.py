"""Figures of runs and of repeats: mean and interval, and whether one variant does better than another at all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Literal

from inspector.model import Basis
from inspector.model.run import Score
from inspector.rerun.compared import ComparedRun
from inspector.rerun.scorer import RunFigure, Scorer
from inspector.rerun.scorers import SCORERS

Comparison = Literal["better", "worse", "same", "unknown"]
# Two-sided 95 % quantiles of Student's t by degrees of freedom; beyond them the normal one is near enough.
_T95 = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131)
_Z95 = 1.96


def scores_of(repeats: Sequence[ComparedRun], scorers: Sequence[Scorer] = SCORERS) -> tuple[Score, ...]:
    """Every figure of one variant: of its one run, or mean and 95 % interval over its repeats.

    What only a judge can say is absent where none has read any of them.
    """
    is_judged = any(one.by is not None for one in repeats)
    return tuple(_score(scorer, repeats) for scorer in scorers if is_judged or not scorer.by_judge)


def _score(scorer: Scorer, repeats: Sequence[ComparedRun]) -> Score:
    figures = [scorer.score(one) for one in repeats]
    known = [figure for figure in figures if figure.value is not None]
    values = [figure.value for figure in known if figure.value is not None]
    if not values:
        detail = figures[0].detail if figures else "There is no run."
        recorded = figures[0].recorded if len(repeats) == 1 else None
        return Score(metric=scorer.metric, value=None, unit=scorer.unit, detail=detail, recorded=recorded)
    low, high = _possible(scorer, *interval(values)) if len(repeats) > 1 else (known[0].low, known[0].high)
    detail = known[0].detail if len(repeats) == 1 else f"{len(values)} of {len(repeats)} repeats"
    return Score(
        metric=scorer.metric,
        value=fmean(values),
        low=low,
        high=high,
        n=known[0].n if len(repeats) == 1 else len(values),
        unit=scorer.unit,
        basis=_basis(known[0], repeats),
        detail=detail,
        recorded=known[0].recorded if len(repeats) == 1 else None,
    )


def _basis(figure: RunFigure, repeats: Sequence[ComparedRun]) -> Basis:
    """Where a figure comes from; one about facts from a judge, where one has read them."""
    by_facts = Basis.JUDGED if any(one.by is not None for one in repeats) else Basis.COUNTED
    return figure.basis or by_facts


def interval(values: Sequence[float]) -> tuple[float | None, float | None]:
    """The 95 % interval of the mean by Student's t; None for a single value."""
    if len(values) < 2:
        return None, None
    half = t95(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    mean = fmean(values)
    return mean - half, mean + half


def _possible(scorer: Scorer, low: float | None, high: float | None) -> tuple[float | None, float | None]:
    """An interval without what no mean can be: less than nothing, but of what may have grown, or a share over one."""
    if low is not None and scorer.metric != "compression":
        low = max(low, 0.0)
    return low, min(high, 1.0) if high is not None and scorer.unit == "share" else high


def t95(freedom: int) -> float:
    """The two-sided 95 % quantile of Student's t, for at least one degree of freedom."""
    return _T95[freedom - 1] if freedom <= len(_T95) else _Z95


def compare(one: Score, other: Score) -> Comparison:
    """How ``one`` did beside ``other`` in the same figure; inside their intervals they are the same.

    A variant that calls no model has no noise, and its single value is compared as it is.
    """
    if one.value is None or other.value is None:
        return "unknown"
    better = next(scorer.better for scorer in SCORERS if scorer.metric == one.metric)
    low, high = _span(one)
    other_low, other_high = _span(other)
    if low <= other_high and other_low <= high:
        return "same"
    return "better" if (low > other_high) == (better == "higher") else "worse"


def _span(score: Score) -> tuple[float, float]:
    assert score.value is not None
    return (
        score.value if score.low is None else score.low,
        score.value if score.high is None else score.high,
    )
