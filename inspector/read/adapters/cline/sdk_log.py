"""Compactions of an SDK session as the log of the program tells them, one line each; beside the session, only the
context after the latest one is kept. Source: @cline/core 0.0.86, observed in 3.0.65, 2026-11-27.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.model import CompactionRecord, Source
from inspector.read.adapter import Record
from inspector.read.times import as_time, seconds_between
from inspector.read.values import as_dict, as_int, as_text, in_seconds, parsed

_EVENTS = {"task.compaction_executed": "ok", "task.compaction_skipped": "failed"}
_TRIGGERS = {"auto": "auto", "manual": "manual", "overflow_recovery": "overflow"}
_MARK, _FELL_BACK = b"task.compaction_", b"falling back to basic compaction"
_LARGEST = 64 * 1024 * 1024
"""Bytes of the program's log that are looked through, from its end."""


@dataclass(frozen=True, slots=True)
class Told:
    """One compaction."""

    time: str
    status: str
    trigger: str
    method: str
    before: int | None
    """Messages before it: of a compaction by hand all that were ever written."""
    after: int | None
    record: CompactionRecord


def log_of(path: Path) -> Path:
    """The program's log for the messages of a session."""
    return path.parent.parent.parent / "logs" / "cline.log"


def told_of(path: Path, session: str) -> list[Told]:
    """The compactions of a session, in the order in which they were over."""
    log, found = log_of(path), []
    fallbacks: list[tuple[str, str]] = []
    for number, row in _rows(log):
        told = as_dict(row.get("properties"))
        time = as_time(row.get("time")) or ""
        if as_text(row.get("event")) in _EVENTS:
            if told.get("ulid") == session and not told.get("parentAgentId"):
                found.append(_told(row, told, time, Source(str(log), number), fallbacks))
        elif as_text(row.get("errorMessage")):
            fallbacks.append((time, row["errorMessage"]))
    return found


def _rows(log: Path) -> list[tuple[int, Record]]:
    try:
        with log.open("rb") as stream:
            whole = stream.seek(0, 2) <= _LARGEST
            stream.seek(0 if whole else -_LARGEST, 0 if whole else 2)
            lines = stream.read(_LARGEST).split(b"\n")
    except OSError:
        return []
    wanted = [(number, line) for number, line in enumerate(lines, 1) if _MARK in line or _FELL_BACK in line]
    return [(number if whole else 0, as_dict(parsed(line))) for number, line in wanted]


def _told(row: Record, told: Record, time: str, at: Source, fallbacks: list[tuple[str, str]]) -> Told:
    status = _EVENTS[row["event"]]
    trigger, method = _TRIGGERS.get(as_text(told.get("mode")), "unknown"), as_text(told.get("strategy"))
    seconds = in_seconds(told.get("durationMs"))
    notes: tuple[str, ...] = ()
    if fallbacks and method == "basic":
        since = seconds_between(fallbacks[-1][0], time)
        if since is not None and since <= (seconds or 0) + 1:
            notes = (f"The summarizer failed ({fallbacks[-1][1][:200]}), so it was done the basic way.",)
    fallbacks.clear()
    record = CompactionRecord(
        id=f"compaction {time}",
        source=at,
        kind="trim" if method == "basic" else "summary",
        trigger=trigger,
        status=status,
        time=time or None,
        reported_before=as_int(told.get("tokensBefore")),
        reported_after=as_int(told.get("tokensAfter")) if status == "ok" else None,
        seconds=seconds,
        readable=False,
        model="" if method == "basic" else as_text(told.get("modelId")),
        notes=notes,
        reason="" if status == "ok" else as_text(told.get("reason")),
        method=method,
    )
    counts = as_int(told.get("messagesBefore")), as_int(told.get("messagesAfter"))
    return Told(time, status, trigger, method, *counts, record)
