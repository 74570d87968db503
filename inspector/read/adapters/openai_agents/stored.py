"""The rows of a session of the Agents SDK: its items in order, their branches, and the tokens of its turns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source, Usage
from inspector.read.adapter import Glance, Report
from inspector.read.table_rows import Database
from inspector.read.tables import json_in, open_tables, split, told_in
from inspector.read.times import iso
from inspector.read.usage import disjoint
from inspector.read.values import as_dict, as_int, as_list, as_text, as_title

_STRUCTURE, _USAGE = "message_structure", "turn_usage"
_OF_MESSAGES = frozenset({"id", "session_id", "message_data", "created_at"})
_OF_SESSIONS = frozenset({"session_id", "created_at", "updated_at"})
_WITHOUT_INDEX = "+session_id = ?"
"""Of a damaged database the index may lead to nothing without a word, where the rows are still there."""
_LOOKED_AT = 20
"""Items of a session that are looked through for its first words."""


class Names(NamedTuple):
    """What the tables are called: a program may choose other names than agent_sessions and agent_messages."""

    sessions: str
    messages: str


@dataclass(frozen=True, slots=True)
class Row:
    """One item of a session, at its place in one branch."""

    number: int
    """Of its row; the same in all branches that share it."""
    item: Any
    """The item, decoded; None where it is no JSON."""
    created: str
    at: Source
    branch: str = ""
    turn: int | None = None


@dataclass(slots=True)
class Stored:
    path: Path
    session: str
    rows: list[Row] = field(default_factory=list)
    """In the order in which they were written; a row that a branch shares comes once for each branch."""
    turns: dict[tuple[str, int], tuple[int, Usage | None]] = field(default_factory=dict)
    """Requests and tokens of a turn of a branch."""
    others: int = 0
    """Sessions of the same database, where none was asked for."""


def names_in(columns: Mapping[str, frozenset[str]]) -> Names | None:
    """The SDK's tables in a database: those with its own names, else the first with its columns."""
    messages = sorted((name for name, held in columns.items() if held >= _OF_MESSAGES), key=_own_first)
    sessions = sorted((name for name, held in columns.items() if held >= _OF_SESSIONS), key=_own_first)
    return Names(sessions[0], messages[0]) if messages and sessions else None


def sessions_in(path: Path) -> list[str]:
    """Ids of the sessions of a database, the latest first."""
    with open_tables(path, lambda problem: None) as database:
        names = names_in(database.layout())
    if names is None:
        return []
    with open_tables(path, lambda problem: None, names) as database:
        return _sessions(database, names)


def first_words(path: Path, session: str, names: Names | None) -> Glance:
    """What a list says of one session; of the latest where none is named."""
    if names is None:
        return Glance()
    with open_tables(path, lambda problem: None, names) as database:
        session = session or next(iter(_sessions(database, names)), "")
        times = ("created_at", "updated_at")
        row = next(database.rows(names.sessions, times, "session_id = ?", (session,)), (0, None, None))
        where = "session_id = ? ORDER BY id LIMIT ?"
        items = database.rows(names.messages, ("message_data",), where, (session, _LOOKED_AT))
        words = (_words(as_dict(json_in(item))) for _, item in items)
        title = next((text for text in words if text), session)
    return Glance(as_title(title), iso(row[1]), iso(row[2]))


def read_stored(path: Path, report: Report) -> Stored:
    """The session at a path. Raises CannotRead where there is none, or where all of it is encrypted."""
    file, session = split(path)
    with open_tables(file, report) as database:
        names = names_in(database.layout())
    if names is None:
        raise CannotRead(f"{file} holds no sessions of the Agents SDK.", path=str(path))
    with open_tables(file, report, (*names, _STRUCTURE, _USAGE)) as database:
        known = _sessions(database, names)
        stored = Stored(file, session or next(iter(known), ""), others=0 if session else max(0, len(known) - 1))
        found = _rows(database, names, stored, report)
        stored.rows = _in_branches(database, stored, found, report)
        stored.turns = _turns(database, stored.session)
    if not found:
        raise CannotRead(f"{file} holds no items of {f'the session {session}' if session else 'any session'}.")
    if all(is_encrypted(row.item) for row in found.values()):
        raise CannotRead(
            f"The session {stored.session} in {file} is encrypted.",
            hint="EncryptedSession wrote it; only a program that has its key can read it.",
            path=str(path),
        )
    return stored


