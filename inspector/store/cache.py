"""Results that may be thrown away: token counts by content, whole sessions' counts as a shortcut, stages' results.

A cache never costs the user anything: a damaged or foreign one is made anew, one that cannot be written is
kept in memory, and ``trouble`` says so.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import orjson
import zstandard

from inspector.errors import cause
from inspector.model import Diagnostic, Severity
from inspector.store.folders import find_folders

VERSION = 2
"""Another number in the file empties it."""
_TABLES = """
CREATE TABLE counts (tokenizer TEXT, key BLOB, tokens INTEGER, PRIMARY KEY (tokenizer, key)) WITHOUT ROWID;
CREATE TABLE sessions (key BLOB PRIMARY KEY, counts BLOB, used TEXT DEFAULT CURRENT_TIMESTAMP) WITHOUT ROWID;
CREATE TABLE results (key BLOB PRIMARY KEY, value BLOB, bytes INTEGER, used REAL);
CREATE INDEX results_by_use ON results (used, bytes);
"""
_MOST_SESSIONS = 500
MOST_BYTES = 256_000_000
"""Of stages' results, packed: some hundreds of long sessions."""
MOST_ROWS = 20_000
"""Of a table that is kept as one."""
_ASK_AT_ONCE = 500


class Table:
    """Rows by name that are kept as one result; a damaged one is as good as none. Used from one thread at a time."""

    def __init__(self, cache: Cache, key: Callable[[], bytes]) -> None:
        self._cache, self._key, self._changed = cache, key, False

    @cached_property
    def rows(self) -> dict[str, Any]:
        """All of them, the one put last behind the others."""
        packed = self._cache.result(self._key())
        try:
            return dict(orjson.loads(zstandard.ZstdDecompressor().decompress(packed))) if packed else {}
        except (ValueError, TypeError, MemoryError, zstandard.ZstdError):
            self._cache.forget_result(self._key())
            return {}

    def put(self, name: str, row: Any) -> None:
        """A row in the place of an earlier one."""
        self.rows.pop(name, None)
        self.rows[name] = row
        self._changed = True

    def keep(self) -> None:
        """Remember for the next time what was put, and of very many rows the ``MOST_ROWS`` that were put last."""
        if self._changed:
            self._changed = False
            newest = dict(list(self.rows.items())[-MOST_ROWS:])
            try:
                told = orjson.dumps(newest)
            except TypeError:
                # The name of a file need be no text; such a row is read anew each time.
                told = orjson.dumps({name: row for name, row in newest.items() if _is_text(name, row)})
            packed = zstandard.ZstdCompressor(1, write_checksum=True).compress(told)
            self._cache.remember_result(self._key(), packed)


