"""All evidence of a segment: every step shown to every finder once, in one pass over the texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from inspector.model import Fact, Item, ItemKind, Quote
from inspector.read.tools import ToolKind, tool_kind
from inspector.reconstruct.segment import Segment
from inspector.text.nfc import NfcText, nfc
from inspector.text.text_index import TextIndex
from inspector.text.tokens import without_escapes
from inspector.work.finders import FINDERS
from inspector.work.ledger import Ledger
from inspector.work.lookup import stands
from inspector.work.steps import steps

CALLS_AHEAD = 40


def find_evidence(
    segment: Segment,
    earlier: Sequence[Fact] = (),
    todos: Sequence[Item] | None = None,
) -> tuple[Fact, ...]:
    """The evidence facts of a segment, in order of their first place.

    ``earlier`` are those of the segments before: one that still stands in the summary that opened this segment, and
    is not found anew, comes back as ``from_summary``. Reads every item once, through ``segment.read``. ``todos`` are
    the session's ``todo_items``, for who asks for many segments.
    """
    ledger = Ledger(segment.session)
    looking = [finder() for finder in FINDERS]
    first = segment.items[0].number if segment.items else 1
    # The list outlives every compaction.
    before = takewhile(lambda item: item.number < first, todo_items(segment.session.items) if todos is None else todos)
    for step in steps(before, segment.read):
        for finder in looking:
            finder.look(step, ledger)
    for step in steps(segment.items, segment.read):
        for finder in looking:
            finder.look(step, ledger)
    for finder in looking:
        finder.finish(ledger)
    facts = ledger.facts()
    return needed(segment, (*facts, *_carried(segment, earlier, {fact.id for fact in facts})))


def todo_items(items: Iterable[Item]) -> tuple[Item, ...]:
    """Calls on the to-do list with their results, in order."""
    calls: set[str] = set()
    found = []
    for item in items:
        if item.kind is ItemKind.TOOL_CALL:
            if not item.thread and tool_kind(item.tool) is ToolKind.TODO:
                if item.call_id:
                    calls.add(item.call_id)
                found.append(item)
        elif item.kind is ItemKind.TOOL_RESULT and item.call_id in calls:
            found.append(item)
    return tuple(found)


def _carried(segment: Segment, earlier: Sequence[Fact], known: set[str]) -> list[Fact]:
    if segment.summary is None or not earlier:
        return []
    whole = NfcText(segment.read(segment.summary))
    held = TextIndex((whole.text,))
    found = []
    latest = {fact.id: fact for fact in earlier if fact.id not in known and fact.extractor != "todos"}
    for fact in latest.values():
        hit = stands(fact, held)
        if hit is not None:
            start, end = whole.place(hit.start, hit.end)
            quote = Quote(segment.summary.number, start, end)
            found.append(replace(fact, quotes=(quote,), texts=(whole.original[start:end],), from_summary=True))
    return found


def needed(segment: Segment, facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Facts as they are, marked where the agent's next calls after the compaction use them."""
    if not facts:
        return facts
    texts = TextIndex(tuple(nfc(without_escapes(segment.read(item))) for item in calls_after(segment)))
    uses = [bool(texts.texts) and stands(fact, texts) is not None for fact in facts]
    return tuple(
        fact if fact.needed_later is used else replace(fact, needed_later=used)
        for fact, used in zip(facts, uses, strict=True)
    )


def calls_after(segment: Segment) -> list[Item]:
    """The agent's next forty tool calls after a compaction."""
    session, compaction = segment.session, segment.compaction
    last = max((*compaction.removed, *compaction.kept, *compaction.inserted, *compaction.restored), default=0)
    found: list[Item] = []
    for item in session.items[last:]:
        if item.kind is ItemKind.TOOL_CALL and not item.thread:
            found.append(item)
            if len(found) == CALLS_AHEAD:
                break
    return found
