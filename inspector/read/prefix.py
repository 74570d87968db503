"""The prefix rule: what a series of requests tells about its contexts when nothing in the log marks a compaction.

Each request holds its whole context. A context that only grew starts with the one before it; what left that prefix
was compacted, cleared or edited. Contexts are compared part by part, by keys that leave out what changes from one
request to the next without a meaning (cache marks, ids of copies).

Rule: a request that merely lost its end is a retry or an edit, never a compaction; history has to have left from
under what stayed, or a text has to have taken its place.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspector.model import Item, ItemKind, Origin
from inspector.read.values import python_text

HISTORY = frozenset({ItemKind.USER, ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT, ItemKind.SUMMARY})
_TOOLS = frozenset({ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT})
_FREED = 0.3
"""A rewrite that leaves more than 70 % of the characters is an edit of the client's, whatever it put in."""
_LONG = 400
_BLOCK = 3
"""Pieces of history: so many that one shorter text stands for are a compaction, however long what came in since."""
_PLACEHOLDER = 200
"""A result that is now shorter than this, and was longer, was cleared."""


@dataclass(slots=True)
class Part:
    """A piece of a request or an answer, before it is known whether it is new. Equal keys mean the same to a model."""

    key: int
    kind: ItemKind
    origin: Origin
    value: Any
    pointer: str
    """From the record, or from the document where a log is one."""
    detail: str = ""
    tool: str = ""
    call_id: str = ""
    error: bool = False
    headline: str = ""
    hold: bool = False
    said: Sequence[tuple[str, str]] = ()
    """What the human said inside a text of the harness or a tool: how it came in, and the words."""


def typed(words: str) -> Sequence[tuple[str, str]]:
    """What a part says of words that a human typed inside it; "" where there are none."""
    return (("typed", words),) if words else ()


class Entry(NamedTuple):
    """One part in the context: its key as last sent, and the item it became."""

    key: int
    item: int


@dataclass(frozen=True, slots=True)
class Rewrite:
    """How a new context differs from the one before, behind their common start."""

    shared: Sequence[Entry]
    """The common start."""
    parts: Sequence[Part]
    placed: Sequence[int | None]
    """For each part behind the start, the item of the old context that it is."""
    gone: Sequence[int]
    cleared: Sequence[int]
    """Tool calls and results that are placed, but now hold a placeholder."""
    behind: bool
    """Whether something of the old context stood behind what is gone, and stayed."""
    freed: float
    """Share of the characters that left."""


def common(entries: Sequence[Entry], parts: Sequence[Part]) -> int:
    """How many parts two contexts share at their start."""
    shared = 0
    for entry, part in zip(entries, parts, strict=False):
        if entry.key != part.key:
            break
        shared += 1
    return shared


def compare(items: Sequence[Item], entries: Sequence[Entry], start: int, parts: Sequence[Part]) -> Rewrite:
    """How a request that holds ``parts`` differs from the context ``entries``; they share what is before ``start``."""
    shared, left, new = entries[:start], entries[start:], parts[start:]
    placed, gone = _match(left, new)
    cleared = _cleared(items, new, placed, gone)
    return Rewrite(
        shared, new, placed, gone, cleared, _is_behind(items, left, gone), _share_freed(items, entries, shared, new)
    )


def verdict(items: Sequence[Item], change: Rewrite) -> tuple[str, int]:
    """The kind of compaction that a rewrite is, "" for none, and the place of what stands for the history."""
    fresh = [place for place, item in enumerate(change.placed) if item is None]
    again = {(change.parts[place].kind, change.parts[place].call_id) for place in fresh}
    lost = [items[item - 1] for item in change.gone if items[item - 1].kind in HISTORY]
    if all(item.call_id and (item.kind, item.call_id) in again for item in lost):
        return "", -1  # nothing left, but for results that now read otherwise
    told = next((place for place in fresh if change.parts[place].kind is ItemKind.SUMMARY), -1)
    if told >= 0:
        return ("native" if change.parts[told].detail == "encrypted_summary" else "summary"), told
    nothing_left = not any(items[entry.item - 1].kind in HISTORY for entry in change.shared)
    if not change.behind and not nothing_left:
        return "", -1
    written = [place for place in fresh if change.parts[place].kind in HISTORY - _TOOLS]
    if change.behind:
        last = max(place for place, item in enumerate(change.placed) if item is not None)
        written = [place for place in written if place < last]
        if not written:
            return "trim", -1
        shorter = len(written) == 1 and _length(change.parts[written[0]]) < sum(item.chars for item in lost)
        if shorter and len(lost) >= _BLOCK:
            return "summary", written[0]
    long = next((place for place in written if _length(change.parts[place]) >= _LONG), -1)
    if change.freed <= _FREED or long < 0:
        return ("unknown", -1) if change.freed > _FREED else ("", -1)
    return "summary", long


def stand_in(change: Rewrite) -> int:
    """The place of the text that stands for the history behind a compaction that is told elsewhere; -1 for none."""
    fresh = [place for place, item in enumerate(change.placed) if item is None]
    texts = [place for place in fresh if change.parts[place].kind in HISTORY - _TOOLS]
    told = (place for place in texts if change.parts[place].kind is ItemKind.SUMMARY)
    last = max((place for place, item in enumerate(change.placed) if item is not None), default=-1)
    # Behind what was kept the next prompt stands, and where nothing was kept it is the last.
    before = (place for place in texts[: None if last >= 0 else -1] if last < 0 or place < last)
    return next(told, next(before, -1))


def _match(left: Sequence[Entry], new: Sequence[Part]) -> tuple[list[int | None], list[int]]:
    """For each new part the old item that it is, in order of the old context; and the items that no part is."""
    waiting: dict[int, deque[int]] = defaultdict(deque)
    for entry in left:
        waiting[entry.key].append(entry.item)
    placed = [waiting[part.key].popleft() if waiting.get(part.key) else None for part in new]
    gone = {item for items in waiting.values() for item in items}
    return placed, [entry.item for entry in left if entry.item in gone]


def _cleared(items: Sequence[Item], new: Sequence[Part], placed: list[int | None], gone: list[int]) -> tuple[int, ...]:
    """Tool calls and results of the old context that now hold a placeholder; they count as placed."""
    by_call = {(items[item - 1].kind, items[item - 1].call_id): item for item in gone if items[item - 1].call_id}
    masked = []
    for place, part in enumerate(new):
        item = by_call.get((part.kind, part.call_id)) if part.kind in _TOOLS and placed[place] is None else None
        if item is not None and item in gone and _length(part) <= _PLACEHOLDER < items[item - 1].chars:
            placed[place] = item
            gone.remove(item)
            masked.append(item)
    return tuple(masked)


def _is_behind(items: Sequence[Item], left: Sequence[Entry], gone: list[int]) -> bool:
    lost = {item for item in gone if items[item - 1].kind in HISTORY}
    last = max((place for place, entry in enumerate(left) if entry.item in lost), default=len(left))
    return any(entry.item not in gone and items[entry.item - 1].kind in HISTORY for entry in left[last + 1 :])


def _share_freed(
    items: Sequence[Item], entries: Sequence[Entry], shared: Sequence[Entry], new: Sequence[Part]
) -> float:
    before = sum(items[entry.item - 1].chars for entry in entries)
    after = sum(items[entry.item - 1].chars for entry in shared) + sum(map(_length, new))
    return 1 - after / before if before else 0.0


def _length(part: Part) -> int:
    return len(part.value) if isinstance(part.value, str) else len(python_text(part.value))
