"""Which sentences of the human a compaction dropped: their words had stood in the context, and no longer do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.impact.scene import Scene
from inspector.model import Fact, FactKind, Verdict

SAID = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.TASK, FactKind.GIVEN})
"""The kinds that are the human's words; the others are what the work showed."""


class Loss(NamedTuple):
    """One sentence and the compaction that dropped it."""

    said: Fact
    """As the human said it first."""
    compaction: int


def losses(scene: Scene) -> Iterator[Loss]:
    """Every sentence that was dropped, at the first compaction that did so, in order of the log."""
    first: dict[str, Fact] = {}
    known: set[str] = set()
    for number, outcome in sorted(scene.outcomes.items()):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            if not fact.from_summary and fact.quotes[0].item > 0:
                first.setdefault(fact.id, fact)
            said = first.get(fact.id)
            if said and fact.kind in SAID and survival.verdict is Verdict.LOST and fact.id not in known:
                known.add(fact.id)
                yield Loss(said, number)
