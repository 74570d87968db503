"""What the work shows behind a compaction that nobody can read: its facts by what shows of them, the telling first."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.impact.look import Aftermath
from inspector.impact.shown_by import Shown
from inspector.model import Fact
from inspector.workbench.document import Document
from inspector.workbench.review import HUMAN_KINDS, outcome_at

ORDER = (Shown.CONTRADICTED, Shown.FETCHED, Shown.SAID_AGAIN, Shown.KNOWN, Shown.KEPT, Shown.UNTESTED)
"""In which the groups stand: what had to be had again first, what nobody can tell last."""


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact from before, and the item that shows something of it; None where nothing does."""

    fact: Fact
    item: int | None


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """All facts of which the work shows the same: the human's words first, then by the item that shows it."""

    shown: Shown
    facts: tuple[ShownFact, ...]


def aftermath_at(document: Document, number: int) -> Aftermath | None:
    """What followed a compaction; None before that is known."""
    return next((one for one in document.aftermath or () if one.compaction.number == number), None)


def shown_groups(document: Document, number: int) -> tuple[ShownGroup, ...]:
    """The facts before a compaction that nobody can read, in order of ``ORDER``; groups without any are left out."""
    followed, outcome = aftermath_at(document, number), outcome_at(document, number)
    if followed is None or outcome is None:
        return ()
    facts = {fact.id: fact for fact in outcome.facts}
    by_shown: dict[Shown, list[ShownFact]] = {}
    for trace in followed.unread:
        if trace.fact in facts:
            by_shown.setdefault(trace.shown, []).append(ShownFact(facts[trace.fact], trace.item))
    return tuple(ShownGroup(one, tuple(sorted(by_shown[one], key=_order))) for one in ORDER if one in by_shown)


def _order(one: ShownFact) -> tuple[bool, int]:
    return one.fact.kind not in HUMAN_KINDS, one.item or one.fact.quotes[0].item
