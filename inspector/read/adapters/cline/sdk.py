"""Sessions of Cline's SDK: the messages of a session, and beside them the context after its latest compaction.

A summary is a message of its own with metadata; the model is sent the messages beside and whatever came after the
number of messages they stand for. Only the latest such context is kept. Of earlier compactions the program's own log
tells when they were and how many messages they kept; their summaries are lost, but where they were carried on.
Sessions that were resumed in the program's hub stand in its events, db/hub-events*.db, for a week, and the latest of
them alone. Source: @cline/core 0.0.86, observed in 3.0.65, 2026-11-27.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Capabilities, CompactionRecord, Diagnostic, Session, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.cline.sdk_messages import bare, filled_in
from inspector.read.adapters.cline.task import Document
from inspector.read.build import Builder, noted
from inspector.read.content import read_bytes
from inspector.read.documents import loads_document, read_document, read_part
from inspector.read.tables import json_in, open_tables
from inspector.read.times import as_time, seconds_between, utc
from inspector.read.values import as_dict, as_int, as_list, as_text, in_seconds, parsed

_MESSAGES = ".messages.json"
_SIDECAR = ".compaction.json"
_LARGEST_ABOUT = 4 * 1024 * 1024
_HEAD = re.compile(rb'\{\s*"version"\s*:\s*1\s*,.{0,600}?"(?:sessionId|agent|source_message_count)"', re.DOTALL)


def is_messages(head: bytes) -> bool:
    """Whether a file starts as the messages of a session do."""
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096]
    return bool(_HEAD.match(start)) and b'"messages"' in head


def is_session(path: Path) -> bool:
    """Whether a file holds the messages of a session."""
    if path.is_dir():
        return False
    try:
        return is_messages(read_bytes(path, 64 * 1024)[0])
    except CannotRead:
        return False


def whole(path: Path) -> Path:
    """The messages that the context after a compaction belongs to, or a subagent's session."""
    folder, name = path.parent, path.parent.name
    main = folder / f"{name}{_MESSAGES}"
    mine = path.name.endswith((_SIDECAR, _MESSAGES)) or path.name == f"{name}.json"
    return main if mine and main.is_file() else path


def read(agent: str, path: Path, report: Report, capabilities: Capabilities) -> Session:
    """Read the messages of a session and what compactions left beside them."""
    from inspector.read.adapters.cline.sdk_walk import Walk

    root = as_dict(read_document(path, report))
    build = Builder(agent, str(path))
    session = as_text(root.get("sessionId")) or path.name.split(".")[0]
    origin = as_dict(root.get("origin"))
    build.version(origin.get("version"))
    sent = Document(str(path), "/messages", tuple(as_dict(row) for row in as_list(root.get("messages"))))
    is_main = path.name == f"{path.parent.name}{_MESSAGES}"
    told: list[Told] = [*told_of(path, session), *told_by_hub(path, session, report)] if is_main else []
    walk = Walk(build, sent, _sidecar(path, report), sorted(told, key=lambda one: one.time))
    walk.writer.filled = _filled(path, sent)
    walk.writer.is_delegated = whole(path) != path
    if as_text(root.get("system_prompt")):
        walk.prompt(root["system_prompt"], Source(str(path), pointer="/system_prompt"))
    walk.run()
    for log in sorted(path.parent.glob(f"*{_MESSAGES}")) if path.name.endswith(_MESSAGES) else ():
        if log != path:
            build.link("subagent", log.name.removesuffix(_MESSAGES), path=str(log))
    about = about_of(path)
    task = next((item.preview for item in build.items if item.detail == "delegated"), "")
    return build.session(
        id=session, title=build.first_words or task, cwd=as_text(about.get("cwd")), capabilities=capabilities
    )


def about_of(path: Path) -> Record:
    """What the file of a session beside its messages says of it: where it works, its first prompt."""
    beside = path.with_name(f"{path.parent.name}.json")
    try:
        told = beside.is_file() and path.name.endswith((_MESSAGES, _SIDECAR))
        return as_dict(loads_document(read_bytes(beside, _LARGEST_ABOUT)[0])) if told else {}
    except CannotRead:
        return {}


def _sidecar(path: Path, report: Report) -> tuple[Record, Path]:
    beside = path.with_name(path.name.removesuffix(_MESSAGES) + _SIDECAR)
    return as_dict(read_part(beside, report)) if path.name.endswith(_MESSAGES) else {}, beside


def _filled(path: Path, sent: Document) -> dict[str, str]:
    """What the program's history of input, which is that of all sessions, tells of workflows in this one."""
    log = path.parent.parent.parent / "cache" / "user_input_history.jsonl"
    told = [block for row in sent.records if row.get("role") == "user" for block in as_list(row.get("content"))]
    prompts = [bare(text) for text in (as_text(as_dict(block).get("text")) for block in told) if text]
    typed = [as_text(row.get("prompt")).strip() for _, row in _rows(log, (b'"prompt"',))]
    return filled_in(prompts, typed) if typed else {}


_EVENTS = {"task.compaction_executed": "ok", "task.compaction_skipped": "skipped"}
_PHASES = {"completed": "ok", "skipped": "skipped"}
_TRIGGERS = {"auto": "auto", "manual": "manual", "overflow_recovery": "overflow"}
_NO_SUMMARY = "Skipped agentic compaction: "
_MARKS = (b"task.compaction_", b"falling back to basic compaction", _NO_SUMMARY.encode())
_TABLE, _COLUMN = "hub_events", "envelope_json"
_HUB = "The events of the hub do not tell how it was done; it is taken for a summary, the agent's own choice."
_LARGEST = 64 * 1024 * 1024
"""Bytes of the program's log that are looked through, from its end."""


