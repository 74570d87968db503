"""Which sentences of the human a compaction dropped: their words had stood in the context, and no longer do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.impact.scene import Scene
from inspector.model import Fact
from inspector.survival.shares import OUT, SPOKEN


class Loss(NamedTuple):
    """One sentence and the compaction that dropped it."""

    said: Fact
    compaction: int


def losses(scene: Scene) -> Iterator[Loss]:
    """Every sentence that was dropped, at the first compaction that did so, in order of the log."""
    known: set[str] = set()
    for number, outcome in sorted(scene.outcomes.items()):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            is_sentence = fact.kind in SPOKEN and fact.fold is None and not fact.from_summary
            if is_sentence and survival.verdict in OUT and survival.before and fact.id not in known:
                known.add(fact.id)
                yield Loss(fact, number)
