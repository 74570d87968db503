"""Figures about the new context and its making: tokens, how much went, dollars and seconds."""

from __future__ import annotations

from inspector.model import Basis
from inspector.rerun.compared import ComparedRun
from inspector.rerun.library import RECORDED
from inspector.rerun.scorer import RunFigure, Scorer


def _tokens(judged: ComparedRun) -> RunFigure:
    """Of the whole prompt: what the log does not hold is in it where that is known."""
    after = judged.run.after
    detail = f"± {after.error:,}" if after.error else ""
    recorded = float(judged.run.recorded[1]) if judged.run.recorded else None
    value = None if after.value is None else float(after.value)
    return RunFigure(value, basis=after.basis, detail=detail, recorded=recorded)


def _compression(judged: ComparedRun) -> RunFigure:
    """The share of the prompt before that went; negative where the new one is larger."""
    before, after = judged.run.before, judged.run.after
    if not before.value or after.value is None:
        return RunFigure(None, detail="The tokens before are not known.")
    recorded = judged.run.recorded
    told = 1 - recorded[1] / recorded[0] if recorded and recorded[0] else None
    return RunFigure(1 - after.value / before.value, basis=after.basis, recorded=told)


def _cost(judged: ComparedRun) -> RunFigure:
    """US dollars by list price; nothing where no model was called."""
    cost = judged.run.cost
    detail = "Its price is not known." if cost is None else ""
    if cost is not None and judged.run.spec.id == RECORDED:
        detail = "The compaction's own request with the tokens that the log names, by list price."
    # That no model was called is certain; what one took is known by a list of prices only.
    basis = Basis.ESTIMATED if cost else Basis.COUNTED
    return RunFigure(cost, basis=basis, detail=detail, recorded=judged.run.cost_recorded)


def _seconds(judged: ComparedRun) -> RunFigure:
    """That the model took, from the sending of each request to the end of its answer; 0 where none was asked."""
    took = judged.run.seconds
    return RunFigure(took, basis=Basis.RECORDED, detail="" if took is not None else "Not in this log.")


TOKENS = Scorer("tokens_after", "tokens", "lower", _tokens)
COMPRESSION = Scorer("compression", "share", "higher", _compression)
COST = Scorer("cost", "usd", "lower", _cost)
SECONDS = Scorer("seconds", "s", "lower", _seconds)
