"""Whose words a text of a pi log holds: typed by a person, or sent in the person's name.

Letta Code took pi's entries over. Source: files that letta 0.34.12 (local backend) wrote here, held against the
requests that were sent; 2026-11-27. A prompt stands behind reminders in one message; a ``compaction`` entry holds the
message that is sent for it, with its trigger, the window and two counts of messages alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from inspector.read.adapter import Record
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_int, as_list, as_text
from inspector.read.voices import Voice, voice_of

_ASKING = frozenset({"ask", "questionnaire", "interview"})
# Text that pi puts before the typed words: files named on its command line, and skills run as a command.
_PUT_BEFORE = re.compile(r'\s*(?:<(file|skill) name="[^"]*"[^>]*>.*?</\1>\s*)+', re.DOTALL)
# Prompts that OpenClaw sends in the user's name; the adapter's header says how each is known.
_NOT_TYPED = {
    "Read HEARTBEAT.md": "heartbeat",
    "A new session was started via /new or /reset": "reset",
    "Pre-compaction memory flush": "memory_flush",
    "System: [": "notification",
    "[cron:": "cron",
}
_ANSWERED = re.compile(r"(?:^|: )user (?:selected|wrote|answered|responded)(?: with)?: (?:\d+\. )?", re.IGNORECASE)


class UserText(NamedTuple):
    """What a text sent with the role "user" holds."""

    typed: str
    """The words of the human; "" where there are none."""
    detail: str
    """typed, command; or what the harness wrote: file, skill, heartbeat, …"""
    mixed: bool
    """Whether text of the harness stands before the typed words, or instead of them."""


def in_user_text(text: str) -> UserText:
    """Which part of a user's message a human typed; in doubt the harness wrote it."""
    for start, detail in _NOT_TYPED.items():
        if text.startswith(start):
            return UserText("", detail, True)
    before = _PUT_BEFORE.match(text)
    if before is None:
        return UserText(text, "typed", False)
    return UserText(text[before.end() :].strip(), before[1], True)


def answers(message: Record) -> list[tuple[str, str]]:
    """What the human answered in the result of an asking tool: places in the record, and the words there."""
    details = as_dict(message.get("details"))
    tool = as_text(message.get("toolName"))
    if message.get("isError") is True or details.get("cancelled") is True:
        return []
    if tool_kind(tool) is not ToolKind.ASK and tool.lower() not in _ASKING:
        return []
    return _in_details(details) or _in_text(message)


def _in_details(details: Record) -> list[tuple[str, str]]:
    if as_text(details.get("answer")):
        return [("/message/details/answer", details["answer"])]
    found = []
    for index, answer in enumerate(as_list(details.get("answers"))):
        key = next((key for key in ("label", "answer", "value") if as_text(as_dict(answer).get(key)).strip()), "")
        if key:
            found.append((f"/message/details/answers/{index}/{key}", answer[key]))
    return found


def _in_text(message: Record) -> list[tuple[str, str]]:
    found = []
    for index, block in enumerate(as_list(message.get("content"))):
        text = as_text(as_dict(block).get("text"))
        said = _ANSWERED.search(text)
        words = text[said.end() :].strip() if said else ""
        if words:
            found.append((f"/message/content/{index}/text", words))
    return found


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
