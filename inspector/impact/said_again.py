"""What the human had to say again: the same sentence before a compaction and after it, and not in what it left.

Two sentences are the same where their normal forms are: case, marks, kinds of quotes and blanks make no difference.
"""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.impact.sentence_again import find_again
from inspector.model import Basis, Fact
from inspector.survival.shares import GONE, NOT_WHOLE, SPOKEN


def said_again(scene: Scene) -> Iterator[Finding]:
    """The sentences that were said again, in order of their loss; one finding a sentence."""
    for said, number in _dropped(scene):
        first, again = said.quotes[0].item, find_again(scene, said, scene.start(number))
        if again is not None:
            yield Finding(
                kind=Kind.SAID,
                compaction=number,
                item=again.number,
                subject=said.texts[0],
                why=f"Said before compaction {number}, not word for word in the context after it, and said again in "
                "the same words.",
                sure=Sure.CERTAIN,
                evidence=(first, again.number),
                fact=said.id,
                said=first,
                text=said.texts[0],
                basis=Basis.COUNTED,
            )


def _dropped(scene: Scene) -> Iterator[tuple[Fact, int]]:
    """Every sentence that stood there and no longer does, or not all, with the first compaction that dropped it."""
    known: set[str] = set()
    for number, outcome in sorted(scene.outcomes.items()):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            is_sentence = fact.kind in SPOKEN and fact.fold is None and not fact.from_summary
            if is_sentence and survival.verdict in GONE | NOT_WHOLE and survival.before and fact.id not in known:
                known.add(fact.id)
                yield fact, number
