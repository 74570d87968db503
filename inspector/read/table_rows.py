"""The rows of a table in a database, damaged or not: none that is there is left out unseen."""

from __future__ import annotations

import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report

Row = tuple[Any, ...]

_MOST_ROWID = 2**63 - 1
_MOST_ASKED = 100_000
"""Numbers of rows in the midst of damage that are tried one by one: some three microseconds each."""
_MOST_TRIES = 4 * _MOST_ASKED
"""Of all queries of a database: a small one with damage in every table would take many seconds."""
_DAMAGE = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_TOOBIG})
_BESIDE, _LOOKED_AT = 64, 4
"""Rows beside those that an index gave, and queries of a table, in which rows that it did not give are looked for."""
_WHOLE = " NOT INDEXED"
_EMPTY, _FEW = 8, 20_000
"""Queries that found nothing and are asked once more, of a table of so many rows: some milliseconds each."""
_PATIENCE = 10.0
"""Seconds from one row to the next."""


@dataclass(frozen=True, slots=True)
class Database:
    """A database opened for reading some of its tables."""

    path: Path
    """Where it lies, whatever copy is read."""
    tables: frozenset[str]
    """All that are in it."""
    _connection: sqlite3.Connection
    _report: Report
    _bound: Bound
    _misled: dict[str, bool] = field(default_factory=dict)
    """By table: whether its index leads elsewhere."""
    _empty: dict[str, int] = field(default_factory=dict)
    """By table: how many more queries that found nothing are asked once more without its index."""
    _looked: defaultdict[str, set[Row]] = field(default_factory=lambda: defaultdict(set))
    """By table: its queries that were held against the rows themselves."""

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
        seen: dict[int, int] = {}
        width, given = len(columns), 0
        try:
            for row in self._bound.each(self._connection.execute(f"{query} WHERE {where}" if where else query, values)):
                before, seen[row[0]] = seen.get(row[0]), hash(row)
                given += sum(len(value) for value in row if isinstance(value, str | bytes))
                if given > self._bound.bytes:
                    raise sqlite3.DatabaseError("it gives more than it holds")
                if row[1] is None and row.count(None) == width:
                    continue
                if before is not None and (before == seen[row[0]] or not self._is_found(query, row)):
                    self._damaged(table, "two of its rows have one number")
                    continue
                yield row
            if where and (self._skips(table, where, values, seen) if seen else self._misleads(table, where, values)):
                read = set(seen)
                for row in self._bound.each(self._connection.execute(f"{query} NOT INDEXED WHERE {where}", values)):
                    yield from self._unseen(row, read)
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
            self._connection.text_factory = lambda stored: stored.decode("utf-8", "replace")
            yield from self._reachable(f"{query} NOT INDEXED", where, values, set(seen))

    def records(self, table: str, columns: Sequence[str], where: str = "", values: Sequence[Any] = ()) -> list[Record]:
        """The same rows as objects, each with its number as ``row``."""
        return [dict(zip(("row", *columns), row, strict=True)) for row in self.rows(table, columns, where, values)]

    def _is_found(self, query: str, row: Row) -> bool:
        """Whether a row is the one that its number leads to: any other's texts could not be read back."""
        found = self._connection.execute(f"{query} WHERE rowid = ?", row[:1]).fetchone()
        return bool(found == row)

    def _reachable(self, query: str, where: str, values: Sequence[Any], seen: set[int]) -> Iterator[Row]:
        """The rows not seen yet, from the first on until damage, from the last back, then those in between."""
        # An index may lead into damage while the table itself is whole, and a table may be broken in several places.
        # Each row is asked for alone: with a row, Python gives the damage of the next, and keeps the row.
        where, values = _unordered(where, values)
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
            if self._bound.is_over() or not self._bound.tries:
                return
            self._bound.tries -= 1
            with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
                row = self._connection.execute(f"{query} WHERE {condition}rowid = ?", (*values, rowid)).fetchone()
                yield from self._unseen(row, seen) if row else ()

    def _misleads(self, table: str, where: str, values: Sequence[Any]) -> bool:
        """Whether an index of a table leads elsewhere: nothing is found by it, and no error tells."""
        whole = f"SELECT count(*) FROM {_quoted(table)} NOT INDEXED"
        if table not in self._misled:
            # SQLite counts what is shortest to go through, which is an index where there is one.
            short, rows = (self._connection.execute(one).fetchone()[0] for one in (whole.removesuffix(_WHOLE), whole))
            self._tell_misled(table, short != rows)
            self._empty[table] = _EMPTY if rows <= _FEW else 0
        if not self._misled[table] and self._empty.get(table):
            # Where as many stand in it, some of its keys may be others.
            self._empty[table] -= 1
            condition, own = _unordered(where, values)
            self._tell_misled(table, self._connection.execute(f"{whole} WHERE {condition}", own).fetchone()[0] > 0)
        return self._misled[table]

    def _skips(self, table: str, where: str, values: Sequence[Any], seen: Mapping[int, int]) -> bool:
        """Whether an index left out rows that stand among those that it gave, or right beside them.

        Rows of a session were written one after another, so that as many are looked at as were given.
        """
        looked, query = self._looked[table], (where, *values)
        if table not in self._misled and query not in looked and len(looked) < _LOOKED_AT and " ORDER BY " not in where:
            looked.add(query)
            low, high = max(min(seen) - _BESIDE, -_MOST_ROWID - 1), min(max(seen) + _BESIDE, _MOST_ROWID)
            far = 2 * (len(seen) + _BESIDE)
            beside = f"SELECT rowid FROM {_quoted(table)} NOT INDEXED WHERE rowid BETWEEN ? AND ? AND ({where})"
            for first, last in ((low, min(high, low + far)), (min(high, max(low + far + 1, high - far)), high)):
                for (row,) in self._bound.each(self._connection.execute(beside, (first, last, *values))):
                    if row not in seen:
                        self._tell_misled(table, True)
                        return True
        return self._misled.get(table, False)

    def _tell_misled(self, table: str, is_misled: bool) -> None:
        self._misled[table] = is_misled
        if is_misled:
            self._damaged(table, "its index leads elsewhere")

    def _unseen(self, row: Row, seen: set[int]) -> Iterator[Row]:
        """A row that was not given before and has any of its columns."""
        if row[0] not in seen and row.count(None) < len(row) - 1:
            seen.add(row[0])
            yield from self._bound.each((row,))

    def _damaged(self, table: str, why: Exception | str) -> None:
        message = f"The table {table} is damaged ({why}); some of its rows may be missing."
        self._report(Diagnostic(Severity.ERROR, "damaged-table", message, Source(str(self.path), pointer=table)))


class Bound:
    """What one query may take, time from row to row and bytes, and what all of them together may try."""

    def __init__(self, most: int) -> None:
        self.bytes, self.tries = most, _MOST_TRIES
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


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _asked(column: str, raw: bool) -> str:
    return f"CAST({_quoted(column)} AS BLOB)" if raw else _quoted(column)


def _unordered(where: str, values: Sequence[Any]) -> tuple[str, Sequence[Any]]:
    """A condition without its order and limit, and what stands in it."""
    condition = where.partition(" ORDER BY ")[0]
    return condition, values[: condition.count("?")]


def _is_undecodable(why: Exception) -> bool:
    """Whether a text is not UTF-8, which is no damage of the table; SQLite's own reader of texts is then too strict."""
    return isinstance(why, sqlite3.OperationalError) and "decode" in str(why)
