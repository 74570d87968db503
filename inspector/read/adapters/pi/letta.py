"""What Letta Code writes otherwise than pi, whose entries it took over.

Source: files that letta 0.34.12 (Letta Code, local backend) wrote here, held against the requests that were sent;
2026-11-27. A prompt stands behind reminders in one message; a ``compaction`` entry holds the message that is sent for
it, with its trigger, the window and two counts. Those are of messages alone, without the system prompt and tools.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.read.adapter import Record
from inspector.read.values import as_dict, as_int, as_list, as_text
from inspector.read.voices import Voice, voice_of

_TRIGGERS = {"context_window_limit": "auto", "context_window_overflow": "overflow", "manual": "manual"}


def is_letta(holder: Record) -> bool:
    """Whether a message is of a conversation of Letta's."""
    return {"agent_id", "conversation_id"} <= as_dict(holder.get("metadata")).keys()


def pieces(content: Any) -> Iterator[tuple[Voice, str, str]]:
    """The texts of a person's message, each with whose words it is and where it stands in the list."""
    for index, part in enumerate(as_list(content)):
        text = as_text(as_dict(part).get("text"))
        if text.strip():
            yield voice_of(text), text, f"/{index}/text"


def summary_sent(record: Record) -> str:
    """The text that is sent for a compaction; "" where its entry holds none."""
    first = as_dict(next(iter(as_list(as_dict(record.get("message")).get("content"))), None))
    return as_text(first.get("text"))


def facts(record: Record) -> tuple[str, int | None, tuple[str, ...]]:
    """What set a compaction off, the window, and what it counted, in words."""
    stats = as_dict(as_dict(record.get("details")).get("stats"))
    before, after = (as_int(stats.get(f"context_tokens_{when}")) for when in ("before", "after"))
    counted = f"By its record the messages alone went from {before:,} to {after:,} tokens." if before and after else ""
    trigger = _TRIGGERS.get(as_text(stats.get("trigger")), "unknown")
    return trigger, as_int(stats.get("context_window")), (counted,) if counted else ()