@dataclass(frozen=True, slots=True)
class Told:
    time: str
    status: str
    """ok, failed, or skipped: there was nothing to cut, and no model was asked."""
    trigger: str
    method: str
    before: int | None
    """Messages before it: of a compaction by hand all that were ever written."""
    after: int | None
    record: CompactionRecord


def told_of(path: Path, session: str) -> list[Told]:
    """The compactions of a session, in the order in which they were over."""
    log, found = path.parent.parent.parent / "logs" / "cline.log", []
    fallbacks: list[tuple[str, str]] = []
    for number, row in _rows(log):
        told = as_dict(row.get("properties"))
        time = as_time(row.get("time")) or ""
        if as_text(row.get("event")) in _EVENTS:
            if told.get("ulid") == session and not told.get("parentAgentId"):
                found.append(_told(row, told, time, Source(str(log), number), fallbacks))
        elif as_text(row.get("errorMessage")):
            fallbacks.append((time, row["errorMessage"]))
        elif as_text(row.get("msg")).startswith(_NO_SUMMARY):
            fallbacks.append((time, row["msg"].removeprefix(_NO_SUMMARY)))
    return found


def told_by_hub(path: Path, session: str, report: Report) -> list[Told]:
    """The compactions of a session that ran in the hub: its log has none of these."""
    found = []
    for store in sorted((path.parent.parent.parent / "db").glob("hub-events*.db")):
        asked = "event = 'session.notice' AND session_id = ?"
        try:
            with open_tables(store, report, {_TABLE}) as database:
                rows = sorted(database.rows(_TABLE, (_COLUMN,), asked, (session,)), key=lambda row: row[0])
                # Events of no session are rows, too: those without any of the columns are left out.
                all_rows = database.rows(_TABLE, ("session_id", "event"))
                oldest = min(all_rows, key=lambda row: row[0], default=(0, ""))
        except CannotRead as why:
            message = f"{why} Compactions may be missing."
            report(Diagnostic(Severity.WARNING, "hub-not-read", message, Source(str(store))))
            continue
        if oldest[0] > 1 and oldest[1] == session:
            message = "Cline's hub keeps its latest events alone, and these begin in the middle of this session. "
            message += "Compactions before them may be missing, and contexts then hold what they left out."
            report(Diagnostic(Severity.WARNING, "hub-cut", message, Source(str(store))))
        for number, value in rows:
            envelope = as_dict(json_in(value))
            notice = as_dict(as_dict(envelope.get("payload")).get("metadata"))
            if as_text(notice.get("phase")) in _PHASES:
                at = Source(str(store), pointer=f"{_TABLE}/{number}/{_COLUMN}")
                found.append(_noticed(notice, utc(envelope.get("timestamp")) or "", at))
    return found


def _noticed(notice: Record, time: str, at: Source) -> Told:
    trigger = _TRIGGERS.get(as_text(notice.get("kind")).removesuffix("_compaction"), "unknown")
    before, after = as_int(notice.get("tokensBefore")), as_int(notice.get("tokensAfter"))
    record = noted(
        f"compaction {time}", at, "summary", trigger, time=time or None, reported_before=before, reported_after=after,
        notes=(_HUB,),
    )  # fmt: skip
    counts = as_int(notice.get("messagesBefore")), as_int(notice.get("messagesAfter"))
    return Told(time, _PHASES[notice["phase"]], trigger, "", *counts, record)


def _rows(log: Path, marks: tuple[bytes, ...] = _MARKS) -> list[tuple[int, Record]]:
    try:
        with log.open("rb") as stream:
            whole = stream.seek(0, 2) <= _LARGEST
            stream.seek(0 if whole else -_LARGEST, 0 if whole else 2)
            lines = stream.read(_LARGEST).split(b"\n")
    except OSError:
        return []
    wanted = [(number, line) for number, line in enumerate(lines, 1) if any(mark in line for mark in marks)]
    return [(number if whole else 0, as_dict(parsed(line))) for number, line in wanted]


def _told(row: Record, told: Record, time: str, at: Source, fallbacks: list[tuple[str, str]]) -> Told:
    status = _EVENTS[row["event"]]
    trigger, method = _TRIGGERS.get(as_text(told.get("mode")), "unknown"), as_text(told.get("strategy"))
    seconds = in_seconds(told.get("durationMs"))
    reason, notes = "", tuple[str, ...]()
    if fallbacks and (method == "basic" or status != "ok"):
        since = seconds_between(fallbacks[-1][0], time)
        if since is not None and since <= (seconds or 0) + 1:
            reason = fallbacks[-1][1][:200]
    if reason and status != "ok":
        status = "failed"
    elif reason:
        notes, reason = (f"The summarizer failed ({reason}), so it was done the basic way.",), ""
    fallbacks.clear()
    record = noted(
        f"compaction {time}",
        at,
        "trim" if method == "basic" else "summary",
        trigger,
        status=status,
        time=time or None,
        reported_before=as_int(told.get("tokensBefore")),
        reported_after=as_int(told.get("tokensAfter")) if status == "ok" else None,
        seconds=seconds,
        model="" if method == "basic" else as_text(told.get("modelId")),
        notes=notes,
        reason=reason,
        method=method,
    )
    counts = as_int(told.get("messagesBefore")), as_int(told.get("messagesAfter"))
    return Told(time, status, trigger, method, *counts, record)
