"""What stood in a context since the compaction before: what every stage behind looks at, compaction by compaction."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from inspector.model import Append, Compaction, FactKind, Item, ItemKind, Quote, Session


@dataclass(frozen=True, slots=True)
class Segment:
    """What stood in the context since the compaction before, in order of the log, and is now compacted."""

    session: Session
    compaction: Compaction
    items: tuple[Item, ...]
    """Main thread only; rewound items are left out, the summary of the compaction before is not among them."""
    summary: Item | None
    """The summary that opened the segment; None in the first one and where it cannot be read."""
    read: Callable[[Item], str]
    """The whole text of an item."""


def fact_id(session: Session, kind: FactKind, item: int, start: int, words: str) -> str:
    """An id that depends on what was said and where, so that it is the same in every run."""
    said = " ".join(words.split()).lower()
    return hashlib.blake2b(f"{session.id}|{kind}|{item}|{start}|{said}".encode(), digest_size=8).hexdigest()


def statement(words: str) -> str:
    """Quoted words as one line, without list marks and emphasis: those that are looked for and asked about."""
    plain = " ".join(words.split()).lstrip("-*•>#| ").replace("**", "").replace("`", "")
    return plain.rstrip(" :;,-")


def quoted(item: Item, start: int, end: int) -> Quote:
    """A place in an item's text."""
    return Quote(item.number, start, end)


def find_segments(
    session: Session, compactions: Sequence[Compaction], read: Callable[[Item], str]
) -> tuple[Segment, ...]:
    """One segment per compaction that removed something, in order."""
    entered = {op.item for op in session.ops if type(op) is Append}
    came: set[int] = set()  # with a compaction
    segments = []
    start, summary = 0, None
    for compaction in compactions:
        if compaction.record.status == "failed":
            continue
        present = frozenset(compaction.removed) | frozenset(compaction.kept)
        # What an earlier compaction removed may be put back; it says nothing of where this one stands.
        new = frozenset(compaction.inserted) - entered - came
        came |= new
        end = min(new, default=max(present, default=0) + 1)
        items = tuple(
            item
            for item in session.items[start : end - 1]
            if not item.thread
            and item.kind is not ItemKind.SUMMARY
            and (item.number in present or item.number not in entered)
        )
        segments.append(Segment(session, compaction, items, summary, read))
        # What came with the compaction is no word of the next segment; without any, the next item is its first.
        start = max(start, end if new else end - 1)
        summary = summary_of(session, compaction)
    return tuple(segments)


def summary_of(session: Session, compaction: Compaction) -> Item | None:
    """The summary a compaction left, where its text can be read."""
    number = compaction.record.summary
    if number is None or not compaction.record.readable:
        return None
    return session.items[number - 1]
