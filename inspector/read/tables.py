"""SQLite logs, opened for reading only and safely beside a running agent.

A database that is being written lies in two files, itself and its write-ahead log: both are copied to a temporary
folder and the copy is read. One that is at rest is read where it lies, as immutable, so that no lock or index is
written next to it. Only the tables an adapter names can be read at all: SQLite itself refuses the others.

A session in a database has a path of its own, ``<database>/<session id>``, with what no path can hold written as in an
address (``session_path``); a text in one has the pointer ``table/rowid/column``, with a JSON pointer behind it.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote, unquote

import orjson

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Report
from inspector.read.content import open_bytes
from inspector.read.documents import loads_document
from inspector.read.limits import LINE, VALUES, is_crowded, is_lifted
from inspector.read.lines import loads_tolerant
from inspector.read.table_rows import Bound, Database
from inspector.read.unpack import unpacked

T = TypeVar("T", dict[str, Any], list[Any])
SIGNATURE = b"SQLite format 3\x00"

_ALWAYS = frozenset({"sqlite_master", "sqlite_schema"})
_STEPS = 1_000
_SPARE = 1 << 20
_CELL_VALUES = VALUES // 5
_NAMES = {dict: "object", list: "list"}
_NO_NAME = re.compile(r'[%/\\:*?"<>|\x00-\x1f]|^\.+$')
"""What an id may hold and the name of a file may not, on any system."""
PLAIN = "/"
"""The end of a pointer to a cell whose text is no JSON, whatever it looks like: ``messages/7/content/``."""


def split(path: Path) -> tuple[Path, str]:
    """The file that a path leads to, and the id of the session inside it ("" for the whole file)."""
    return (path.parent, unquote(path.name)) if not path.exists() and path.parent.is_file() else (path, "")


def session_path(path: Path, session: str) -> Path:
    """The path of a session in a database, from which ``split`` gives its id again, whatever it is made of."""
    return path / _NO_NAME.sub(lambda odd: quote(odd[0], safe="").replace(".", "%2E"), session)


def is_database(path: Path) -> bool:
    """Whether a file is a SQLite database, packed or not."""
    try:
        if not path.is_file():
            return False
        with open_bytes(path, ahead=0) as stream:
            return stream.read(len(SIGNATURE)) == SIGNATURE
    except (CannotRead, OSError, ValueError):
        return False


@contextmanager
def open_tables(path: Path, report: Report, allow: Iterable[str] = ()) -> Iterator[Database]:
    """A database for reading ``allow`` and no other table. Raises CannotRead where nothing of it can be read."""
    from inspector.read.table_copies import readable_copy

    connection = None
    try:
        readable, uri = readable_copy(path, report)
        connection = sqlite3.connect(f"{readable.absolute().as_uri()}?{uri}", uri=True, check_same_thread=False)
        # Lets a database open that was cut short; the connection itself cannot write.
        connection.execute("PRAGMA writable_schema = ON")
        # What a foreign schema may make of itself: code that runs when it is read, and cells that no log has.
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, (1 << 30) - 1 if is_lifted(path) else LINE)
        bound = Bound(4 * readable.stat().st_size + _SPARE)
        connection.set_progress_handler(bound.is_over, _STEPS)
        # A view, or a table that a module makes up, has no page.
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0"
        rows = connection.execute(tables).fetchall()
        connection.set_authorizer(_only(frozenset(allow)))
        yield Database(path, frozenset(str(name) for (name,) in rows), connection, report, bound)
    except (sqlite3.Error, OSError) as why:
        raise CannotRead(
            f"{path} is a damaged database: {why}.", hint="Open a copy or a backup of it.", path=str(path)
        ) from why
    finally:
        if connection is not None:
            connection.close()


def json_in(value: Any) -> Any:
    """The JSON that a cell holds, as text or as bytes, as far as it goes; None where it holds none."""
    return _parsed(value)[0]


def told_in(value: Any, kind: type[T], at: Source, report: Report) -> T | None:
    """What ``json_in`` finds, where it is the ``dict`` or ``list`` that is wanted; what is not, or breaks off, is
    reported."""
    found, breaks_off = _parsed(value)
    told = found if isinstance(found, kind) else None
    if told is None:
        message = f"{at.pointer} holds no JSON {_NAMES[kind]}; it is left out."
    else:
        message = f"{at.pointer} breaks off; it is read as far as it goes."
    if told is None or breaks_off:
        report(Diagnostic(Severity.ERROR, "bad-cell", message, at))
    return told


def _parsed(value: Any) -> tuple[Any, bool]:
    """The JSON of a cell, and whether it breaks off."""
    if not isinstance(value, str | bytes):
        return None, False
    raw = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    if is_crowded(raw, _CELL_VALUES):
        return None, False
    try:
        return orjson.loads(raw), False
    except orjson.JSONDecodeError:
        found, _ = loads_tolerant(raw)
        return (found, False) if found is not None else (loads_document(raw), True)


def cell(path: str, pointer: str) -> bytes:
    """The bytes stored at ``table/rowid/column``. Raises LookupError where there is nothing."""
    table, rowid, column = pointer.split("/")[:3]
    with open_tables(Path(path), lambda problem: None, {table}) as database:
        if column not in database.columns(table) or not rowid.removeprefix("-").isdecimal():
            raise LookupError(pointer)
        # Where pages are damaged a row may stand out of its order: no search finds it, who reads all rows does.
        for where, values in (("rowid = ?", (int(rowid),)), ("", ())):
            for row, value in database.rows(table, (column,), where, values, raw=(column,)):
                if row == int(rowid):
                    return unpacked(bytes(value))
    raise LookupError(pointer)


def is_cell(source: Source) -> bool:
    """Whether a source points into a database."""
    return source.line is None and source.start is None and bool(source.pointer) and source.pointer[0] != "/"


def _only(allow: frozenset[str]) -> Any:
    """What SQLite may do for this connection: read the tables named, and nothing else."""

    def decide(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
        if action == sqlite3.SQLITE_SELECT:
            return sqlite3.SQLITE_OK
        if action == sqlite3.SQLITE_READ:
            return sqlite3.SQLITE_OK if first in allow or first in _ALWAYS else sqlite3.SQLITE_DENY
        if (action, first) == (sqlite3.SQLITE_PRAGMA, "table_info") or (action, second) == (
            sqlite3.SQLITE_FUNCTION,
            "count",
        ):
            return sqlite3.SQLITE_OK
        return sqlite3.SQLITE_DENY

    return decide
