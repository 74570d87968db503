"""An event of a Copilot log: its envelope, and whose words it holds, a person's, the harness's or an agent's."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from inspector.model import ItemKind, Origin, Source
from inspector.read.adapter import Record
from inspector.read.build import Builder
from inspector.read.lines import Line
from inspector.read.times import as_time
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_text, version_numbers
from inspector.read.voices import Voice

# The harness's frame around an answer. Where nobody is there to ask, it answers in its own words, which newer
# versions frame like a person's.
_ANSWERED = re.compile(
    r"\s*(?:The )?user (?:selected|responded|answered|chose)(?: with)?: (?!The user is not available\b)",
    re.IGNORECASE,
)


class Words(NamedTuple):
    """Words of the human inside another event: the place in the record, and whether more stands there."""

    pointer: str
    text: str
    detail: str
    framed: bool = False


def is_typed(data: Record) -> bool:
    """Whether a user.message of the main thread was typed by a person."""
    source = data.get("source")
    mine = source in (None, "", "user") and data.get("isAutopilotContinuation") is not True
    return mine and bool(as_text(data.get("content")).strip())


def voice(data: Record, thread: str) -> Voice:
    """Whose words a user.message holds; in doubt the harness's."""
    source = as_text(data.get("source"))
    if source.startswith("agent-") or (thread and source in ("", "user")):
        return Voice(ItemKind.USER, Origin.AGENT, "delegated")
    if is_typed(data) and not thread:
        queued = data.get("delivery") in ("queued", "steering")
        command = as_text(data.get("content")).lstrip().startswith("/")
        return Voice(ItemKind.USER, Origin.HUMAN, "queued" if queued else "command" if command else "typed")
    if data.get("isAutopilotContinuation") is True:
        source = "autopilot"
    detail = {"": "reminder", "system": "reminder"}.get(source, source.split("-")[0])
    return Voice(ItemKind.ATTACHMENT, Origin.HARNESS, detail)


def answer(data: Record, tool: str) -> Words | None:
    """What the human answered, in the result of an asking tool."""
    if tool_kind(tool) is not ToolKind.ASK or data.get("success") is False:
        return None
    noted = as_dict(as_dict(data.get("toolTelemetry")).get("restrictedProperties")).get("answer")
    if as_text(noted).strip():
        return Words("/data/toolTelemetry/restrictedProperties/answer", as_text(noted), "answer")
    content = as_text(as_dict(data.get("result")).get("content"))
    said = _ANSWERED.match(content)
    text = content[said.end() :].strip() if said else ""
    return Words("/data/result/content", text, "answer", framed=True) if text else None


def feedback(kind: str, data: Record) -> Words | None:
    """What the human said on refusing a plan or a permission."""
    if kind == "exit_plan_mode.completed" and as_text(data.get("feedback")).strip():
        return Words("/data/feedback", data["feedback"], "plan_feedback")
    said = as_dict(data.get("result")).get("feedback")
    if kind == "permission.completed" and as_text(said).strip():
        return Words("/data/result/feedback", as_text(said), "feedback")
    return None


_DRIVEN = (1, 0, 102)
"""The versions between this one and the real logs before it are not known."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event; ``data`` is empty where the record holds none or something else."""

    record: Record
    kind: str
    data: Record
    id: str
    time: str | None
    thread: str
    """"" for the main thread, else the subagent's id."""
    at: Source


def open_event(path: str, line: Line) -> Event:
    """The event that stands on a line."""
    record = line.record
    data = as_dict(record.get("data"))
    return Event(
        record,
        as_text(record.get("type")),
        data,
        as_text(record.get("id")) or f"line {line.number}",
        as_time(record.get("timestamp")),
        as_text(record.get("agentId")) or as_text(data.get("parentToolCallId")),
        line.at(path),
    )


def is_driven(build: Builder) -> bool:
    """Whether the log is of the first version that was held against its own requests, or of a later one."""
    return max(map(version_numbers, build.versions), default=()) >= _DRIVEN
