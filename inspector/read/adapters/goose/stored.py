"""Where Goose keeps a session: rows of a database, or JSON lines; both as the same messages."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead
from inspector.model import Source
from inspector.read.adapter import Record, Report
from inspector.read.lines import read_lines
from inspector.read.tables import is_database, json_in, open_tables, split, told_in
from inspector.read.values import as_dict, as_int, as_list, as_text

TABLES = ("sessions", "messages", "usage_ledger")
_SESSION = (
    "id", "name", "description", "working_dir", "created_at", "updated_at", "session_type", "parent_session_id",
    "provider_name", "model_config_json",
)  # fmt: skip
_LEDGER = (
    "created_timestamp", "model", "input_tokens", "output_tokens", "total_tokens", "cache_read_tokens",
    "cache_write_tokens", "cost", "is_compaction",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Message:
    """One message; ``at`` and ``pointer`` lead to its content blocks."""

    id: str
    role: str
    content: list[Any]
    created: int
    metadata: Record
    at: Source

    @property
    def for_agent(self) -> bool:
        """Whether the agent may see it now."""
        return self.metadata.get("agentVisible") is not False

    @property
    def for_user(self) -> bool:
        """Whether the user may see it."""
        return self.metadata.get("userVisible") is not False

    @property
    def text(self) -> str:
        """Its first text; "" where it has none."""
        return next((text for block in self.content if (text := as_text(as_dict(block).get("text")))), "")

    @property
    def text_at(self) -> str:
        """Where its first text stands below its content."""
        return next(f"/{place}/text" for place, block in enumerate(self.content) if as_text(as_dict(block).get("text")))

    def has(self, *kinds: str) -> bool:
        """Whether it has a content block of one of these kinds."""
        return any(as_dict(block).get("type") in kinds for block in self.content)


@dataclass(slots=True)
class Stored:
    row: Record
    path: str
    held: bool
    """Whether it lies in a database, whose texts cannot be read back by offset."""
    messages: list[Message] = field(default_factory=list)
    ledger: list[Record] = field(default_factory=list)
    """The usage of each request, in order."""
    children: list[Record] = field(default_factory=list)
    others: int = 0


def is_header(record: Record) -> bool:
    """Whether a line is the first of the older form: about the session, not a message."""
    return "role" not in record and "working_dir" in record and ("message_count" in record or "description" in record)


def read_stored(path: Path, report: Report) -> Stored:
    file, session = split(path)
    return _from_database(file, session, report) if session or is_database(path) else _from_lines(path, report)


def _from_lines(path: Path, report: Report) -> Stored:
    stored = Stored({}, str(path), held=False)
    for line in read_lines(path, report):
        record = line.record
        if not stored.row and is_header(record):
            stored.row = record
            continue
        at = line.at(path, "/content")
        id_ = as_text(record.get("id")) or f"line {line.number}"
        created = as_int(record.get("created")) or 0
        content, metadata = as_list(record.get("content")), as_dict(record.get("metadata"))
        stored.messages.append(Message(id_, as_text(record.get("role")), content, created, metadata, at))
    return stored


def sessions_in(path: Path) -> list[str]:
    """Ids of the sessions of a database that no agent started; the latest first."""
    with open_tables(path, lambda problem: None, TABLES) as database:
        rows = [row for row in database.records("sessions", _SESSION) if _mine(row)]
    ordered = sorted(rows, key=lambda row: as_text(row["updated_at"]), reverse=True)
    return [session for row in ordered if (session := as_text(row["id"]))]


def session_row(path: Path, session: str) -> Record:
    """What a database says of one session; of the latest where none is named. Empty where there is none."""
    with open_tables(path, lambda problem: None, TABLES) as database:
        return _chosen(database.records("sessions", _SESSION), session)


def _mine(row: Record) -> bool:
    return row["session_type"] not in ("sub_agent", "subagent", "hidden") and not row["parent_session_id"]


def _chosen(rows: list[Record], session: str) -> Record:
    mine = [row for row in rows if (row["id"] == session if session else _mine(row))]
    return max(mine, key=lambda row: as_text(row["updated_at"]), default={})


def _from_database(path: Path, session: str, report: Report) -> Stored:
    with open_tables(path, report, TABLES) as database:
        rows = database.records("sessions", _SESSION)
        row = _chosen(rows, session)
        stored = Stored(row, str(path), held=True)
        stored.others = 0 if session else sum(map(_mine, rows)) - 1
        session = session or as_text(row.get("id"))
        stored.children = [other for other in rows if other["parent_session_id"] == session and session]
        columns = ("message_id", "role", "content_json", "created_timestamp", "metadata_json")
        found = []
        for rowid, id_, role, content, created, metadata in database.rows(
            "messages", columns, "session_id = ?", (session,), ("content_json", "metadata_json")
        ):
            at = Source(str(path), pointer=f"messages/{rowid}/content_json")
            blocks = told_in(content, list, at, report)
            about = as_dict(json_in(metadata))
            id_ = as_text(id_) or f"row {rowid}"
            found.append((rowid, Message(id_, as_text(role), as_list(blocks), as_int(created) or 0, about, at)))
        stored.messages = [message for _, message in sorted(found, key=lambda pair: (pair[1].created, pair[0]))]
        ledger = database.records("usage_ledger", _LEDGER, "session_id = ?", (session,))
        stored.ledger = sorted(ledger, key=itemgetter("row"))
    if not row and not stored.messages:
        raise CannotRead(f"{path} holds no session {session}.".replace("  ", " "), path=str(path))
    return stored
