"""The figures of one column over several compactions.

A compaction is one case, whatever its repeats: means, intervals and n are over compactions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import TYPE_CHECKING

from inspector.model import Basis
from inspector.model.run import Score
from inspector.rerun.column import Column
from inspector.rerun.scores import interval
from inspector.rerun.wins import Case, wins

if TYPE_CHECKING:
    from inspector.workbench.experiment_run import Case as Ran


Figures = tuple[int, Sequence[Score]]
"""A compaction by its number, with the figures on it."""


def scores_over(ran: Sequence[Ran], cells: Sequence[Column]) -> tuple[Score, ...]:
    """The figures of a column over compactions: ``cells`` has one for each, in the same order."""
    pairs = list(zip(ran, cells, strict=True))
    won = wins([Case(one.compaction.number, cell.results, one.recorded) for one, cell in pairs])
    means = mean_scores([(one.compaction.number, _without_noise(cell)) for one, cell in pairs])
    return means if won is None else (*means, won)


def _without_noise(cell: Column) -> Sequence[Score]:
    """Figures of several repeats without their interval: how far they lie apart is in the spread of the means already.

    What stays around each figure is what lies around it in every repeat: undecided facts, or few facts of a part.
    """
    if len(cell.results) < 2:
        return cell.scores
    scores = []
    for score in cell.scores:
        found = (result.score(score.metric) for result in cell.results)
        same = [one for one in found if one is not None and one.value is not None]
        if score.value is not None and same:
            low = score.value - fmean(_of(one) - _of(one, "low") for one in same)
            high = score.value + fmean(_of(one, "high") - _of(one) for one in same)
            score = replace(score, low=low, high=high)
        scores.append(score)
    return scores


def mean_scores(cases: Sequence[Figures]) -> tuple[Score, ...]:
    """Every figure over compactions: its mean, the 95 % interval of that, and on how many it is known."""
    metrics = dict.fromkeys(score.metric for _, scores in cases for score in scores)
    return tuple(_mean(metric, cases) for metric in metrics)


def _mean(metric: str, cases: Sequence[Figures]) -> Score:
    found = [(number, score) for number, scores in cases for score in scores if score.metric == metric]
    # What a judge says and what words are counted make no mean.
    found = [(number, score) for number, score in found if score.basis is Basis.JUDGED] or found
    known = [(number, score, score.value) for number, score in found if score.value is not None]
    first = next((score for _, score, _ in known), found[0][1])
    if not known:
        return replace(first, n=0, recorded=None)
    values = [value for _, _, value in known]
    mean = fmean(values)
    low, high = interval(values)
    if low is not None and high is not None:
        # What undecided facts leave open is open in the mean, too; so is a part of which there are few facts.
        low -= mean - fmean(value if score.low is None else min(score.low, value) for _, score, value in known)
        high += fmean(value if score.high is None else max(score.high, value) for _, score, value in known) - mean
        low = max(low, 0.0) if min(values) >= 0 else low
        high = min(high, 1.0) if first.unit == "share" else high
    logged = [score.recorded for _, score, _ in known if score.recorded is not None]
    each = ", ".join(f"┊C{number} {_written(value, first.unit)}" for number, _, value in known)
    total = f"; in all ${sum(values):.2f}" if first.unit == "usd" else ""
    return replace(
        first,
        value=mean,
        low=low,
        high=high,
        n=len(known),
        detail=f"mean over {len(known)}: {each}{total}",
        recorded=fmean(logged) if len(logged) == len(known) else None,
    )


def _written(value: float, unit: str) -> str:
    if unit == "share":
        return f"{value:z.0%}"
    return f"${value:.4g}" if unit == "usd" else f"{value:,.0f}" if value >= 100 else f"{round(value, 2):g}"


def _of(score: Score, end: str = "value") -> float:
    found = getattr(score, end)
    assert score.value is not None, "only known figures are paired"
    return float(score.value if found is None else found)
