"""Tests that failed when a compaction came and of which the context after says nothing, or the opposite."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.commands import checks
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis, Fact, ItemKind, Survival, Verdict
from inspector.reconstruct.after import look_after
from inspector.survival.outcome import Outcome
from inspector.text.similarity import words

_BAD = frozenset({Verdict.LOST, Verdict.ALTERED, Verdict.CONTRADICTED})
_TELLS = frozenset("fail fails failed failing failure failures broken red".split())
_SIGNS = ("❌", "✗")
_RECENT = 12
"""A test that failed longer ago than that many calls is not what the agent was at."""


def cuts(scene: Scene) -> Iterator[Finding]:
    """One finding a compaction at most, in order of the log."""
    for number, outcome in sorted(scene.outcomes.items()):
        if outcome.note or outcome.compaction.record.trigger == "manual":
            continue
        if failing := _failing(scene, outcome):
            (fact, survival), told = failing[-1], ", ".join(one.value for one, _ in failing[:3])
            yield Finding(
                kind=Kind.CUT,
                compaction=number,
                item=fact.quotes[-1].item,
                subject=told,
                why=f"Tests were failing at compaction {number}, and the context after it does not say so: {told}.",
                sure=Sure.LIKELY,
                evidence=tuple(sorted({one.quotes[-1].item for one, _ in failing})),
                fact=fact.id,
                said=fact.quotes[-1].item,
                verdict=survival.verdict,
                text=fact.statement,
                basis=Basis.COUNTED,
            )


def _failing(scene: Scene, outcome: Outcome) -> list[tuple[Fact, Survival]]:
    """Tests that failed in the last calls, where the context after does not speak of any failure."""
    if any(_speaks(text.text) for text in look_after(scene.session, outcome.compaction, scene.read).texts):
        return []
    recent = _recent(scene, outcome)
    return [
        (fact, survival)
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if fact.extractor == "tests" and fact.action == "failed" and not fact.from_summary
        if survival.verdict in _BAD and fact.quotes[-1].item in recent
        if not _passed_since(scene, fact.quotes[-1].item, scene.start(outcome.compaction.number))
    ]


def _speaks(text: str) -> bool:
    return any(sign in text for sign in _SIGNS) or not _TELLS.isdisjoint(words(text))


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
