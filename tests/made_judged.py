"""A judged run with verdicts made by hand, for scorers."""

from __future__ import annotations

from typing import Any

from inspector.model import Basis, Fact, FactKind, ItemKind, Judgement, Origin, Quote, Survival, TokenCount, Verdict
from inspector.model.run import Needs, Run, Selection, Slice, State, StrategySpec
from inspector.rerun.compared import ComparedRun

READ = Judgement(compaction=1, model="m", passes=1)
"""What a judge gives whose verdicts stand beside it: that it has read a run."""


def judged(*facts: tuple[FactKind, Verdict, float], **more: Any) -> ComparedRun:
    """Facts by kind, verdict and weight; what else is given goes into the run, or beside it: note, claims, judge."""
    made = [
        Fact(id=str(n), kind=kind, statement="", quotes=(Quote(1, 0, 1),), texts=("x",))
        for n, (kind, _, _) in enumerate(facts)
    ]
    live = more.pop("live", [True] * len(facts))
    basis = Basis.JUDGED if more.get("by") is not None else Basis.COUNTED
    survivals = [
        Survival(fact=str(n), compaction=1, verdict=verdict, live=live[n], basis=basis)
        for n, (_, verdict, _) in enumerate(facts)
    ]
    beside = {"claims": more.pop("claims", ()), "note": more.pop("note", ""), "by": more.pop("by", None)}
    summary = Slice("summary", ItemKind.SUMMARY, Origin.HARNESS, State.PARAPHRASED, "Summary.", 3)
    settings: dict[str, Any] = {
        "slices": (summary,),
        "before": TokenCount(1_000, Basis.ESTIMATED),
        "after": TokenCount(250, Basis.ESTIMATED, error=25),
        **more,
    }
    spec = StrategySpec(id="s", hash="", selection=Selection.OWN, needs=Needs.NONE)
    run = Run(id="r", spec=spec, compaction=1, dropped=(), folded=(), silent=(), **settings)
    return ComparedRun(run, tuple(made), tuple(survivals), **beside)
