"""What became of the facts of a whole session by its end, as far as that can be told without reading a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from inspector.model import Append, Basis, Compaction, CompactionRecord, Fact, Item, Session, Source, TokenCount
from inspector.model.run import State
from inspector.rerun.view import ViewEntry
from inspector.survival.found import Found, find
from inspector.text.normalise import normalise


class Fate(StrEnum):
    """Where a fact stands in the end, best first."""

    IN_CONTEXT = "in context"
    FOLDED = "folded"
    """Its item went into a summary; whether the summary tells it takes a model to know."""
    MASKED = "masked"
    DROPPED = "dropped"
    SILENT = "silent"
    """Gone without any stage having decided it."""


@dataclass(frozen=True, slots=True)
class Gone:
    """The items that left a simulated context, by how they left."""

    folded: frozenset[int]
    silent: frozenset[int]


def whole_session(session: Session, read: Callable[[Item], str]) -> Found | None:
    """The facts of a session as if it had been compacted once, at its very end; None for an empty one."""
    entered = tuple(dict.fromkeys(op.item for op in session.ops if type(op) is Append))
    if not entered:
        return None
    unknown = TokenCount(None, Basis.INFERRED)
    end = Compaction(
        number=1,
        record=CompactionRecord("end", Source(session.path), "unknown", basis=Basis.INFERRED),
        op=len(session.ops),
        settled=len(session.ops),
        removed=entered,
        before=unknown,
        after=unknown,
        outcome="ok",
    )
    return next(iter(find(session, [end], read)), None)


def fates(
    facts: Sequence[Fact], entries: Sequence[ViewEntry], gone: Gone, within: Mapping[int, int] | None = None
) -> dict[str, Fate]:
    """By fact id. A fact whose item stands there whole, or whose words stand anywhere, is in the context.

    ``within``: items that stand in another one, which is what the context holds.
    """
    whole = {entry.item for entry in entries if entry.item is not None and entry.state is State.VERBATIM}
    there = {entry.item for entry in entries if entry.item is not None}
    texts = [normalise(entry.text) for entry in entries if entry.state is not State.VERBATIM and entry.text]
    return {fact.id: _fate(fact, whole, there, texts, gone, within or {}) for fact in facts}


def _fate(
    fact: Fact, whole: set[int], there: set[int], texts: Sequence[str], gone: Gone, within: Mapping[int, int]
) -> Fate:
    items = {within.get(quote.item, quote.item) for quote in fact.quotes}
    if items & whole:
        return Fate.IN_CONTEXT
    words = {normalise(text) for text in fact.texts if text.strip()}
    if any(word in text for word in words for text in texts):
        return Fate.IN_CONTEXT
    if items & gone.folded:
        return Fate.FOLDED
    if items & there:
        return Fate.MASKED
    return Fate.SILENT if items & gone.silent else Fate.DROPPED


def tally(found: dict[str, Fate]) -> dict[str, int]:
    """How many facts have each fate, all fates in order."""
    counts = Counter(found.values())
    return {fate.value: counts[fate] for fate in Fate}
