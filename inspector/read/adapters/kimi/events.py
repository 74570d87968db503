"""What single events of a Kimi Code wire say: whose a message is, and its tokens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
from inspector.read.adapters.kimi.handoff import Words
from inspector.read.times import from_milliseconds
from inspector.read.usage import usage_in
from inspector.read.values import as_dict, as_int, as_text

_BY_ROLE = {
    "assistant": (ItemKind.ASSISTANT, Origin.AGENT, ""),
    "tool": (ItemKind.TOOL_RESULT, Origin.TOOL, ""),
    "system": (ItemKind.INSTRUCTIONS, Origin.HARNESS, "system"),
}
# How origins that no human typed come in.
_BY_HARNESS = {
    "injection": "reminder", "system_trigger": "system_trigger", "task": "task_notification", "cron_job": "cron",
    "cron_missed": "cron", "hook_result": "hook", "retry": "retry", "skill_activation": "skill",
    "plugin_command": "command",
}  # fmt: skip


@dataclass(slots=True)
class Message:
    """One message of the context: its items, and what the rules of compaction and undo ask of it."""

    items: list[int]
    origin: str = ""
    by_user: bool = False
    """Whether the user wrote it: kept by a compaction, counted by an undo."""
    words: Words | None = None
    """Of a message by the user, what decides whether a compaction cuts it."""
    in_turn: bool = False
    """Whether it came in while a turn was running: an undo does not count it."""
    id: str = ""
    owner: str = ""
    """The prompt that an injected message goes with."""


def stamp(value: Any) -> str | None:
    """Epoch milliseconds as ISO 8601 in UTC."""
    number = as_int(value)
    if number is None or not 10**9 < number < 10**14:
        return None
    return from_milliseconds(number)


def voice(role: str, origin: Record) -> tuple[ItemKind, Origin, str]:
    """What a message is, whose it is, and how it came in."""
    if role in _BY_ROLE:
        return _BY_ROLE[role]
    kind = as_text(origin.get("kind"))
    if kind == "compaction_summary":
        return ItemKind.SUMMARY, Origin.HARNESS, "carried_summary"
    if kind == "shell_command":
        typed = origin.get("phase") != "output"
        whose = (ItemKind.USER, Origin.HUMAN) if typed else (ItemKind.TOOL_RESULT, Origin.TOOL)
        return (*whose, "shell")
    if kind in ("", "user"):
        return ItemKind.USER, Origin.HUMAN, "typed"
    return ItemKind.ATTACHMENT, Origin.HARNESS, _BY_HARNESS.get(kind, kind)


def usage_of(told: Any) -> Usage | None:
    """Kimi's inputOther leaves cached tokens out. All zeros stand for an answer without usage."""
    return usage_in(as_dict(told), ("inputOther", "inputCacheRead", "inputCacheCreation", "output"))
