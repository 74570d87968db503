"""The places where OpenCode keeps a session, each read as the same list of messages with their parts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Source
from inspector.read.adapter import Record, Report
from inspector.read.adapters.opencode.nouns import Entry, Message, Part, Stored
from inspector.read.documents import not_records, read_document, read_part
from inspector.read.table_rows import Database
from inspector.read.tables import is_database, json_in, open_tables, split, told_in
from inspector.read.values import as_dict, as_int, as_list, as_text

TABLES = ("session", "message", "part", "session_v2", "session_message")
_SESSION = (
    "id", "parent_id", "directory", "title", "version", "revert", "time_created", "time_updated", "fork_session_id"
)  # fmt: skip


def read_stored(path: Path, report: Report) -> Stored:
    """The session at a path: an export, a session's file or folder of the older store, or one in a database."""
    file, session = split(path)
    if session:
        return _from_database(file, session, report)
    if path.is_dir():
        return _from_files(_latest(path), report)
    if session_root(path):
        return _from_files(path, report)
    return _from_database(path, "", report) if is_database(path) else _from_export(path, report)


# Export ----------------------------------------------------------------------------------------------------------


def _from_export(path: Path, report: Report) -> Stored:
    document = as_dict(read_document(path, report))
    if problem := not_records(as_list(document.get("messages")), path, "/messages"):
        report(problem)
    listed = [as_dict(message) for message in as_list(document.get("messages"))]
    if is_second(listed):
        return _from_second_export(document, listed, str(path))
    messages = []
    for index, message in enumerate(listed):
        if not message:
            continue
        place = f"/messages/{index}"
        found = [
            Part(part, Source(str(path), pointer=f"{place}/parts/{number}"))
            for number, part in enumerate(as_list(message.get("parts")))
            if isinstance(part, dict)
        ]
        # Where the damage took it, the message itself is all there is to show.
        info, name = (message["info"], "/info") if as_dict(message.get("info")) else (message, "")
        messages.append(Message(info, Source(str(path), pointer=place + name), tuple(found)))
    return Stored(as_dict(document.get("info")), str(path), messages)


def is_second(messages: list[Record]) -> bool:
    """Whether the messages of an export are rows of the second store: with a type, and none with parts."""
    # A damaged message says neither.
    typed = any(isinstance(message.get("type"), str) for message in messages)
    return typed and not any("info" in message or "parts" in message for message in messages)


def _from_second_export(document: Record, messages: list[Record], path: str) -> Stored:
    rows = []
    for index, message in enumerate(messages):
        id_ = as_text(message.get("id")) or f"message {index + 1}"
        created = as_int(as_dict(message.get("time")).get("created")) or 0
        at = Source(path, None, None, None, f"/messages/{index}")
        rows.append(Entry(id_, as_text(message.get("type")), message, at, created))
    info = as_dict(document.get("info"))
    fork, place = as_dict(info.get("fork")), as_dict(info.get("location"))
    info = {"directory": place.get("directory"), "forkSessionID": fork.get("sessionID")} | info
    return Stored(info, path, rows=rows)


# Files -----------------------------------------------------------------------------------------------------------


def session_root(path: Path) -> Path | None:
    """The folder that holds ``message`` and ``part`` of the session whose file this is; None for any other file."""
    if path.suffix != ".json" or not path.stem.startswith("ses_"):
        return None
    for root in (path.parent.parent.parent, path.parent.parent):
        if (root / "message" / path.stem).is_dir():
            return root
    return None


def session_file(part: Path) -> Path | None:
    """The session's file that a message's or a part's file belongs to; None for any other file."""
    is_message = part.stem.startswith("msg_")
    # Any file at all is asked about: the disk only for one of such a name.
    for root in list(part.parents)[2:5] if is_message or part.stem.startswith("prt_") else ():
        if not (root / "message").is_dir():
            continue
        session = part.parent.name
        if not is_message:
            holders = sorted((root / "message").glob(f"*/{part.parent.name}.json"))
            session = holders[0].parent.name if holders else ""
        for found in sorted(root.glob(f"session/*/{session}.json")) + sorted(root.glob(f"info/{session}.json")):
            return found
    return None


def session_files(folder: Path) -> list[Path]:
    """The sessions' files in a folder of the older store, or in the folder above it."""
    return sorted(folder.glob("session/*/ses_*.json")) + sorted(folder.glob("storage/session/*/ses_*.json"))


def _latest(folder: Path) -> Path:
    files = session_files(folder)
    if not files:
        raise CannotRead(f"{folder} holds no session.", hint="Name a file ses_….json in it.", path=str(folder))
    return max(files, key=lambda file: file.stat().st_mtime)


def _from_files(path: Path, report: Report) -> Stored:
    root = session_root(path) or path.parent
    info = as_dict(read_document(path, report))
    messages = []
    for file in sorted((root / "message" / path.stem).glob("*.json")):
        folders = (root / "part" / file.stem, root / "part" / path.stem / file.stem)
        found = []
        for part in sorted(entry for folder in folders for entry in folder.glob("*.json")):
            value = read_part(part, report)
            if isinstance(value, dict):
                found.append(Part(value, Source(str(part))))
        messages.append(Message(as_dict(read_part(file, report)), Source(str(file)), tuple(found)))
    return Stored(info, str(path), _in_order(messages))


