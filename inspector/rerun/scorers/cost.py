"""What the model's answers cost."""

from __future__ import annotations

from typing import Literal

from inspector.model import Basis
from inspector.rerun.judge import Judged
from inspector.rerun.library import RECORDED
from inspector.rerun.scorer import Figure


class Cost:
    """US dollars by list price; nothing where no model was called."""

    metric = "cost"
    unit = "usd"
    better: Literal["higher", "lower"] = "lower"
    part = False

    def score(self, judged: Judged) -> Figure:
        """The dollars."""
        cost = judged.run.cost
        detail = "Its price is not known." if cost is None else ""
        if cost is not None and judged.run.spec.id == RECORDED:
            detail = "The compaction's own request with the tokens that the log names, by list price."
        # That no model was called is certain; what one took is known by a list of prices only.
        basis = Basis.ESTIMATED if cost else Basis.COUNTED
        return Figure(cost, basis=basis, detail=detail, recorded=judged.run.cost_recorded)


SCORER = Cost()
