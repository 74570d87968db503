"""What a list shows of a trace."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.model import Origin
from inspector.read.adapter import Glance
from inspector.read.spans.span import Span, SpanKind
from inspector.read.values import as_text, as_title
from inspector.read.voices import voice_of


def glance_of(spans: Iterable[Span]) -> Glance:
    """The first words of the human, and when the first call was made."""
    title, started = "", None
    for span in spans:
        started = min(filter(None, (started, span.start)), default=None)
        if span.kind is SpanKind.MODEL and not title:
            title = next((words for one in span.sent or () if (words := _typed(one))), "")
    return Glance(as_title(title), started)


def _typed(message: dict[str, object]) -> str:
    if message.get("role") != "user":
        return ""
    content = message["content"]
    texts = (
        (as_text(block.get("text")) for block in content if isinstance(block, dict))
        if isinstance(content, list)
        else ()
    )
    return next((text for text in texts if text.strip() and voice_of(text).origin is Origin.HUMAN), "")
