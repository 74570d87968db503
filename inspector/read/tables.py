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
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import orjson

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Report
from inspector.read.content import open_bytes
from inspector.read.documents import loads_document
from inspector.read.limits import LINE, VALUES, is_crowded, is_lifted
from inspector.read.unpack import unpacked

SIGNATURE = b"SQLite format 3\x00"
Row = tuple[Any, ...]

_MOST_ROWID = 2**63 - 1
_MOST_ASKED = 100_000
"""Numbers of rows in the midst of damage that are tried one by one: some three microseconds each."""
_ALWAYS = frozenset({"sqlite_master", "sqlite_schema"})
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_TOOBIG})
_STEPS = 1_000
_PATIENCE = 10.0
"""Seconds from one row to the next."""
_SPARE = 1 << 20
_CELL_VALUES = VALUES // 5
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


@dataclass(frozen=True, slots=True)
class Database:
    """A database opened for reading some of its tables."""

    path: Path
    """Where it lies, whatever copy is read."""
    tables: frozenset[str]
    """All that are in it."""
    _connection: sqlite3.Connection
    _report: Report
    _bound: _Bound
    _misled: dict[str, bool] = field(default_factory=dict)
    """By table: whether its index leads elsewhere."""

    def columns(self, table: str) -> frozenset[str]:
        """The columns of a table in this version of the database."""
        return frozenset(str(row[1]) for row in self._connection.execute(f"PRAGMA table_info({_quoted(table)})"))

    def layout(self) -> dict[str, frozenset[str]]:
        """The columns of every table; none of one that is damaged."""
        found = dict.fromkeys(self.tables, frozenset[str]())
        for table in self.tables:
            with suppress(sqlite3.DatabaseError):
                found[table] = self.columns(table)
        return found

    def rows(
        self,
        table: str,
        columns: Sequence[str],
        where: str = "",
        values: Sequence[Any] = (),
        raw: Sequence[str] = (),
    ) -> Iterator[Row]:
        """Rows as (rowid, then the columns named), in no order; None for a column this version does not have.

        No rows where ``where`` asks for such a column, as nothing equals what is not known.
        Of the columns in ``raw`` the bytes are given, whatever is stored: JSON need not become text to be parsed.
        A row that has none of the columns is left out: where a page is cut in two, its missing half reads as such
        rows. Of a damaged table come the rows that can still be reached, with a Diagnostic.
        """
        if table not in self.tables:
            return
        known = self.columns(table)
        chosen = ", ".join(_asked(column, column in raw) if column in known else "NULL" for column in columns)
        query = f"SELECT rowid, {chosen} FROM {_quoted(table)}"
        seen: list[int] = []
        width, given = len(columns), 0
        try:
            for row in self._bound.each(self._connection.execute(f"{query} WHERE {where}" if where else query, values)):
                seen.append(row[0])
                given += sum(len(value) for value in row if isinstance(value, str | bytes))
                if given > self._bound.bytes:
                    raise sqlite3.DatabaseError("it gives more than it holds")
                if row[1] is not None or row.count(None) < width:
                    yield row
            if where and not seen and self._misleads(table):
                yield from self._bound.each(self._connection.execute(f"{query} NOT INDEXED WHERE {where}", values))
        except (sqlite3.DatabaseError, UnicodeDecodeError) as why:
            # Names of columns that are no text come from a damaged schema.
            if not _is_undecodable(why):
                code = getattr(why, "sqlite_errorcode", sqlite3.SQLITE_INTERRUPT) & 0xFF
                if isinstance(why, sqlite3.Error) and code not in _DAMAGE | {sqlite3.SQLITE_INTERRUPT}:
                    if "no such column" in str(why):
                        return
                    raise
                self._damaged(table, why)
                if isinstance(why, sqlite3.Error) and code == sqlite3.SQLITE_INTERRUPT:
                    return  # it took too long, or gave too much, and would again
            self._connection.text_factory = _tolerant
            yield from self._reachable(f"{query} NOT INDEXED", where, values, set(seen))

    def _reachable(self, query: str, where: str, values: Sequence[Any], seen: set[int]) -> Iterator[Row]:
        """The rows not seen yet, from the first on until damage, from the last back, then those in between."""
        # An index may lead into damage while the table itself is whole, and a table may be broken in several places.
        # Each row is asked for alone: with a row, Python gives the damage of the next, and keeps the row.
        condition = f"({where}) AND " if where else ""
        ends = []
        for beyond, order, start in ((">=", "", -_MOST_ROWID - 1), ("<=", "DESC", _MOST_ROWID)):
            step, place = (-1 if order else 1), start
            one = f"{query} WHERE {condition}rowid {beyond} ? ORDER BY rowid {order} LIMIT 1"
            try:
                while row := self._connection.execute(one, (*values, place)).fetchone():
                    if (row[0] - place) * step < 0:
                        # A damaged page leads back: it would be gone through for ever.
                        break
                    yield from self._unseen(row, seen)
                    if abs(place := row[0] + step) > _MOST_ROWID:
                        break
                else:
                    return
            except (sqlite3.DatabaseError, UnicodeDecodeError):
                pass
            ends.append(place)
        # Where the very first is damaged: SQLite itself numbers rows from 1 on.
        first, last = max(1, ends[0]), ends[1]
        for rowid in range(first, min(last, first + _MOST_ASKED) + 1):
            if self._bound.is_over():
                return
            with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
                row = self._connection.execute(f"{query} WHERE {condition}rowid = ?", (*values, rowid)).fetchone()
                yield from self._unseen(row, seen) if row else ()

    def _misleads(self, table: str) -> bool:
        """Whether an index of a table leads into pages of another one: nothing is found by it, and no error tells."""
        if table not in self._misled:
            # SQLite counts what is shortest to go through, which is an index where there is one.
            counts = [f"SELECT count(*) FROM {_quoted(table)}{how}" for how in ("", " NOT INDEXED")]
            short, whole = (self._connection.execute(one).fetchone()[0] for one in counts)
            self._misled[table] = short != whole
            if short != whole:
                self._damaged(table, "its index leads elsewhere")
        return self._misled[table]

    def _unseen(self, row: Row, seen: set[int]) -> Iterator[Row]:
        """A row that was not given before and has any of its columns."""
        if row[0] not in seen and row.count(None) < len(row) - 1:
            seen.add(row[0])
            yield from self._bound.each((row,))

    def _damaged(self, table: str, why: Exception | str) -> None:
        message = f"The table {table} is damaged ({why}); some of its rows may be missing."
        self._report(Diagnostic(Severity.ERROR, "damaged-table", message, Source(str(self.path), pointer=table)))


