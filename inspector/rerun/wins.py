"""Win rates: how often a variant did better than what was recorded, pair by pair, at no more tokens."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from typing import NamedTuple

from inspector.model import Basis
from inspector.model.run import Score
from inspector.rerun.column import Column
from inspector.rerun.scored import ScoredRun
from inspector.survival.shares import wilson

METRIC = "headline"
"""Statements kept, less what is contradicted and false: a text that lies loses."""
MORE = 1.2
"""Times the tokens of the other: who keeps more than that is not at an equal budget, and cannot win by it."""


class Case(NamedTuple):
    """One compaction: the repeats of a variant, and what was recorded."""

    compaction: int
    results: Sequence[ScoredRun]
    recorded: ScoredRun


def wins(cases: Sequence[Case]) -> Score | None:
    """The share of pairs that a variant wins against what was recorded, as a judge has it; a tie is half a win. None
    below two.

    Repeats of one compaction are one case, as they differ less from each other than compactions do: the 95 % interval
    is over compactions where there are several, over repeats where there is one.
    """
    told: list[tuple[int, float]] = []
    n = beyond = 0
    for case in cases:
        pairs = [outcome for result in case.results if (outcome := _against(result, case.recorded)) is not None]
        known = [outcome for outcome in pairs if outcome >= 0]
        beyond += len(pairs) - len(known)
        if known:
            told.append((case.compaction, fmean(known)))
            n += len(known)
    each = len(told) if len(cases) > 1 else n
    if each < 2:
        return None
    value = fmean(share for _, share in told)
    # The interval of Wilson takes whole successes; halves of ties lie between two of them.
    low, high = wilson(math.floor(value * each), each)[0], wilson(math.ceil(value * each), each)[1]
    per = ", ".join(f"┊C{number} {share:.0%}" for number, share in told)
    detail = f"{each} {'compactions' if len(cases) > 1 else 'repeats'}: {per}"
    more = f"; {beyond} not counted, as they keep over {MORE - 1:.0%} more tokens" if beyond else ""
    return Score(
        metric="wins",
        value=value,
        low=low,
        high=high,
        n=each,
        unit="share",
        basis=Basis.JUDGED,
        detail=detail + more,
    )


def with_wins(made: Sequence[Column], recorded: Mapping[int, ScoredRun]) -> list[Column]:
    """Columns of single compactions with their win rate over repeats, where there are several."""
    found = []
    for column in made:
        score = wins([Case(column.compaction, column.results, recorded[column.compaction])])
        found.append(column if score is None else replace(column, scores=(*column.scores, score)))
    return found


def _against(result: ScoredRun, recorded: ScoredRun) -> float | None:
    """1 for a win, 0.5 for a tie, 0 for a loss; -1 for a win by more tokens; None where either is not known."""
    one, other = result.score(METRIC), recorded.score(METRIC)
    if one is None or other is None or one.value is None or other.value is None or result.compared.run.error:
        return None
    if abs(one.value - other.value) < 1e-9:
        return 0.5
    if one.value < other.value:
        return 0.0
    return 1.0 if at_equal_tokens(result.score("tokens_after"), recorded.score("tokens_after")) else -1.0


def at_equal_tokens(one: Score | None, other: Score | None) -> bool:
    """Whether ``one`` takes no more tokens than ``other``, but for a fifth; also where either is not known."""
    if one is None or other is None or one.value is None or other.value is None:
        return True
    return one.value <= MORE * other.value
