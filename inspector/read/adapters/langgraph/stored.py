"""The rows of LangGraph's SQLite checkpointer: the threads of a database, and the checkpoints of one of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Glance, Record, Report
from inspector.read.adapters.langgraph.message import Messages
from inspector.read.adapters.langgraph.packed import Packed, Unreadable
from inspector.read.table_rows import Database
from inspector.read.tables import json_in, open_tables, split
from inspector.read.times import iso
from inspector.read.values import as_dict, as_int, as_text, as_title

TABLES = ("checkpoints", "writes")
SEPARATOR = "|"
"""Between a thread and the name of a subgraph that keeps checkpoints of its own, as between subgraphs."""
_WITHOUT_INDEX = "+thread_id = ? AND checkpoint_ns = ?"
"""Of a damaged database the index may lead to nothing without a word, where the rows are still there."""
_LOOKED_AT = 4
"""Checkpoints that are looked through for the first words: the input stands in the second."""


@dataclass(slots=True)
class Checkpoint:
    id: str
    parent: str
    at: Source
    values: Record
    """What each channel holds; empty for a checkpoint that cannot be read."""
    versions: Record
    time: str | None
    source: str
    """What made it: input, loop, update or fork."""
    step: int | None = None
    """The number of its step in the thread; a checkpoint of every step is one above its parent."""
    writes: list[tuple[str, Any]] = field(default_factory=list)
    """What was written to the channels behind it, from which the next one follows."""


@dataclass(slots=True)
class Stored:
    """A thread as it is kept."""

    path: Path
    thread: str
    space: str
    """Name of the subgraph; "" for the graph itself."""
    checkpoints: list[Checkpoint] = field(default_factory=list)
    """In the order of their ids, which is that of time."""
    others: int = 0
    """Threads of the same database, where none was asked for."""
    spaces: list[str] = field(default_factory=list)
    """Subgraphs of the thread with checkpoints of their own."""


def threads_in(path: Path) -> list[str]:
    """Ids of the threads of a database, the latest first."""
    with open_tables(path, lambda problem: None, TABLES) as database:
        return list(_threads(database))


def first_words(path: Path, session: str) -> Glance:
    """What a list says of one thread; of the latest where none is named."""
    with open_tables(path, lambda problem: None, TABLES) as database:
        thread, space = session, ""
        begun = _glanced(database, thread, space, f"LIMIT {_LOOKED_AT}")
        if not begun:
            # Most are asked for by the name of a thread: all of them are gone through only for the others.
            known = _threads(database)
            thread, space = _split(session or next(iter(known), ""), known)
            begun = _glanced(database, thread, space, f"LIMIT {_LOOKED_AT}")
        ended = _glanced(database, thread, space, "DESC LIMIT 1")
    # A channel of deltas holds nothing at first; the input stands in one of its own.
    held = (one.values.get("messages") or as_dict(one.values.get("__start__")).get("messages") for one in begun)
    said = (message for value in held for message in Messages().within(value) or () if message.role == "user")
    title = next((message.text for message in said if message.text), thread)
    started, last = (checkpoints[0].time if checkpoints else None for checkpoints in (begun, ended))
    return Glance(as_title(title), started, last)


def _glanced(database: Database, thread: str, space: str, which: str) -> list[Checkpoint]:
    where = f"thread_id = ? AND checkpoint_ns = ? ORDER BY checkpoint_id {which}"
    packed = Packed()
    return [_checkpoint(row, database, packed, lambda problem: None) for row in _raw(database, where, (thread, space))]


def read_stored(path: Path, report: Report) -> Stored:
    """The thread at a path. Raises CannotRead where there is none."""
    file, session = split(path)
    with open_tables(file, report, TABLES) as database:
        known = _threads(database)
        thread, space = _split(session or next(iter(known), ""), known)
        stored = Stored(file, thread, space, others=0 if session else max(0, len(known) - 1))
        stored.spaces = sorted(known.get(thread, set()) - {space, ""})
        packed = Packed()
        rows = _raw(database, _WITHOUT_INDEX, (thread, space))
        stored.checkpoints = sorted((_checkpoint(row, database, packed, report) for row in rows), key=attrgetter("id"))
        _add_writes(database, stored, packed, report)
    if not stored.checkpoints:
        raise CannotRead(f"{file} holds no checkpoints of {f'a thread {session}' if session else 'any thread'}.")
    return stored


def _threads(database: Database) -> dict[str, set[str]]:
    """The subgraphs of each thread, "" for the graph itself; the one that was written to last is the first.

    Threads that begin in their midst come behind the others: where an id is damaged, a piece of one looks like that.
    """
    spaces: dict[str, set[str]] = {}
    latest: dict[str, int] = {}
    whole: set[str] = set()
    columns = ("thread_id", "checkpoint_ns", _id(database), _parent(database))
    for rowid, thread, space, _, parent in database.rows("checkpoints", columns):
        if as_text(thread):
            spaces.setdefault(thread, set()).add(as_text(space))
            latest[thread] = max(latest.get(thread, 0), rowid)
            if parent is None:
                whole.add(thread)
    order = sorted(spaces, key=lambda thread: (thread in whole, latest[thread]), reverse=True)
    return {thread: spaces[thread] for thread in order}


def _split(session: str, known: dict[str, set[str]]) -> tuple[str, str]:
    """Thread and subgraph of a session. A thread's own id may hold the separator."""
    if session in known:
        spaces = known[session]
        return session, "" if "" in spaces or not spaces else min(spaces)
    thread, _, space = session.partition(SEPARATOR)
    return thread, space


