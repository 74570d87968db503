"""Figures about what became of the facts, and about what the summary claims."""

from __future__ import annotations

from inspector.facts.weigh import RULES
from inspector.model import Verdict
from inspector.model.run import State
from inspector.rerun.judge import JudgedRun
from inspector.rerun.scorer import RunFigure, Scorer, still_matters
from inspector.verdicts.intervals import DISTORTED as CHANGED
from inspector.verdicts.intervals import KEPT


def _constraints(judged: JudgedRun) -> RunFigure:
    """The share of the human's live constraints and preferences that is kept; undecided ones open its bounds."""
    live = [
        survival.verdict
        for fact, survival in zip(judged.facts, judged.survivals, strict=True)
        if fact.kind in RULES and still_matters(survival)
    ]
    if not live:
        return RunFigure(None, detail="No live rule of the user stands in the history.")
    kept = sum(verdict in KEPT for verdict in live)
    unsure = sum(verdict is Verdict.UNDECIDED for verdict in live)
    decided = len(live) - unsure
    if not decided:
        return RunFigure(None, detail=f"All {unsure} live rules of the user are undecided.")
    if not unsure:
        return RunFigure(kept / decided, decided, detail=f"{kept} of {decided}")
    low, high = kept / len(live), (kept + unsure) / len(live)
    return RunFigure(kept / decided, decided, detail=f"{kept} of {decided}; {unsure} undecided", low=low, high=high)


def _survival(judged: JudgedRun) -> RunFigure:
    """The share of all facts that still matter: statements count one each, evidence by its source.

    Undecided facts make it a lower bound.
    """
    kept = unsure = whole = 0.0
    n = undecided = 0
    for fact, survival in zip(judged.facts, judged.survivals, strict=True):
        if not still_matters(survival):
            continue
        n += 1
        whole += fact.weight
        kept += fact.weight * (survival.verdict in KEPT)
        if survival.verdict is Verdict.UNDECIDED:
            undecided += 1
            unsure += fact.weight
    if not whole:
        return RunFigure(None, detail="There are no facts that still matter.")
    if not undecided:
        return RunFigure(kept / whole, n, detail=f"{n} facts")
    detail = f"{n} facts, {undecided} of them undecided: at least {kept / whole:.0%}"
    return RunFigure(kept / whole, n, detail=detail, low=kept / whole, high=(kept + unsure) / whole)


def _distorted(judged: JudgedRun) -> RunFigure:
    """How many facts are contradicted, altered or weakened; a lost fact is not among them."""
    if not judged.survivals:
        return RunFigure(None, detail=judged.note or "There are no facts.")
    hits = sum(survival.verdict in CHANGED for survival in judged.survivals)
    return RunFigure(float(hits), len(judged.survivals))


def _unsupported(judged: JudgedRun) -> RunFigure:
    """Unsupported and contradicted claims together; without a summary there is nothing to check."""
    told = any(piece.state is State.PARAPHRASED for piece in judged.run.slices)
    if not told:
        return RunFigure(None, detail="There is no summary to check.")
    if judged.note:
        return RunFigure(None, detail=judged.note)
    contradicted = sum(claim.kind == "contradicted" for claim in judged.claims)
    return RunFigure(float(len(judged.claims)), detail=f"{contradicted} contradicted" if contradicted else "")


CONSTRAINTS = Scorer("constraints_kept", "share", "higher", _constraints)
SURVIVAL = Scorer("weighted_survival", "share", "higher", _survival)
DISTORTED = Scorer("distorted", "facts", "lower", _distorted)
UNSUPPORTED = Scorer("unsupported_claims", "claims", "lower", _unsupported)
