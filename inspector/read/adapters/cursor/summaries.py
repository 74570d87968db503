"""Which summaries of a composer came into use, where, and what they kept.

A summary says up to which bubble it goes and from which on the bubbles are still sent. Cursor also writes summaries
in advance, near the limit, and keeps them on a bubble whether they are used or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import orjson

from inspector.model import Basis, CompactionRecord, Source
from inspector.read.adapter import Record
from inspector.read.build import noted
from inspector.read.drafts import Noted
from inspector.read.values import as_dict, as_int, as_text

_DROP = 0.4
"""A cached summary is taken as used when the context falls by this share behind it."""
_CACHED = "It was made in advance; that it was used follows from the size of the context, which falls behind it."


@dataclass(frozen=True, slots=True)
class Bubble:
    """One bubble of a chat, and where it stands."""

    id: str
    data: Record
    at: Source


@dataclass(frozen=True, slots=True)
class Summary:
    """One summary. ``place`` is the bubble in front of which it came into use, ``start`` the first one kept."""

    id: str
    text: str
    at: Source
    pointer: str
    place: int
    start: int | None
    told: str
    """The id of the bubble that it says is the first kept."""
    used: bool
    basis: Basis = Basis.RECORDED
    previous: str = ""
    encrypted: bool = False

    def record(self, number: int | None) -> CompactionRecord:
        """What is known of the compaction; ``number`` is the item of its text."""
        notes = [_CACHED] if self.basis is Basis.INFERRED else []
        lost = bool(self.told) and self.start is None
        if lost:
            notes.append(f"The bubble {self.told}, from which on it kept, is not in this chat.")
        if self.encrypted:
            notes.append("Its text is encrypted with the key of the chat.")
        status, readable = "partial" if lost else "ok", number is not None and not self.encrypted
        about = Noted(status=status, basis=self.basis, readable=readable, notes=tuple(notes))
        return noted(self.id, self.at, "summary", summary=number, **about)


def find(data: Record, at: Source, bubbles: Sequence[Bubble]) -> list[Summary]:
    """The summaries of a chat in order of their place, used or not, each once."""
    places = _places(bubbles)
    latest = as_dict(data.get("latestConversationSummary"))
    found: dict[tuple[str, str], Summary] = {}
    inner = latest.get("summary")
    last = places.get(as_text(latest.get("lastBubbleId")))
    place = len(bubbles) if last is None else last + 1
    pointer = "/latestConversationSummary/summary"
    if isinstance(inner, dict):
        _add(found, _summary("latest", inner, at, f"{pointer}/summary", place, places, used=True))
    elif as_text(inner):
        _add(found, _summary("latest", latest, at, pointer, place, places, used=True))
    for index, bubble in enumerate(bubbles):
        for key, used in (("conversationSummary", True), ("cachedConversationSummary", False)):
            value = bubble.data.get(key)
            told, pointer = as_dict(value), f"/{key}/summary"
            if isinstance(value, str):
                # Some versions store the object as text.
                told, pointer = as_dict(_json(value)), f"/{key}"
            if as_text(told.get("summary")):
                _add(found, _summary(bubble.id, told, bubble.at, pointer, index, places, used=used))
    chain = _chain(found.values())
    listed = [replace(one, used=True) if one.id in chain else one for one in found.values()]
    return sorted((_by_drop(one, bubbles) for one in listed), key=lambda one: one.place)


def _add(found: dict[tuple[str, str], Summary], summary: Summary) -> None:
    """Note a summary; the one kept on the bubble is the same as the composer's latest."""
    key = (summary.text, summary.told)
    if key not in found:
        found[key] = summary
    elif summary.used and not found[key].used:
        found[key] = replace(found[key], used=True)


def _summary(
    id_: str, told: Record, at: Source, pointer: str, place: int, places: Mapping[str, int], *, used: bool
) -> Summary:
    text = as_text(told.get("summary"))
    first = as_text(told.get("clientShouldStartSendingFromInclusiveBubbleId"))
    start = places.get(first)
    if start is None:
        last = places.get(as_text(told.get("truncationLastBubbleIdInclusive")))
        start, first = (None, first) if last is None else (last + 1, "")
    previous = as_text(told.get("previousConversationSummaryBubbleId"))
    encrypted = len(text) > 200 and not any(character.isspace() for character in text)
    return Summary(id_, text, at, pointer, place, start, first, used, previous=previous, encrypted=encrypted)


def _chain(found: Iterable[Summary]) -> frozenset[str]:
    """The bubbles that hold summaries which used ones build upon, however far back."""
    listed = {one.id: one for one in found}
    wanted = [one.previous for one in listed.values() if one.used]
    chain: set[str] = set()
    while wanted:
        id_ = wanted.pop()
        if id_ in listed and id_ not in chain:
            chain.add(id_)
            wanted.append(listed[id_].previous)
    return frozenset(chain)


def _by_drop(summary: Summary, bubbles: Sequence[Bubble]) -> Summary:
    if summary.used:
        return summary
    before, sized = 0, 0
    for index, bubble in enumerate(bubbles):
        size = as_int(as_dict(bubble.data.get("contextWindowStatusAtCreation")).get("tokensUsed")) or 0
        if index > summary.place and before and size and size < before * (1 - _DROP):
            return replace(summary, used=True, basis=Basis.INFERRED, place=max(summary.place, sized + 1))
        if size:
            before, sized = size, index
    return summary


def _places(bubbles: Sequence[Bubble]) -> dict[str, int]:
    found: dict[str, int] = {}
    for index, bubble in enumerate(bubbles):
        for id_ in (bubble.id, as_text(bubble.data.get("serverBubbleId"))):
            if id_:
                found.setdefault(id_, index)
    return found


def _json(text: str) -> object:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return {"summary": text}
