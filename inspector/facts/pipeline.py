"""All facts of a session: every extractor on every segment."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace

from inspector.facts.evidence import find_evidence, needed, todo_items
from inspector.facts.extractor import Extractor, Segment
from inspector.facts.extractors import EXTRACTORS
from inspector.facts.found import Found
from inspector.facts.merge import merge
from inspector.facts.segments import find_segments
from inspector.facts.stayed import stayed, together
from inspector.facts.supersede import liveness
from inspector.model import Compaction, Fact, Item, ItemKind, Session


def extract(
    session: Session,
    compactions: Sequence[Compaction],
    read: Callable[[Item], str],
    extractors: Sequence[Extractor] = EXTRACTORS,
) -> Iterator[Found]:
    """The facts before each compaction, in order; what one segment gives is known to the next."""
    earlier: tuple[Fact, ...] = ()
    evidence: tuple[Fact, ...] = ()
    last: Found | None = None
    todos = todo_items(session.items)
    listed, lists = frozenset(item.number for item in todos), dict[int, str]()
    for bare in find_segments(session, compactions, read):
        segment = replace(bare, earlier=earlier)
        at_hand = replace(segment, read=_once(read, listed, lists))
        said = merge(fact for extractor in extractors for fact in extractor.extract(at_hand))
        # Kept apart: a file read and the same file edited are two facts, which merging would make one.
        worked = find_evidence(at_hand, evidence, todos=todos)
        found = _found(segment, at_hand, said, worked, last)
        yield found
        earlier, evidence, last = (*earlier, *said), (*evidence, *worked), found


def _found(
    segment: Segment, at_hand: Segment, said: tuple[Fact, ...], worked: tuple[Fact, ...], last: Found | None
) -> Found:
    """What a segment gives, and what stayed in the context from the one before."""
    if last is None:
        return Found(segment, said, liveness(at_hand, said), worked)
    spoken = [fact for fact in said if not fact.from_summary]
    facts = together(stayed(segment, last.facts, spoken), said)
    shown = [fact for fact in worked if not fact.from_summary]
    evidence = together(needed(at_hand, stayed(segment, last.evidence, shown)), worked)
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
