"""A judged run with verdicts made by hand, for scorers."""

from __future__ import annotations

from typing import Any

from inspector.model import Basis, Fact, FactKind, ItemKind, Origin, Quote, Survival, TokenCount, Verdict
from inspector.model.run import Needs, Run, Selection, Slice, State, StrategySpec
from inspector.rerun.judge import JudgedRun


def judged(*facts: tuple[FactKind, Verdict, float], **more: Any) -> JudgedRun:
    """Facts by kind and verdict; what else is given goes into the run or, as note and claims, beside it."""
    made = [
        Fact(id=str(n), kind=kind, statement="", quotes=(Quote(1, 0, 1),), texts=("x",))
        for n, (kind, *_) in enumerate(facts)
    ]
    live = more.pop("live", [True] * len(facts))
    survivals = [
        Survival(fact=str(n), compaction=1, verdict=verdict, live=live[n]) for n, (_, verdict, _) in enumerate(facts)
    ]
    beside = {"claims": more.pop("claims", ()), "note": more.pop("note", "")}
    summary = Slice("summary", ItemKind.SUMMARY, Origin.HARNESS, State.PARAPHRASED, "Summary.", 3)
    settings: dict[str, Any] = {
        "slices": (summary,),
        "before": TokenCount(1_000, Basis.ESTIMATED),
        "after": TokenCount(250, Basis.ESTIMATED, error=25),
        **more,
    }
    spec = StrategySpec(id="s", hash="", selection=Selection.OWN, needs=Needs.NONE)
    run = Run(id="r", spec=spec, compaction=1, dropped=(), folded=(), silent=(), **settings)
    return JudgedRun(run, tuple(made), tuple(survivals), **beside)
