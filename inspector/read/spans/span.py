"""One span of a trace, whoever exported it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from inspector.model import Source, Usage
from inspector.read.adapter import Record


class SpanKind(StrEnum):
    """What a span is of."""

    MODEL = "model"
    TOOL = "tool"
    AGENT = "agent"
    COMPACTION = "compaction"
    OTHER = "other"


@dataclass(slots=True, kw_only=True)
class Span:
    """What is known of a span. Times are ISO 8601 in UTC; what is not told is "" or None."""

    at: Source
    pointer: str
    """Of the span inside its record."""
    id: str
    kind: SpanKind
    name: str = ""
    trace: str = ""
    conversation: str = ""
    """What names the conversation it belongs to; the trace where nothing else does."""
    start: str | None = None
    end: str | None = None
    seconds: float | None = None
    provider: str = ""
    model: str = ""
    sent: list[Record] | None = None
    """Messages in the form of the Messages API, oldest first; None where their texts were not captured."""
    answer: list[Record] | None = None
    """Blocks of the model's message."""
    whole: tuple[Record, Record] | None = None
    """Request and answer as they went over the wire, where the span has both."""
    tools: Any = None
    """Definitions, as sent."""
    usage: Usage | None = None
    stop: str = ""
    error: str = ""
    compacted: bool | None = None
    """Whether the context was a compacted view, where the span says so."""
    compaction: Record | None = None
    """What the span of a compaction tells of it, by the names behind ``compaction.``."""
    arguments: Any = None
    """Of a tool's run."""
    result: Any = None
    call_id: str = ""
