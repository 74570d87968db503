"""Tests that failed when a compaction came and that the context after does not name."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.commands import checks
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis, Fact, ItemKind
from inspector.survival.outcome import Outcome
from inspector.survival.shares import OUT

_RECENT = 12
"""A test that failed longer ago than that many calls is not what the agent was at."""


def cuts(scene: Scene) -> Iterator[Finding]:
    """One finding a compaction at most, in order of the log."""
    for number, outcome in sorted(scene.outcomes.items()):
        if outcome.note or outcome.compaction.record.trigger == "manual":
            continue
        if failing := _failing(scene, outcome):
            fact, told = failing[-1], ", ".join(one.value for one in failing[:3])
            yield Finding(
                kind=Kind.CUT,
                compaction=number,
                item=fact.quotes[-1].item,
                subject=told,
                why=f"Tests were failing at compaction {number}, and the context after it does not name them: {told}.",
                sure=Sure.LIKELY,
                evidence=tuple(sorted({one.quotes[-1].item for one in failing})),
                fact=fact.id,
                said=fact.quotes[-1].item,
                text=fact.statement,
                basis=Basis.COUNTED,
            )


def _failing(scene: Scene, outcome: Outcome) -> list[Fact]:
    """Tests that failed in the last calls and that the context after does not name."""
    recent = _recent(scene, outcome)
    return [
        fact
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if fact.extractor == "tests" and fact.action == "failed" and not fact.from_summary
        if survival.verdict in OUT and fact.quotes[-1].item in recent
        if not _passed_since(scene, fact.quotes[-1].item, scene.start(outcome.compaction.number))
    ]


def _recent(scene: Scene, outcome: Outcome) -> frozenset[int]:
    """The last calls before the compaction, with their results; none where the agent had finished its turn."""
    start = scene.start(outcome.compaction.number)
    moved = frozenset((*outcome.compaction.removed, *outcome.compaction.kept))
    before = [item for item in scene.items_between(1, start) if item.number in moved]
    talk = [item for item in before if item.kind is not ItemKind.EVENT]
    if not talk or talk[-1].kind in (ItemKind.USER, ItemKind.ASSISTANT):
        return frozenset()
    calls = [step for step in scene.calls_between(1, start) if step.item.number in moved][-_RECENT:]
    results = (step.result.number for step in calls if step.result is not None)
    return frozenset((*(step.item.number for step in calls), *results))


def _passed_since(scene: Scene, failed: int, start: int) -> bool:
    """Whether a check of the same kind went through between a failure and the compaction."""
    calls = scene.calls_between(1, start)
    ran = next((one for one in calls if failed in (one.item.number, one.result and one.result.number)), None)
    if ran is None:
        return False
    names = checks(ran.command)
    return any(step.failed is False and names & checks(step.command) for step in calls if step.item.number > failed)
