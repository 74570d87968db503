"""The segments of a session: what each compaction had before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from inspector.facts.extractor import Segment
from inspector.model import Append, Compaction, Item, ItemKind, Session


def find_segments(
    session: Session, compactions: Sequence[Compaction], read: Callable[[Item], str]
) -> tuple[Segment, ...]:
    """One segment per compaction that removed something, in order."""
    entered = {op.item for op in session.ops if type(op) is Append}
    segments = []
    start, summary = 0, None
    for compaction in compactions:
        if compaction.record.status == "failed":
            continue
        end = _end(session, compaction)
        present = frozenset(compaction.removed) | frozenset(compaction.kept)
        items = tuple(
            item
            for item in session.items[start : end - 1]
            if not item.thread
            and item.kind is not ItemKind.SUMMARY
            and (item.number in present or item.number not in entered)
        )
        segments.append(Segment(session, compaction, items, summary, read))
        # What came with the compaction is no word of the next segment; without any, the next item is its first.
        start = max(start, end if compaction.inserted else end - 1)
        summary = summary_of(session, compaction)
    return tuple(segments)


def summary_of(session: Session, compaction: Compaction) -> Item | None:
    """The summary a compaction left, where its text can be read."""
    number = compaction.record.summary
    if number is None or not compaction.record.readable:
        return None
    return session.items[number - 1]


def _end(session: Session, compaction: Compaction) -> int:
    """The number of the first item that came with the compaction, or one more than the last before it."""
    if compaction.inserted:
        return min(compaction.inserted)
    return max((*compaction.removed, *compaction.kept), default=0) + 1
