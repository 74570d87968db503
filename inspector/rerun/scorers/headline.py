"""One figure for how good a context is: the statements that it keeps, less those that it turns into lies."""

from __future__ import annotations

from inspector.model import Claim, Survival, Verdict
from inspector.rerun.compared import ComparedRun
from inspector.rerun.scorer import RunFigure, Scorer, spoken, still_matters
from inspector.survival.shares import KEPT

_LEAST = 10
"""A false claim takes off a tenth at most: where one thing was said, two slips make no summary worse than none."""


def _headline(compared: ComparedRun) -> RunFigure:
    """(kept - contradicted) / n - false claims / (n, or 10 where it is less), of n statements that still matter.

    At most 1, and below 0 for a text that lies. Each statement counts one, whatever its weight; evidence of the work is
    left out. A false claim is one that a judge calls contradicted or unsupported. One whose words are those of a
    contradicted statement is not counted twice. A lie takes off what a kept statement brings: a summary that lies is
    worse than none, which has 0. Undecided statements make it a lower bound.
    """
    if compared.by is None:
        return RunFigure(None, detail="Only a judge can tell what a text keeps, and what it says falsely.")
    told = [survival for survival in spoken(compared) if still_matters(survival)]
    if not told:
        return RunFigure(None, detail=compared.note or "There are no statements that still matter.")
    kept = sum(survival.verdict in KEPT for survival in told)
    denied = [survival for survival in told if survival.verdict is Verdict.CONTRADICTED]
    false = sum(claim.kind != "supported" and not _is_told_by(claim, denied) for claim in compared.claims)
    unsure = sum(survival.verdict is Verdict.UNDECIDED for survival in told)
    value = (kept - len(denied)) / len(told) - false / max(len(told), _LEAST)
    detail = f"{kept} of {len(told)} kept, less {len(denied)} contradicted and {false} false claims"
    if not unsure:
        return RunFigure(value, len(told), detail=detail)
    return RunFigure(
        value, len(told), detail=f"{detail}; {unsure} undecided", low=value, high=value + unsure / len(told)
    )


def _is_told_by(claim: Claim, denied: list[Survival]) -> bool:
    """Whether a claim's words are what already counts as the opposite of a statement."""
    places = [found for survival in denied for found in survival.evidence if found.item == claim.quote.item]
    return any(found.start < claim.quote.end and claim.quote.start < found.end for found in places)


HEADLINE = Scorer("headline", "share", "higher", _headline, by_judge=True)
