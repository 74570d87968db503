"""All facts of a session: every extractor on every segment."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from inspector.facts.extractors import EXTRACTORS
from inspector.facts.found import Found
from inspector.facts.supersede import liveness
from inspector.model import Compaction, Fact, Item, ItemKind, Role, Session
from inspector.reconstruct.segment import Extractor, Segment, find_segments
from inspector.text.similarity import words
from inspector.work.evidence import find_evidence, needed, todo_items


def extract(
    session: Session,
    compactions: Sequence[Compaction],
    read: Callable[[Item], str],
    extractors: Sequence[Extractor] = EXTRACTORS,
    *,
    with_evidence: bool = True,
) -> Iterator[Found]:
    """The facts before each compaction, in order; what one segment gives is known to the next ones.

    Without evidence what was said is all that is found, in less time.
    """
    earlier: deque[tuple[Fact, ...]] = deque(maxlen=_BACK)
    evidence: deque[tuple[Fact, ...]] = deque(maxlen=_BACK)
    last: Found | None = None
    todos = todo_items(session.items)
    listed, lists = frozenset(item.number for item in todos), dict[int, str]()
    for bare in find_segments(session, compactions, read):
        segment = replace(bare, earlier=tuple(chain.from_iterable(earlier)))
        at_hand = replace(segment, read=_once(read, listed, lists))
        said = merge(fact for extractor in extractors for fact in extractor.extract(at_hand))
        # Kept apart: a file read and the same file edited are two facts, which merging would make one.
        shown = find_evidence(at_hand, tuple(chain.from_iterable(evidence)), todos=todos) if with_evidence else ()
        found = _found(segment, at_hand, said, shown, last)
        yield found
        earlier.append(said)
        evidence.append(shown)
        last = found


_BACK = 8
"""Compactions that a fact is remembered for without being told again: a model knows what stands in its context, and
whatever a summary retells is a fact of that segment, too."""


def _found(
    segment: Segment, at_hand: Segment, said: tuple[Fact, ...], worked: tuple[Fact, ...], last: Found | None
) -> Found:
    """What a segment gives, and what stayed in the context from the one before."""
    if last is None:
        return Found(segment, said, liveness(at_hand, said), worked)
    spoken = [fact for fact in said if not fact.from_summary]
    facts = together(kept_on(segment, last.facts, spoken), said)
    shown = [fact for fact in worked if not fact.from_summary]
    evidence = together(needed(at_hand, kept_on(segment, last.evidence, shown)), worked)
    return Found(segment, facts, liveness(at_hand, facts, last.live), evidence)


_TALK = frozenset({ItemKind.USER, ItemKind.ASSISTANT, ItemKind.SUMMARY})


def _once(read: Callable[[Item], str], todos: Collection[int], lists: dict[int, str]) -> Callable[[Item], str]:
    """The same texts, with those held that are asked for again: talk for one segment, to-do lists for all.

    What tools print is asked for once, and is most of a log.
    """
    talk: dict[int, str] = {}

    def text(item: Item) -> str:
        held = lists if item.number in todos else talk if item.kind in _TALK else None
        if held is None:
            return read(item)
        if item.number not in held:
            held[item.number] = read(item)
        return held[item.number]

    return text


def merge(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Facts in order, those with the same words joined; the first place a fact was said stays in front.

    Words of the human and words of a summary stay apart: that one repeats the other is what is looked for later.
    """
    found: dict[tuple[bool, str], Fact] = {}
    for fact in facts:
        # The same answer to another question is another decision.
        asked = " ".join(part.text for part in fact.parts if part.role is Role.QUESTION)
        key = (fact.from_summary, " ".join(words(f"{asked} {fact.texts[0]}")) or fact.id)
        known = found.get(key)
        if known is None:
            found[key] = fact
            continue
        if fact.parts and not known.parts:
            known = found[key] = replace(known, parts=fact.parts)
        if fact.quotes[0] not in known.quotes:
            found[key] = replace(known, quotes=(*known.quotes, *fact.quotes), texts=(*known.texts, *fact.texts))
    return tuple(found.values())


def kept_on(segment: Segment, before: Iterable[Fact], anew: Iterable[Fact] = ()) -> tuple[Fact, ...]:
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
