"""How many facts stand in the new context in a changed or weakened form."""

from __future__ import annotations

from typing import Literal

from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure
from inspector.verdicts.intervals import DISTORTED


class Distorted:
    """Facts that are contradicted, altered or weakened; a lost fact is not among them."""

    metric = "distorted"
    unit = "facts"
    better: Literal["higher", "lower"] = "lower"
    part = False

    def score(self, judged: Judged) -> Figure:
        """Their number."""
        if not judged.survivals:
            return Figure(None, detail=judged.note or "There are no facts.")
        hits = sum(survival.verdict in DISTORTED for survival in judged.survivals)
        return Figure(float(hits), len(judged.survivals))


SCORER = Distorted()
