"""The texts that a model has on either side of a compaction, by zone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inspector.model import Compaction, ContextEntry, Item, ItemKind, Origin, Request, Session, Zone
from inspector.reconstruct.replay import Replay

_OF_THE_AGENT = "base_instructions"
"""The detail of a prompt that comes with the agent: it was there before anybody spoke, and carries nobody's words."""
_TALK = (ItemKind.USER, ItemKind.ASSISTANT, ItemKind.SUMMARY)


@dataclass(frozen=True, slots=True)
class ZoneText:
    """The whole text of one item of a context."""

    zone: Zone
    item: Item
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class After:
    """What the model has after a compaction."""

    compaction: Compaction
    texts: tuple[ZoneText, ...]
    """In order of the log, without results of tools: one that was kept stands for itself."""
    kept: frozenset[int]
    """Items kept as they were, not cleared to a placeholder, and what the human said inside tool results that were."""

    def with_texts(self, texts: tuple[ZoneText, ...]) -> After:
        """The same place in the session with other texts."""
        return replace(self, texts=texts)


def seen_after(
    session: Session, replay: Replay, compaction: Compaction
) -> tuple[Sequence[ContextEntry], Request | None]:
    """What a compaction left, and the request that was sent just that; None where more had come in by then."""
    left = replay.entries_at(compaction.settled)
    if compaction.request_after is None:
        return left, None
    request = session.requests[compaction.request_after]
    sent = replay.entries_at(request.op - 1)
    # Some agents log what they put back in another order than they send it in.
    stands = {(entry.item, entry.form) for entry in left}
    entries = tuple(entry for entry in sent if (entry.item, entry.form) in stands)
    is_whole = len(entries) == len(left)
    return entries if is_whole else left, request if is_whole and len(sent) == len(left) else None


def look_after(session: Session, compaction: Compaction, read: Callable[[Item], str]) -> After:
    """The texts the model has after a compaction."""
    zones = {number: _zone_kept(session.items[number - 1]) for number in compaction.kept}
    for number in (*compaction.inserted, *compaction.restored):
        zones[number] = _zone(session.items[number - 1], compaction)
    texts = tuple(
        ZoneText(zone, item, read(item))
        for item, zone in ((session.items[number - 1], zone) for number, zone in sorted(zones.items()))
        if _is_looked_at(item, zone, readable=compaction.record.readable) or _holds_words(session, item)
    )
    whole = compaction.whole
    return After(compaction, texts, whole | _inside(session, whole))


def look_before(session: Session, compaction: Compaction, read: Callable[[Item], str]) -> After:
    """The same of the context right before it: everything that was there, as if all of it had been kept."""
    numbers = tuple(sorted({*compaction.removed, *compaction.kept}))
    items = [session.items[number - 1] for number in numbers]
    texts = tuple(
        ZoneText(zone, item, read(item))
        for item, zone in ((item, _zone_kept(item)) for item in items)
        if _is_looked_at(item, zone, readable=True) or _holds_words(session, item)
    )
    there = frozenset(numbers).difference(compaction.cleared)
    return After(compaction, texts, there | _inside(session, there))


def _is_looked_at(item: Item, zone: Zone, *, readable: bool) -> bool:
    if zone is Zone.KEPT and item.kind not in _TALK:
        return False
    if zone is Zone.SUMMARY and not readable:
        return False
    return not (zone is Zone.INSTRUCTIONS and item.detail == _OF_THE_AGENT)


def _holds_words(session: Session, item: Item) -> bool:
    """Whether an application sent the person's words in a text of its own; they are the item behind it, of one line."""
    behind = next(iter(session.items[item.number : item.number + 1]), None)
    if item.kind is not ItemKind.ATTACHMENT or behind is None or behind.origin is not Origin.HUMAN:
        return False
    return item.source.line is not None and item.source.line == behind.source.line


def _zone_kept(item: Item) -> Zone:
    return Zone.INSTRUCTIONS if item.kind is ItemKind.INSTRUCTIONS else Zone.KEPT


def _zone(item: Item, compaction: Compaction) -> Zone:
    if item.number == compaction.record.summary or item.kind is ItemKind.SUMMARY:
        return Zone.SUMMARY
    return Zone.INSTRUCTIONS if item.kind is ItemKind.INSTRUCTIONS else Zone.RESTORED


def _inside(session: Session, numbers: frozenset[int]) -> frozenset[int]:
    """What the human said inside tool results that stand there."""
    inside = session.said_inside
    calls = (session.items[number - 1].call_id for number in numbers) if inside else ()
    return frozenset(said for call in calls for said in inside.get(call, ()))
