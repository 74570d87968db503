"""One run of a strategy, as the JSON contract writes it."""

from __future__ import annotations

import orjson

from inspector.model import Verdict
from inspector.model.run import Slice
from inspector.rerun.compared import ComparedRun
from inspector.rerun.export import score_json
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scorers.headline import HEADLINE
from inspector.survival.contract import standing_json
from inspector.wording.fields import json_fields


def run_json(result: ScoredRun) -> dict[str, object]:
    """A judged run with its figures, its context piece by piece, and where each fact stands."""
    run, judged = result.compared.run, result.compared
    return {
        "id": run.id,
        "strategy": run.spec.id,
        "params": orjson.loads(run.spec.params) if run.spec.params else None,
        **json_fields(run.spec, "prompt? model?"),
        "settings": run.spec.settings.given or None,
        "selection": run.spec.selection.value,
        "wording": [one.value for one in run.spec.wording],
        "text": run.text or None,
        "context": {
            "tokens": run.after.value,
            "basis": run.after.basis.value,
            "recorded": run.recorded[1] if run.recorded else None,
            "entries": [_entry(piece) for piece in run.slices],
        },
        "scores": [score_json(score) for score in result.scores],
        "facts": {
            fact.id: {"statement": fact.statement, **standing_json(fact, survival)}
            for fact, survival in zip(judged.facts, judged.survivals, strict=True)
        },
        "usage": json_fields(run.usage, "input output cache_read") if run.usage is not None else None,
        **json_fields(run, "cost cost_recorded seconds error? changed"),
        "folded": list(run.folded),
        "dropped": [json_fields(drop, "item stage rule") for drop in run.dropped],
        "silent": list(run.silent),
        "unsupported": [{"text": claim.text, "type": claim.kind, "why": claim.why} for claim in judged.claims],
        "judge": _judge(result.compared),
        "notes": [*filter(None, (result.compared.unread,)), *run.notes],
    }


def _judge(compared: ComparedRun) -> dict[str, object] | None:
    """What a judge says of a run; null where none read it."""
    found = compared.by
    if found is None:
        return None
    return {
        "model": found.model,
        "passes": found.passes,
        "headline": HEADLINE.score(compared).value,
        "undecided": sum(survival.verdict is Verdict.UNDECIDED for survival in found.survivals),
        "named": [{"text": claim.text, "type": claim.kind, "sure": claim.sure} for claim in found.claims],
        "quotes": {"given": found.trust.given, "stood": found.trust.stood},
        "notes": list(found.notes),
    }


def _entry(piece: Slice) -> dict[str, object]:
    return {
        **json_fields(piece, "slot item kind state tokens"),
        "sources": [[quote.item, quote.start, quote.end] for quote in piece.sources],
        "text": piece.text if piece.item is None or piece.state.value != "verbatim" else None,
        "why": piece.why or None,
    }
