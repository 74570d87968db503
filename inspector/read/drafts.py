"""What logs tell of items, compactions and requests; a request's usage and items may grow while its rows come in."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple, TypedDict, Unpack

from inspector.model import Basis, CompactionRecord, ItemKind, Origin, Request, Source, Usage
from inspector.read.values import render


class How(TypedDict, total=False):
    """How an item is taken in; see ``Builder.add``."""

    error: bool
    origin: Origin | None
    hold: bool
    enter: bool


class About(How, total=False):
    """What is told of an item besides its kind, its value and where it stands."""

    tool: str
    call_id: str
    headline: str


class Piece(NamedTuple):
    """An item to be: its value, and where that stands below the record at hand; held where it stands nowhere."""

    kind: ItemKind
    origin: Origin
    value: Any = ""
    pointer: str = ""
    detail: str = ""
    tool: str = ""
    call_id: str = ""
    headline: str = ""
    error: bool = False
    hold: bool = False
    enter: bool = True

    def key(self) -> tuple[ItemKind, str, str]:
        """Equal for pieces that are the same to the model, wherever they stand; logs may lack blanks at their ends."""
        value = self.value
        return self.kind, self.call_id, (value if type(value) is str else render(value)).strip()


class Noted(TypedDict, total=False):
    """What a log may tell of a compaction besides its kind, its trigger and its summary; see ``CompactionRecord``."""

    status: str
    basis: Basis
    time: str | None
    reported_before: int | None
    reported_after: int | None
    seconds: float | None
    readable: bool
    prompt: int | None
    model: str
    notes: tuple[str, ...]
    reason: str
    attempts: int | None
    focus: str
    shown: tuple[int, ...] | None
    method: str


def noted(
    id: str,  # noqa: A002
    at: Source,
    kind: str,
    trigger: str = "unknown",
    summary: int | None = None,
    **more: Unpack[Noted],
) -> CompactionRecord:
    """A compaction as a log tells it; readable where it has a summary, unless told otherwise."""
    return CompactionRecord(id, at, kind, trigger, summary=summary, **(Noted(readable=summary is not None) | more))


class DraftFields(TypedDict, total=False):
    """What some logs tell of a request before anything that it produced."""

    usage: Usage | None
    first_item: int | None
    last_item: int | None
    seconds: float | None
    stop: str
    limit: int | None
    purpose: str
    cost: float | None
    recorded: bool


@dataclass(slots=True)
class RequestDraft:
    """The fields of a ``Request`` without its number, which is known at the end of the log."""

    id: str
    op: int
    model: str
    source: Source
    thread: str = ""
    started: str | None = None
    usage: Usage | None = None
    first_item: int | None = None
    last_item: int | None = None
    seconds: float | None = None
    stop: str = ""
    limit: int | None = None
    purpose: str = ""
    cost: float | None = None
    recorded: bool = False
    doubt: str = ""

    def request(self, number: int) -> Request:
        """What became of it; ``number`` counts the calls of its thread from 1."""
        told = {name: getattr(self, name) for name in _FIELDS} | {"usage": _told(self.usage)}
        return Request(number, **told)


_FIELDS = [one.name for one in fields(RequestDraft)]


def _told(usage: Usage | None) -> Usage | None:
    """What a log tells of a call. No call is sent nothing: a prompt of 0 stands where a provider told none."""
    if usage is None or usage.prompt != 0:
        return usage
    return replace(usage, input=None, cache_read=None, cache_write=None) if usage.output else None
