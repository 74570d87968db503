"""What the compaction before left standing: a fact said in a kept message is lost only where that message goes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from inspector.facts.extractor import Segment
from inspector.model import Fact


def stayed(segment: Segment, before: Iterable[Fact], anew: Iterable[Fact] = ()) -> tuple[Fact, ...]:
    """Facts of the segment before whose own words are still in the context at this compaction, in their order.

    Each with the quotes that stand there. Facts in ``anew`` are found in this segment, too, and left out, as are words
    of an earlier summary, which is looked through by itself. What stays is a fact of each segment that it stays in,
    so the one before is all there is to look at.
    """
    compaction = segment.compaction
    present = {*compaction.removed, *compaction.kept} - {item.number for item in segment.items}
    known = {fact.id for fact in anew}
    found: dict[str, Fact] = {}
    for fact in before:
        places = [place for place, quote in enumerate(fact.quotes) if quote.item in present]
        if places and fact.id not in known and not fact.from_summary:
            found[fact.id] = _quoted(fact, places)
    return tuple(found.values())


def _quoted(fact: Fact, places: Sequence[int]) -> Fact:
    if len(places) == len(fact.quotes):
        return fact
    quotes = tuple(fact.quotes[place] for place in places)
    return replace(fact, quotes=quotes, texts=tuple(fact.texts[place] for place in places))


def together(left: Sequence[Fact], found: Sequence[Fact]) -> tuple[Fact, ...]:
    """What stayed and what a segment gives; where its own words stand, a fact that a summary retells is no other."""
    standing = {fact.id for fact in left}
    return (*left, *(fact for fact in found if fact.id not in standing))
