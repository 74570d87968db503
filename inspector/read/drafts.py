"""A request while its rows are still coming in; usage and produced items may grow."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TypedDict

from inspector.model import Request, Source, Usage


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
