"""Work that stood open when a compaction came and of which the context after says nothing, or the opposite."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.commands import checks
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis, Fact, ItemKind, Survival, Verdict
from inspector.verdicts.outcome import Outcome
from inspector.verdicts.zones import look_after

_BAD = frozenset({Verdict.LOST, Verdict.ALTERED, Verdict.CONTRADICTED})
_TELLS = re.compile(r"\bfail(?:s|ed|ing|ures?)?\b|\bbroken\b|\bred\b|❌|✗", re.IGNORECASE)
_RECENT = 12
"""A test that failed longer ago than that many calls is not what the agent was at."""


class Cuts:
    """One finding for failing tests and one for open edits, at each compaction at most."""

    name = "cuts"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """What was cut, in order of the log."""
        for _, outcome in sorted(scene.outcomes.items()):
            if outcome.note or outcome.compaction.record.trigger == "manual":
                continue
            recent = _recent(scene, outcome)
            for told in (_failing(scene, outcome, recent), _edits(scene, outcome, recent)):
                if told:
                    yield _finding(outcome, told)


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


def _failing(scene: Scene, outcome: Outcome, recent: frozenset[int]) -> list[tuple[Fact, Survival]]:
    """Tests that failed in the last calls, where the context after does not speak of any failure."""
    if any(_TELLS.search(text.text) for text in look_after(scene.session, outcome.compaction, scene.read).texts):
        return []
    return [
        (fact, survival)
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if fact.extractor == "tests" and fact.action == "failed" and not fact.from_summary
        if survival.verdict in _BAD and fact.quotes[-1].item in recent
        if not _passed_since(scene, fact.quotes[-1].item, scene.start(outcome.compaction.number))
    ]


def _passed_since(scene: Scene, failed: int, start: int) -> bool:
    """Whether a check of the same kind went through between a failure and the compaction."""
    calls = scene.calls_between(1, start)
    ran = next((one for one in calls if failed in (one.item.number, one.result and one.result.number)), None)
    if ran is None:
        return False
    names = checks(ran.command)
    return any(step.failed is False and names & checks(step.command) for step in calls if step.item.number > failed)


def _edits(scene: Scene, outcome: Outcome, recent: frozenset[int]) -> list[tuple[Fact, Survival]]:
    """Files changed since the last command that tested, built or committed."""
    open_since = 0
    for step in scene.calls_between(1, scene.start(outcome.compaction.number)):
        if step.command and not step.looks:
            open_since = step.item.number
    return [
        (fact, survival)
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True)
        if fact.extractor == "paths" and fact.action in ("edited", "created") and not fact.from_summary
        if survival.verdict is Verdict.LOST and fact.quotes[-1].item in recent and fact.quotes[-1].item > open_since
    ]


def _finding(outcome: Outcome, told: list[tuple[Fact, Survival]]) -> Finding:
    number = outcome.compaction.number
    fact, survival = told[-1]
    failing = fact.extractor == "tests"
    what = "Tests failed" if failing else "Files had just been changed"
    names = ", ".join(one.value for one, _ in told[:3])
    return Finding(
        kind=Kind.CUT,
        compaction=number,
        item=fact.quotes[-1].item,
        subject=names,
        why=f"{what} when compaction {number} came, and the context after does not say so: {names}.",
        sure=Sure.LIKELY,
        evidence=tuple(sorted({one.quotes[-1].item for one, _ in told})),
        fact=fact.id,
        said=fact.quotes[-1].item,
        verdict=survival.verdict,
        text=fact.statement,
        basis=Basis.COUNTED,
    )


FAMILY = Cuts()
