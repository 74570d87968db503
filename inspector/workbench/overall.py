"""One column over several compactions: how far it is altogether, the mean of each figure, and whether it did better.

A compaction is one case, whatever its repeats: means, intervals and n are over compactions. Against what was recorded
each compaction is compared with itself, since they differ more from each other than strategies do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Protocol

from inspector.model import Basis, Compaction
from inspector.model.run import Score
from inspector.rerun.arms import Arm
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.scores import Comparison, compare, interval
from inspector.rerun.wins import Case, wins
from inspector.workbench.board import Board
from inspector.workbench.experiments import Ready


class Recorded(Protocol):
    """A compaction with what the log says was done, such as a ``Ready``."""

    @property
    def compaction(self) -> Compaction:
        """Which one."""

    @property
    def recorded(self) -> Arm:
        """As a run."""


Figures = tuple[int, Sequence[Score]]
"""A compaction by its number, with the figures on it."""
# The first that holds for any compaction holds for the column.
_STATES = (ColumnState.RUNNING, ColumnState.FAILED, ColumnState.STOPPED, ColumnState.WANTS_MODEL, ColumnState.READY)


def figures_of(ready: Ready | None, parts: Sequence[Ready], board: Board) -> tuple[Ready | None, tuple[Column, ...]]:
    """The compaction that is looked at with its columns; where ``parts`` are given, both over all of them."""
    if ready is None:
        return None, ()
    if not parts:
        return board.judged_ready(ready), board.judged_columns(ready.compaction.number)
    seen = [board.judged_ready(one) for one in parts]
    return ready_over_all(ready, seen), columns_over_all(seen, board)


def columns_over_all(parts: Sequence[Ready], board: Board) -> tuple[Column, ...]:
    """Every listed column over these compactions."""
    found = []
    for key in board.listed:
        cells = [board.judged(one.compaction.number, board.at(key, one.compaction.number)) for one in parts]
        found.append(over_all(parts, cells))
    return tuple(found)


def over_all(ready: Sequence[Recorded], cells: Sequence[Column]) -> Column:
    """A column over compactions: ``cells`` has one for each, in the same order."""
    first = cells[0]
    cells = [_without_noise(cell) for cell in cells]
    done = sum(cell.state is ColumnState.DONE and not cell.is_stale for cell in cells)
    state = next((one for one in _STATES if any(cell.state is one for cell in cells)), ColumnState.DONE)
    ran = [cell.ran for cell in cells if cell.ran is not None]
    cases = [(one.compaction.number, cell.scores) for one, cell in zip(ready, cells, strict=True)]
    told = zip(ready, cells, strict=True)
    pairs = list(zip(ready, cells, strict=True))
    return replace(
        first,
        state=state,
        arms=tuple(arm for cell in cells for arm in cell.arms),
        scores=(
            *mean_scores(cases),
            *filter(None, (wins([Case(one.compaction.number, cell.arms, one.recorded) for one, cell in pairs]),)),
        ),
        error=_errors((one.compaction.number, cell.error) for one, cell in told if cell.error),
        text="",
        ran=next((one for one in ran if one != first.variant), ran[0] if ran else None),
        parts=(done, len(cells)),
        standings=standings(ready, cells),
    )


def _without_noise(cell: Column) -> Column:
    """A column of several repeats without their interval: how far they lie apart is in the spread of the means already.

    What stays around each figure is what lies around it in every repeat: undecided facts, or few facts of a part.
    """
    if len(cell.arms) < 2:
        return cell
    scores = []
    for score in cell.scores:
        same = [one for arm in cell.arms for one in arm.scores if one.metric == score.metric and one.value is not None]
        if score.value is not None and same:
            low = score.value - fmean(_of(one) - _of(one, "low") for one in same)
            high = score.value + fmean(_of(one, "high") - _of(one) for one in same)
            score = replace(score, low=low, high=high)
        scores.append(score)
    return replace(cell, scores=tuple(scores))


def _errors(told: Iterable[tuple[int, str]]) -> str:
    """Each reason once, with the compactions that it is of."""
    found: dict[str, list[str]] = {}
    for number, why in told:
        found.setdefault(why, []).append(f"┊C{number}")
    return " ".join(f"{' '.join(places)}: {why}" for why, places in found.items())


def ready_over_all(ready: Ready, others: Sequence[Ready]) -> Ready:
    """The compaction at hand, with the figures of what was recorded over all of them."""
    scores = mean_scores([(one.compaction.number, one.recorded.scores) for one in others])
    numbers = tuple(one.compaction.number for one in others)
    return replace(ready, recorded=Arm(ready.recorded.judged, scores), over=numbers)


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
    each = ", ".join(f"┊C{number} {_written(value, first.unit)}" for number, _, value in known)
    total = f"; in all ${sum(values):.2f}" if first.unit == "usd" else ""
    return replace(
        first,
        value=mean,
        low=low,
        high=high,
        n=len(known),
        detail=f"mean over {len(known)}: {each}{total}",
        recorded=None,
    )


def _written(value: float, unit: str) -> str:
    if unit == "share":
        return f"{value:.0%}"
    return f"${value:.4g}" if unit == "usd" else f"{value:,.0f}" if value >= 100 else f"{round(value, 2):g}"


def standings(ready: Sequence[Recorded], cells: Sequence[Column]) -> Mapping[str, Comparison]:
    """How a column did beside what was recorded, by figure: the mean of the differences and its interval.

    None where no judge has read one of them.
    """
    found: dict[str, list[tuple[Score, Score]]] = {}
    arms = (arm for one, cell in zip(ready, cells, strict=True) for arm in (one.recorded, *cell.arms))
    if any(arm.judged.by is None for arm in arms):
        return {}
    for one, cell in zip(ready, cells, strict=True):
        recorded = {score.metric: score for score in one.recorded.scores}
        for score in cell.scores:
            beside = recorded.get(score.metric)
            if score.value is not None and beside is not None and beside.value is not None:
                found.setdefault(score.metric, []).append((score, beside))
    return {metric: _paired(pairs) for metric, pairs in found.items()}


def _paired(pairs: Sequence[tuple[Score, Score]]) -> Comparison:
    if len(pairs) < 2:
        return "unknown"
    low, high = interval([_of(one) - _of(other) for one, other in pairs])
    assert low is not None and high is not None, "two differences have an interval"
    low -= fmean(_of(one) - _of(one, "low") + _of(other, "high") - _of(other) for one, other in pairs)
    high += fmean(_of(one, "high") - _of(one) + _of(other) - _of(other, "low") for one, other in pairs)
    # The rule for what is better stands in one place: a difference is held against none at all.
    difference = replace(pairs[0][0], value=(low + high) / 2, low=low, high=high)
    return compare(difference, replace(difference, value=0.0, low=0.0, high=0.0))


def _of(score: Score, end: str = "value") -> float:
    found = getattr(score, end)
    assert score.value is not None, "only known figures are paired"
    return float(score.value if found is None else found)
