"""A request while its rows are still coming in; usage and produced items may grow."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
        return Request(
            number=number,
            id=self.id,
            op=self.op,
            model=self.model,
            usage=_told(self.usage),
            source=self.source,
            first_item=self.first_item,
            last_item=self.last_item,
            started=self.started,
            seconds=self.seconds,
            stop=self.stop,
            limit=self.limit,
            thread=self.thread,
            purpose=self.purpose,
            cost=self.cost,
            recorded=self.recorded,
            doubt=self.doubt,
        )


def _told(usage: Usage | None) -> Usage | None:
    """What a log tells of a call. No call is sent nothing: a prompt of 0 stands where a provider told none."""
    if usage is None or usage.prompt != 0:
        return usage
    return replace(usage, input=None, cache_read=None, cache_write=None) if usage.output else None