class _Bound:
    """What one query may take: time from row to row, and bytes."""

    def __init__(self, most: int) -> None:
        self.bytes = most
        self._since = time.monotonic()

    def is_over(self) -> bool:
        """Asked by SQLite every thousand steps; True ends the query."""
        return time.monotonic() - self._since > _PATIENCE

    def each(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows, each with all the time."""
        self._since = time.monotonic()
        for row in rows:
            yield row
            self._since = time.monotonic()


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
        bound = _Bound(4 * readable.stat().st_size + _SPARE)
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
    if not isinstance(value, str | bytes):
        return None
    if is_crowded(value.encode("utf-8", "replace") if isinstance(value, str) else value, _CELL_VALUES):
        return None
    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return loads_document(value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value)


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


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _asked(column: str, raw: bool) -> str:
    return f"CAST({_quoted(column)} AS BLOB)" if raw else _quoted(column)


def _tolerant(stored: bytes) -> str:
    return stored.decode("utf-8", "replace")


def _is_undecodable(why: Exception) -> bool:
    """Whether a text is not UTF-8, which is no damage of the table; SQLite's own reader of texts is then too strict."""
    return isinstance(why, sqlite3.OperationalError) and "decode" in str(why)


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


# Copies ----------------------------------------------------------------------------------------------------------
