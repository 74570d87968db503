"""The share of all facts that the new context holds, each by its weight."""

from __future__ import annotations

from typing import Literal

from inspector.model import Verdict
from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure
from inspector.verdicts.intervals import KEPT


class Survival:
    """Statements count one each, evidence by its source; what is done with or superseded is left out.

    Undecided facts make it a lower bound.
    """

    metric = "weighted_survival"
    unit = "share"
    better: Literal["higher", "lower"] = "higher"
    part = False

    def score(self, judged: Judged) -> Figure:
        """The weighted share kept."""
        kept = unsure = whole = 0.0
        n = undecided = 0
        for fact, survival in zip(judged.facts, judged.survivals, strict=True):
            if not survival.live or survival.verdict is Verdict.SUPERSEDED:
                continue
            n += 1
            whole += fact.weight
            kept += fact.weight * (survival.verdict in KEPT)
            if survival.verdict is Verdict.UNDECIDED:
                undecided += 1
                unsure += fact.weight
        if not whole:
            return Figure(None, detail="There are no facts that still matter.")
        if not undecided:
            return Figure(kept / whole, n, detail=f"{n} facts")
        detail = f"{n} facts, {undecided} of them undecided: at least {kept / whole:.0%}"
        return Figure(kept / whole, n, detail=detail, low=kept / whole, high=(kept + unsure) / whole)


SCORER = Survival()
