"""Figures about the new context and its making: tokens, how much went, dollars and seconds."""

from __future__ import annotations

from inspector.model import Basis
from inspector.rerun.compared import ComparedRun
from inspector.rerun.library import RECORDED
from inspector.rerun.scorer import RunFigure, Scorer


def _failed(compared: ComparedRun) -> bool:
    """Whether there is no new context: what would have stood beside a summary is none, and nothing read is not 0."""
    return compared.note != "" and (compared.note == compared.run.error or not compared.run.after.value)


def _tokens(compared: ComparedRun) -> RunFigure:
    """Of the whole prompt: what the log does not hold is in it where that is known."""
    if _failed(compared):
        return RunFigure(None, detail=compared.note)
    after = compared.run.after
    detail = f"± {after.error:,}" if after.error else ""
    recorded = float(compared.run.recorded[1]) if compared.run.recorded else None
    value = None if after.value is None else float(after.value)
    return RunFigure(value, basis=after.basis, detail=detail, recorded=recorded)


def _compression(compared: ComparedRun) -> RunFigure:
    """The share of the prompt before that went; negative where the new one is larger."""
    before, after = compared.run.before, compared.run.after
    if _failed(compared):
        return RunFigure(None, detail=compared.note)
    if not before.value or after.value is None:
        return RunFigure(None, detail="The tokens before are not known.")
    recorded = compared.run.recorded
    told = 1 - recorded[1] / recorded[0] if recorded and recorded[0] else None
    return RunFigure(1 - after.value / before.value, basis=after.basis, recorded=told)


def _cost(compared: ComparedRun) -> RunFigure:
    """US dollars by list price; nothing where no model was called."""
    cost = compared.run.cost
    detail = "Its price is not known." if cost is None else ""
    if cost is not None and compared.run.spec.id == RECORDED:
        detail = "The compaction's own request with the tokens that the log names, by list price."
    # That no model was called is certain; what one took is known by a list of prices only.
    basis = Basis.ESTIMATED if cost else Basis.COUNTED
    return RunFigure(cost, basis=basis, detail=detail, recorded=compared.run.cost_recorded)


def _seconds(compared: ComparedRun) -> RunFigure:
    """That the model took, from the sending of each request to the end of its answer; 0 where none was asked."""
    took = compared.run.seconds
    return RunFigure(took, basis=Basis.RECORDED, detail="" if took is not None else "Not in this log.")


TOKENS = Scorer("tokens_after", "tokens", "lower", _tokens)
COMPRESSION = Scorer("compression", "share", "higher", _compression)
COST = Scorer("cost", "usd", "lower", _cost)
SECONDS = Scorer("seconds", "s", "lower", _seconds)