def _id(database: Database) -> str:
    """The column of a checkpoint's id: before 0.2 it was called by its time."""
    return "checkpoint_id" if "checkpoint_id" in database.columns("checkpoints") else "thread_ts"


def _parent(database: Database) -> str:
    return "parent_checkpoint_id" if _id(database) == "checkpoint_id" else "parent_ts"


def _raw(database: Database, where: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    own, parent = _id(database), _parent(database)
    if own != "checkpoint_id":
        where = where.replace("checkpoint_id", own).replace(" AND checkpoint_ns = ?", " AND ? = ''")
    columns = (own, parent, "type", "checkpoint", "metadata")
    return list(database.rows("checkpoints", columns, where, values, ("checkpoint", "metadata")))


def _checkpoint(row: tuple[Any, ...], database: Database, packed: Packed, report: Report) -> Checkpoint:
    rowid, id_, parent, kind, stored, about = row
    at = Source(str(database.path), pointer=f"checkpoints/{rowid}/checkpoint")
    told = as_dict(_value(packed, as_text(kind), stored, at, report))
    metadata = as_dict(json_in(about))
    return Checkpoint(
        id=as_text(id_),
        parent=as_text(parent),
        at=at,
        # A damaged name may be no text.
        values={as_text(name): value for name, value in as_dict(told.get("channel_values")).items()},
        versions=as_dict(told.get("channel_versions")),
        time=iso(told.get("ts")),
        source=as_text(metadata.get("source")),
        step=as_int(metadata.get("step")),
    )


def _add_writes(database: Database, stored: Stored, packed: Packed, report: Report) -> None:
    columns = ("checkpoint_id", "task_path", "task_id", "idx", "channel", "type", "value")
    by_id = {one.id: one for one in stored.checkpoints}
    rows = database.rows("writes", columns, _WITHOUT_INDEX, (stored.thread, stored.space), ("value",))
    # The order in which LangGraph itself applies them.
    for row in sorted(rows, key=lambda row: (as_text(row[2]), as_text(row[3]), as_int(row[4]) or 0)):
        rowid, id_, _, _, _, channel, kind, value = row
        checkpoint = by_id.get(as_text(id_))
        if checkpoint is None or kind in ("null", None) or as_text(channel).startswith("branch:"):
            continue
        at = Source(str(database.path), pointer=f"writes/{rowid}/value")
        checkpoint.writes.append((as_text(channel), _value(packed, as_text(kind), value, at, report)))


def _value(packed: Packed, kind: str, stored: Any, at: Source, report: Report) -> Any:
    try:
        return packed.value(kind, stored)
    except Unreadable as why:
        report(Diagnostic(Severity.ERROR, "bad-cell", f"A value cannot be read: {why}.", at))
        return None
