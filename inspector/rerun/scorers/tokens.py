"""Prompt tokens with the new context."""

from __future__ import annotations

from typing import Literal

from inspector.rerun.judge import Judged
from inspector.rerun.scorer import Figure


class Tokens:
    """The whole prompt: what the log does not hold is in it where that is known."""

    metric = "tokens_after"
    unit = "tokens"
    better: Literal["higher", "lower"] = "lower"
    part = False

    def score(self, judged: Judged) -> Figure:
        """The tokens."""
        after = judged.run.after
        detail = f"± {after.error:,}" if after.error else ""
        recorded = float(judged.run.recorded[1]) if judged.run.recorded else None
        value = None if after.value is None else float(after.value)
        return Figure(value, basis=after.basis, detail=detail, recorded=recorded)


SCORER = Tokens()
