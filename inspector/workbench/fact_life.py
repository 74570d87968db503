"""Where each fact of the human stood at every moment: in the context as said, changed by a summary, or gone."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from inspector.model import Append, Fact, Splice, Verdict
from inspector.survival.shares import DISTORTED, KEPT, SPOKEN
from inspector.workbench.document import Document

_CHANGED = DISTORTED | {Verdict.PART}


class Presence(StrEnum):
    """Whether a context holds a fact."""

    LATER = "later"
    """Not said yet."""
    THERE = "there"
    CHANGED = "changed"
    """Part of its words is there, or, as a judge says, it is weakened, altered or contradicted."""
    GONE = "gone"
    UNSURE = "unsure"
    """What it was said in is gone, and whether what took its place holds it could not be decided."""


@dataclass(slots=True)
class Life:
    """One fact, and the items whose text holds it."""

    fact: Fact
    compaction: int
    """Number of the compaction at which it was judged first."""
    said: int
    """The first item that says it."""
    holders: set[int] = field(default_factory=set)
    changed: set[int] = field(default_factory=set)
    unsure: set[int] = field(default_factory=set)
    """What a compaction left, after which nobody can tell."""

    def at(self, present: frozenset[int], horizon: int) -> Presence:
        """What became of it in a context of these items, ``horizon`` being the newest item of the log by then."""
        if self.said > horizon:
            return Presence.LATER
        if self.holders & present:
            return Presence.THERE
        if self.changed & present:
            return Presence.CHANGED
        return Presence.UNSURE if self.unsure & present else Presence.GONE


def find_lives(document: Document) -> tuple[Life, ...]:
    """The facts of the human, each once, in order of where they were said first. Needs the comparison."""
    lives: dict[str, Life] = {}
    for outcome in document.comparison or ():
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            if fact.kind not in SPOKEN or fact.fold is not None or not fact.quotes[0].item:
                continue
            life = lives.get(fact.id)
            if life is None:
                life = lives[fact.id] = Life(fact, outcome.compaction.number, fact.quotes[0].item)
            life.holders.update(quote.item for quote in fact.quotes)
            if survival.verdict is Verdict.UNDECIDED:
                # An opaque summary may be no item of the log; what was kept beside it stands for it then.
                life.unsure.update(outcome.compaction.inserted or outcome.compaction.kept)
            into = life.holders if survival.verdict in KEPT else life.changed if survival.verdict in _CHANGED else None
            if into is not None:
                into.update(evidence.item for evidence in survival.evidence)
    for life in lives.values():
        life.said = min({life.said, *life.holders})
    return tuple(sorted(lives.values(), key=lambda life: life.said))


def context_at(document: Document, op: int | None) -> tuple[frozenset[int], int]:
    """The items in the context after an operation, the last one for None, and the newest item by then."""
    assert document.reconstruction is not None, "asked for once contexts are known"
    ops = document.session.ops
    if op is None:
        op = len(ops) - 1
    present = frozenset(entry.item for entry in document.reconstruction.replay.entries_at(op))
    newest = 0
    for step in reversed(ops[: op + 1]):
        if type(step) is Append:
            newest = step.item
            break
        if type(step) is Splice and step.insert:
            newest = max(step.insert)
            break
    return present, max(newest, max(present, default=0))
