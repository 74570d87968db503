"""What single events of a Kimi Code wire say: whose a message is, its tokens, and what a compaction keeps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from inspector.model import ItemKind, Origin, Usage
from inspector.read.adapter import Record
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


def after_compaction(context: list[Message], record: Record, told: Message) -> tuple[list[Message], tuple[str, ...]]:
    """The messages of the new context, and what the record does not say of them."""
    kept = as_int(record.get("keptUserMessageCount"))
    if kept is None or record.get("legacyTail") is True:
        count = as_int(record.get("compactedCount"))
        count = as_int(record.get("count")) if count is None else count
        if count is None:
            return [told], ("How many messages it took in is not in this log; all of them is assumed.",)
        return [told, *context[count:]], ()
    typed = [message for message in context if message.by_user]
    head = as_int(record.get("keptHeadUserMessageCount")) or 0
    if head == 0:
        return [*typed[max(0, len(typed) - kept) :], told], ()
    # One message may end the head and open the tail, each with a part of it.
    last = max(0, len(typed) - max(0, kept - head))
    note = "A marker stands between the oldest and the latest kept messages, and those beside it may be cut."
    return [*typed[: min(head, last)], *typed[last:], told], (note,)


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
