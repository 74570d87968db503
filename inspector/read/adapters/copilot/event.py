"""One record of a Copilot log with its envelope opened."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import Source
from inspector.read.adapter import Record
from inspector.read.build import Builder
from inspector.read.lines import Line
from inspector.read.times import as_time
from inspector.read.values import as_dict, as_text, version_numbers

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
    record = line.record
    data = as_dict(record.get("data"))
    return Event(
        record,
        as_text(record.get("type")),
        data,
        as_text(record.get("id")) or f"line {line.number}",
        as_time(record.get("timestamp")),
        as_text(record.get("agentId")) or as_text(data.get("parentToolCallId")),
        Source(path, line.number, line.start, line.end),
    )


def is_driven(build: Builder) -> bool:
    """Whether the log is of the first version that was held against its own requests, or of a later one."""
    return max(map(version_numbers, build.versions), default=()) >= _DRIVEN