def is_encrypted(item: Any) -> bool:
    """Whether an item is what EncryptedSession writes in its place."""
    return isinstance(item, dict) and item.get("__enc__") == 1 and "payload" in item


def _own_first(name: str) -> tuple[bool, str]:
    return name not in ("agent_sessions", "agent_messages"), name


def _sessions(database: Database, names: Names) -> list[str]:
    """Those that have items, the latest first; one that lacks its own row, or whose row is damaged, comes last."""
    updated = {
        session: (as_text(time), rowid)
        for rowid, session, time in database.rows(names.sessions, ("session_id", "updated_at"))
        if as_text(session)
    }
    held = {session for _, session in database.rows(names.messages, ("session_id",)) if as_text(session)}
    return sorted(held, key=lambda session: (*updated.get(session, ("", 0)), session), reverse=True)


def _rows(database: Database, names: Names, stored: Stored, report: Report) -> dict[int, Row]:
    """The items of a session by the number of their row."""
    columns = ("message_data", "created_at")
    found: dict[int, Row] = {}
    for number, data, created in database.rows(
        names.messages, columns, _WITHOUT_INDEX, (stored.session,), ("message_data",)
    ):
        at = Source(str(stored.path), pointer=f"{names.messages}/{number}/message_data")
        found[number] = Row(number, told_in(data, dict, at, report) or None, as_text(created), at)
    return dict(sorted(found.items()))


def _in_branches(database: Database, stored: Stored, found: dict[int, Row], report: Report) -> list[Row]:
    """The items of every branch, in the order in which they came to be there.

    One that is in none, as where rows are lost, stands behind the one that was written before it.
    """
    columns = ("message_id", "branch_id", "user_turn_number")
    structure = database.rows(_STRUCTURE, columns, _WITHOUT_INDEX, (stored.session,))
    placed: dict[int, list[tuple[int, Row]]] = {}
    for place, number, branch, turn in structure:
        row = found.get(as_int(number) or 0)
        if row is not None:
            put = Row(row.number, row.item, row.created, row.at, as_text(branch), as_int(turn))
            placed.setdefault(row.number, []).append((place, put))
    if not placed:
        return list(found.values())
    missing, before, branch = 0, 0, ""
    for number, row in found.items():
        if number not in placed:
            missing += 1
            placed[number] = [(before, Row(number, row.item, row.created, row.at, branch))]
        before, first = min(placed[number], key=itemgetter(0))
        branch = first.branch
    if missing:
        message = f"{missing} items are in no branch; they are shown behind those that were written before them."
        report(Diagnostic(Severity.NOTE, "no-branch", message, Source(str(stored.path), pointer=_STRUCTURE)))
    every = [pair for number in sorted(placed) for pair in placed[number]]
    return [row for _, row in sorted(every, key=itemgetter(0))]


def _turns(database: Database, session: str) -> dict[tuple[str, int], tuple[int, Usage | None]]:
    columns = (
        "branch_id", "user_turn_number", "requests", "input_tokens", "output_tokens", "input_tokens_details",
        "output_tokens_details",
    )  # fmt: skip
    turns = {}
    for _, branch, turn, requests, sent, output, read, written in database.rows(
        _USAGE, columns, "session_id = ?", (session,)
    ):
        cached, thought = as_dict(json_in(read)), as_dict(json_in(written))
        usage = disjoint(
            as_int(sent),
            as_int(cached.get("cached_tokens")),
            as_int(cached.get("cache_write_tokens")),
            as_int(output),
            as_int(thought.get("reasoning_tokens")),
        )
        turns[as_text(branch), as_int(turn) or 0] = as_int(requests) or 0, usage
    return turns


def _words(item: dict[str, Any]) -> str:
    """What the human said in an item; "" in any other."""
    if item.get("role") != "user":
        return "encrypted" if is_encrypted(item) else ""
    content = item.get("content")
    blocks = [content] if isinstance(content, str) else as_list(content)
    texts = (one if isinstance(one, str) else as_text(as_dict(one).get("text")) for one in blocks)
    return next((text for text in texts if text), "")
