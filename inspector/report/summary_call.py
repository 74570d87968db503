"""The call that wrote a summary, where the log holds it: its model, prompt, tokens, time and price."""

from __future__ import annotations

from typing import Any

from inspector.measure.bill import bill_of_calls
from inspector.model import Compaction, Request, Session, Usage
from inspector.reconstruct.calls import summarizer_calls
from inspector.report.cost import bill_json, bill_words
from inspector.wording.fields import json_fields
from inspector.wording.times import duration
from inspector.wording.units import counted, place


def call_words(session: Session, compaction: Compaction) -> str:
    """Sentences on the calls of a compaction's summarizer; "" where the log holds none."""
    calls = summarizer_calls(session, compaction)
    if not calls:
        return ""
    each = "; ".join(_told(session, call) for call in calls)
    asked = compaction.record.prompt
    prompt = f" The prompt is {_where(session, asked)}." if asked is not None else ""
    what = "Call" if len(calls) == 1 else "Calls"
    return f"{what} for the summary: {each}.{prompt} {bill_words(bill_of_calls(calls))}"


def calls_json(session: Session, compaction: Compaction) -> list[dict[str, Any]]:
    """The same for programs, a call each, in order; unknown is null."""
    return [
        {
            "request": call.number,
            "model": call.model or None,
            "line": call.source.own_line,
            **json_fields(usage, "prompt cache_read cache_write output"),
            "seconds": call.seconds,
            "cost": bill_json(bill_of_calls([call])),
        }
        for call in summarizer_calls(session, compaction)
        for usage in (call.usage or Usage(),)
    ]


def _told(session: Session, call: Request) -> str:
    usage = call.usage or Usage()
    parts = [call.model or "a model that is not in this log"]
    parts.append("tokens sent not in this log" if usage.prompt is None else f"{counted(usage.prompt, 'token')} sent")
    parts.append("tokens written not in this log" if usage.output is None else f"{usage.output:,} written")
    if call.seconds is not None:
        parts.append(duration(call.seconds))
    # A summarizer's log of its own has lines of its own.
    if call.source.own_line is not None and call.source.path == session.path:
        parts.append(f"at line {call.source.own_line:,}")
    return ", ".join(parts)


def _where(session: Session, item: int) -> str:
    source = session.items[item - 1].source
    return place(source.own_line if source.path == session.path else None, item)
