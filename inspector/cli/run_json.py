"""One run of a strategy, as the JSON contract writes it."""

from __future__ import annotations

import orjson

from inspector.model import Verdict
from inspector.model.run import Run, Slice
from inspector.rerun.compared import ComparedRun
from inspector.rerun.export import score_json
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scorers.headline import HEADLINE
from inspector.survival.contract import standing_json


def run_json(result: ScoredRun) -> dict[str, object]:
    """A judged run with its figures, its context piece by piece, and where each fact stands."""
    run, judged = result.compared.run, result.compared
    return {
        "id": run.id,
        "strategy": run.spec.id,
        "params": orjson.loads(run.spec.params) if run.spec.params else None,
        "prompt": run.spec.prompt or None,
        "model": run.spec.model or None,
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
        "usage": _usage(run),
        "cost": run.cost,
        "cost_recorded": run.cost_recorded,
        "seconds": run.seconds,
        "error": run.error or None,
        "changed": run.changed,
        "folded": list(run.folded),
        "dropped": [{"item": drop.item, "stage": drop.stage, "rule": drop.rule} for drop in run.dropped],
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
        "slot": piece.slot,
        "item": piece.item,
        "kind": piece.kind.value,
        "state": piece.state.value,
        "tokens": piece.tokens,
        "sources": [[quote.item, quote.start, quote.end] for quote in piece.sources],
        "text": piece.text if piece.item is None or piece.state.value != "verbatim" else None,
        "why": piece.why or None,
    }


def _usage(run: Run) -> dict[str, int | None] | None:
    usage = run.usage
    return None if usage is None else {"input": usage.input, "output": usage.output, "cache_read": usage.cache_read}
