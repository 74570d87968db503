"""The share of the human's live rules that the new context still holds."""

from __future__ import annotations

from typing import Literal

from inspector.facts.weigh import RULES
from inspector.model import Verdict
from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure
from inspector.verdicts.intervals import KEPT


class Constraints:
    """Constraints and preferences, live ones only; undecided ones are in no share, and open its bounds."""

    metric = "constraints_kept"
    unit = "share"
    better: Literal["higher", "lower"] = "higher"
    part = False

    def score(self, judged: Judged) -> Figure:
        """The share kept."""
        live = [
            survival.verdict
            for fact, survival in zip(judged.facts, judged.survivals, strict=True)
            if fact.kind in RULES and survival.live and survival.verdict is not Verdict.SUPERSEDED
        ]
        if not live:
            return Figure(None, detail="No live rule of the user stands in the history.")
        kept = sum(verdict in KEPT for verdict in live)
        unsure = sum(verdict is Verdict.UNDECIDED for verdict in live)
        decided = len(live) - unsure
        if not decided:
            return Figure(None, detail=f"All {unsure} live rules of the user are undecided.")
        if not unsure:
            return Figure(kept / decided, decided, detail=f"{kept} of {decided}")
        low, high = kept / len(live), (kept + unsure) / len(live)
        return Figure(kept / decided, decided, detail=f"{kept} of {decided}; {unsure} undecided", low=low, high=high)


SCORER = Constraints()
