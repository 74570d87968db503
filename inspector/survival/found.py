"""What was said and shown before each compaction."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from inspector.model import Compaction, Fact, Item, Session
from inspector.model.anew import Anew
from inspector.reconstruct.segment import Segment, find_segments
from inspector.said.statements import Known, statements, take_in, up_to
from inspector.work.evidence import find_evidence, needed, todo_items

_BACK = 8
"""Compactions that a thing the work showed is remembered for without being shown again."""


@dataclass(frozen=True, slots=True)
class Found:
    """What there was to keep at one compaction."""

    segment: Segment
    facts: Sequence[Fact]
    """Every sentence that the human wrote up to there."""
    evidence: tuple[Fact, ...] = ()
    """What the work showed since the compaction before, and what of earlier work still stood in the context."""


def find(
    session: Session, compactions: Sequence[Compaction], read: Callable[[Item], str], *, with_evidence: bool = True
) -> Iterator[Found]:
    """What there was before each compaction, in order. Without evidence in less time."""
    said: Known = {}
    last = 0
    shown: deque[tuple[Fact, ...]] = deque(maxlen=_BACK)
    todos = todo_items(session.items)
    lists: dict[int, str] = {}
    listed = frozenset(item.number for item in todos)

    def text(item: Item) -> str:
        """To-do lists are asked for at each compaction; what tools print once, and is most of a log."""
        if item.number not in listed:
            return read(item)
        if item.number not in lists:
            lists[item.number] = read(item)
        return lists[item.number]

    for segment in find_segments(session, compactions, read):
        take_in(said, statements(session, segment.items, read))
        last = segment.items[-1].number if segment.items else last
        worked: tuple[Fact, ...] = ()
        if with_evidence:
            at_hand = replace(segment, read=text)
            worked = find_evidence(at_hand, tuple(chain.from_iterable(shown)), todos=todos)
            if shown:
                worked = (*needed(at_hand, _still_there(segment, shown[-1], worked)), *worked)
            shown.append(worked)
        yield Found(segment, Anew(len(said), partial(up_to, said, len(said), last)), worked)


def _still_there(segment: Segment, before: Iterable[Fact], anew: Iterable[Fact]) -> tuple[Fact, ...]:
    """What the work showed earlier and whose own messages are still there, with the places that stand there."""
    compaction = segment.compaction
    present = {*compaction.removed, *compaction.kept} - {item.number for item in segment.items}
    known = {fact.id for fact in anew}
    found = []
    for fact in before:
        places = [pair for pair in zip(fact.quotes, fact.texts, strict=True) if pair[0].item in present]
        if places and fact.id not in known:
            found.append(replace(fact, quotes=tuple(q for q, _ in places), texts=tuple(t for _, t in places)))
    return tuple(found)
