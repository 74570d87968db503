"""Where what the work showed stands after one compaction: its value stands there, or it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from inspector.model import Fact, ItemKind, Standing, Verdict, Zone
from inspector.reconstruct.after import After
from inspector.reconstruct.segment import Segment
from inspector.text.tokens import without_escapes
from inspector.work.presence import Context, ContextText, Presence

_WORK = (ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT)
_OFTEN = 64
"""Facts between two checks: a millisecond or two."""


def shown(
    facts: Sequence[Fact],
    segment: Segment,
    after: After,
    *,
    unread: bool = False,
    check: Callable[[], object] = lambda: None,
) -> Iterator[Standing]:
    """Where each stands, in their order. ``unread``: nobody can read what is left; ``check`` may raise."""
    masked = frozenset((*segment.compaction.masked, *segment.compaction.cleared))
    context = Context(tuple(_texts(segment, after, masked)), segment.compaction.whole)
    for place, fact in enumerate(facts):
        if not place % _OFTEN:
            check()
        found = context.presence(fact)
        verdict = Verdict.VERBATIM if found.where else Verdict.UNDECIDED if unread else Verdict.ABSENT
        where = (found.where,) if found.where is not None else ()
        yield Standing(verdict, _why(fact, found, unread=unread), where)


def _why(fact: Fact, found: Presence, *, unread: bool) -> str:
    if found.where is None:
        return "Nobody can read what the compaction left." if unread else f"Nothing there has “{fact.value}”."
    if found.ended_told is None:
        is_kept = any(quote.item == found.where.item for quote in fact.quotes)
        return "The message itself was kept." if is_kept else "It stands there."
    told = "and its line says how it ended" if found.ended_told else "but its line does not say how it ended"
    return f"It stands there, {told}: {fact.action}."


def _texts(segment: Segment, after: After, masked: frozenset[int]) -> Iterator[ContextText]:
    for text in after.texts:
        if text.item.number in masked:
            continue
        yield ContextText(text.zone, text.item, text.text)
        if text.zone is Zone.RESTORED and text.item.detail.endswith(("file", "file_reference")):
            yield ContextText(text.zone, text.item, text.item.preview, is_name=True)
    seen = {text.item.number for text in after.texts}
    for number in segment.compaction.kept:
        item = segment.session.items[number - 1]
        if item.kind in _WORK and number not in masked and number not in seen:
            whole = segment.read(item)
            yield ContextText(Zone.KEPT, item, without_escapes(whole) if item.kind is ItemKind.TOOL_CALL else whole)