def _in_order(messages: Iterable[Message]) -> list[Message]:
    return sorted(messages, key=lambda message: (message.created, message.id))


# Database --------------------------------------------------------------------------------------------------------


def sessions_in(path: Path) -> list[str]:
    """Ids of the sessions of a database that no other session started; the latest first."""
    with open_tables(path, lambda problem: None, TABLES) as database:
        rows = _session_rows(database).items()
    found = [(as_int(row["time_updated"]) or 0, id_) for id_, row in rows if not row["parent_id"] and id_]
    return [session for _, session in sorted(found, reverse=True)]


def session_row(path: Path, session: str) -> Record:
    """What a database says of one session; of the latest where none is named. Empty where there is none."""
    with open_tables(path, lambda problem: None, TABLES) as database:
        return _session(database, session)


def _session(database: Database, session: str) -> Record:
    rows = list(_session_rows(database, session).values())
    mine = [row for row in rows if session or not row["parent_id"]] or rows
    found = max(mine, key=lambda row: as_int(row["time_updated"]) or 0, default={})
    return found | {"others": len(mine) - 1} if found else {}


def _session_rows(database: Database, session: str = "") -> dict[str, Record]:
    """What the database says of its sessions, or of one, by id: the later row where one is in both stores."""
    where, values = ("id = ?", (session,)) if session else ("", ())
    found: dict[str, Record] = {}
    for table in ("session", "session_v2"):
        for told in database.records(table, _SESSION, where, values):
            same = found.get(as_text(told["id"]), {})
            if (as_int(told["time_updated"]) or 0) >= (as_int(same.get("time_updated")) or 0):
                found[as_text(told["id"])] = told
    return found


def _from_database(path: Path, session: str, report: Report) -> Stored:
    with open_tables(path, report, TABLES) as database:
        row = _session(database, session)
        session = session or as_text(row.get("id"))
        stored = Stored(_as_info(row, session), str(path), others=row.get("others", 0))
        first, second = _times(database, "message", session), _times(database, "session_message", session)
        answers = _times(database, "session_message", session, " AND type = 'assistant'")
        # What was taken over into the second store stays in the first as it was; an older version may go on there.
        if not first or max(answers, default=0) > max(first):
            stored.rows, stored.unread = _rows(database, session, str(path), report), len(first)
        else:
            stored.messages, stored.unread = _messages(database, session, str(path), report), len(second)
        children = {}
        for table in ("session", "session_v2"):
            for _, id_, title in database.rows(table, ("id", "title"), "parent_id = ?", (session,)):
                children[id_] = {"id": id_, "title": title}
        stored.children = list(children.values())
    if not row and not stored.messages and not stored.rows:
        raise CannotRead(f"{path} holds no session {session}.".replace("  ", " "), path=str(path))
    return stored


def _times(database: Database, table: str, session: str, more: str = "") -> list[int]:
    """When each message of a session was made, in one of the stores; 0 where that is not known."""
    rows = database.rows(table, ("id", "time_created"), f"session_id = ?{more}", (session,))
    return [as_int(created) or 0 for _, _, created in rows]


def _messages(database: Database, session: str, path: str, report: Report) -> list[Message]:
    parts: dict[str, list[tuple[str, Part]]] = {}
    columns = ("id", "message_id", "data")
    for rowid, id_, message, data in database.rows("part", columns, "session_id = ?", (session,), ("data",)):
        at = Source(path, None, None, None, f"part/{rowid}/data")
        value = told_in(data, dict, at, report)
        if value is not None:
            parts.setdefault(as_text(message), []).append((as_text(id_), Part(value, at)))
    messages = []
    columns = ("id", "time_created", "data")
    for rowid, id_, created, data in database.rows("message", columns, "session_id = ?", (session,), ("data",)):
        at = Source(path, None, None, None, f"message/{rowid}/data")
        info = told_in(data, dict, at, report) or {}
        info = {"time": {"created": created}} | info | {"id": as_text(id_)}
        found = sorted(parts.get(as_text(id_), ()), key=lambda pair: pair[0])
        messages.append(Message(info, at, tuple(part for _, part in found)))
    return _in_order(messages)


def _rows(database: Database, session: str, path: str, report: Report) -> list[Entry]:
    columns = ("id", "type", "seq", "time_created", "data")
    found = []
    for rowid, id_, kind, seq, created, data in database.rows(
        "session_message", columns, "session_id = ?", (session,), ("data",)
    ):
        at = Source(path, None, None, None, f"session_message/{rowid}/data")
        value = told_in(data, dict, at, report)
        if value is not None:
            when = as_int(as_dict(value.get("time")).get("created")) or as_int(created) or 0
            entry = Entry(as_text(id_) or f"row {rowid}", as_text(kind), value, at, when)
            found.append((as_int(seq) or 0, rowid, entry))
    return [entry for _, _, entry in sorted(found, key=lambda row: row[:2])]


def _as_info(row: Record, session: str) -> Record:
    return {
        "id": session,
        "parentID": row.get("parent_id"),
        "directory": row.get("directory"),
        "title": row.get("title"),
        "version": row.get("version"),
        "revert": json_in(row.get("revert")),
        "forkSessionID": row.get("fork_session_id"),
        "time": {"created": row.get("time_created"), "updated": row.get("time_updated")},
    }