class Cache:
    """One cache file, usable from several threads and beside other running copies of the program."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.trouble: Diagnostic | None = None
        """Why nothing will be remembered, if so."""
        # One connection behind one lock: the work between two calls is longer than any of them.
        self._lock = threading.Lock()
        self._connection = self._open()

    @classmethod
    def default(cls) -> Cache:
        """The user's own cache."""
        return cls(find_folders().cache / "cache.sqlite")

    @classmethod
    def memory(cls) -> Cache:
        """A cache that ends with the program."""
        return cls(None)

    def find_counts(self, tokenizer: str, keys: Sequence[bytes]) -> dict[bytes, int]:
        """Those of ``keys`` that are known, with their counts."""
        found: dict[bytes, int] = {}
        for start in range(0, len(keys), _ASK_AT_ONCE):
            some = keys[start : start + _ASK_AT_ONCE]
            marks = ",".join("?" * len(some))
            rows = self._ask(
                f"SELECT key, tokens FROM counts WHERE tokenizer = ? AND key IN ({marks})", tokenizer, *some
            )
            found.update((key, tokens) for key, tokens in rows if isinstance(key, bytes) and isinstance(tokens, int))
        return found

    def remember_counts(self, tokenizer: str, fresh: Mapping[bytes, int]) -> None:
        """Keep new counts."""
        if fresh:
            self._tell("INSERT OR REPLACE INTO counts VALUES (?, ?, ?)", [(tokenizer, *pair) for pair in fresh.items()])

    def session(self, key: bytes | None) -> bytes | None:
        """The packed counts of a whole session, if exactly this one was counted before."""
        rows = self._ask("SELECT counts FROM sessions WHERE key = ?", key) if key else []
        packed = rows[0][0] if rows else None
        return packed if isinstance(packed, bytes) else None

    def remember_session(self, key: bytes | None, packed: bytes) -> None:
        """Keep the packed counts of a whole session; the oldest of many go."""
        if key:
            self._tell("INSERT OR REPLACE INTO sessions (key, counts) VALUES (?, ?)", [(key, packed)])
            self._tell(
                "DELETE FROM sessions WHERE key IN (SELECT key FROM sessions ORDER BY used DESC LIMIT -1 OFFSET ?)",
                [(_MOST_SESSIONS,)],
            )

    def result(self, key: bytes) -> bytes | None:
        """What a stage gave, packed, if it was remembered; it then goes last of all."""
        rows = self._ask("SELECT value FROM results WHERE key = ?", key)
        value = rows[0][0] if rows else None
        if not isinstance(value, bytes):
            return None
        # Only the order of going hangs on it: where nothing may be written, what was read is good all the same.
        with self._lock, contextlib.suppress(sqlite3.Error), self._connection:
            self._connection.execute("UPDATE results SET used = ? WHERE key = ?", (time.time(), key))
        return value

    def remember_result(self, key: bytes, value: bytes, most: int = MOST_BYTES) -> None:
        """Keep what a stage gave, whole or not at all. What was not asked for longest goes when all is over ``most``.

        One that would take more than a quarter of the room is not kept.
        """
        if len(value) > most // 4:
            return
        self._tell("INSERT OR REPLACE INTO results VALUES (?, ?, ?, ?)", [(key, value, len(value), time.time())])
        self._tell(
            "DELETE FROM results WHERE key IN (SELECT key FROM "
            "(SELECT key, SUM(bytes) OVER (ORDER BY used DESC, key) AS upto FROM results) WHERE upto > ?)",
            [(most,)],
        )

    def forget_result(self, key: bytes) -> None:
        """Let go of what a stage gave: it turned out to be damaged."""
        self._tell("DELETE FROM results WHERE key = ?", [(key,)])

    def clear(self) -> None:
        """Forget everything, and give the room on disk back."""
        for table in ("counts", "sessions", "results"):
            self._tell(f"DELETE FROM {table}", [()])
        self._ask("VACUUM")

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def _ask(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.Error as why:
                self._fall_back(why)
                return []

    def _tell(self, sql: str, rows: Sequence[tuple[object, ...]]) -> None:
        with self._lock:
            try:
                with self._connection:
                    self._connection.executemany(sql, rows)
            except sqlite3.Error as why:
                self._fall_back(why)

    def _open(self) -> sqlite3.Connection:
        if self.path is None:
            return _prepare(sqlite3.connect(":memory:", check_same_thread=False))
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _connect(self.path)
            except sqlite3.DatabaseError as why:
                if isinstance(why, sqlite3.OperationalError):
                    raise
                # Not a database, or a broken one: there is nothing in it worth an error.
                _discard(self.path)
                return _connect(self.path)
        except (OSError, sqlite3.Error) as why:
            self._note(why)
            return _prepare(sqlite3.connect(":memory:", check_same_thread=False))

    def _fall_back(self, why: sqlite3.Error) -> None:
        """Go on in memory; a damaged file is removed, so that the next start makes it anew."""
        if isinstance(why, sqlite3.ProgrammingError):
            raise why
        self._note(why)
        with contextlib.suppress(sqlite3.Error):
            self._connection.close()
        if self.path and not isinstance(why, sqlite3.OperationalError):
            _discard(self.path)
        self._connection = _prepare(sqlite3.connect(":memory:", check_same_thread=False))

    def _note(self, why: Exception) -> None:
        self.trouble = Diagnostic(
            Severity.NOTE, "cache-not-kept", f"Results are not remembered: {self.path} cannot be used ({cause(why)})."
        )


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=5, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        return _prepare(connection)
    except sqlite3.Error:
        connection.close()
        raise


def _prepare(connection: sqlite3.Connection) -> sqlite3.Connection:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version != VERSION:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        drops = "".join(f'DROP TABLE "{name}";' for (name,) in names if not name.startswith("sqlite_"))
        connection.executescript(f"BEGIN;{drops}{_TABLES}PRAGMA user_version = {VERSION};COMMIT;")
    return connection


def _discard(path: Path) -> None:
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        with contextlib.suppress(OSError):
            path.with_name(name).unlink()


def _is_text(name: str, row: Any) -> bool:
    """Whether a row is made of whole signs, as JSON in UTF-8 needs them."""
    try:
        return bool(orjson.dumps({name: row}))
    except TypeError:
        return False
