"""What the user made: marks, verdicts, notes on facts, entered windows, columns. Never dropped, only migrated."""

from __future__ import annotations

import contextlib
import re
import sqlite3
import threading
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from inspector.errors import CannotRead
from inspector.model import Session
from inspector.store.folders import find_folders

MIGRATIONS: tuple[tuple[str, str], ...] = (
    (
        "0001 marks, notes, windows, recent",
        """
        CREATE TABLE marks (session TEXT, item INTEGER, PRIMARY KEY (session, item)) WITHOUT ROWID;
        CREATE TABLE notes (session TEXT, item INTEGER, text TEXT NOT NULL, PRIMARY KEY (session, item));
        CREATE TABLE windows (session TEXT PRIMARY KEY, tokens INTEGER NOT NULL);
        CREATE TABLE recent (path TEXT PRIMARY KEY, agent TEXT NOT NULL, title TEXT NOT NULL, opened TEXT NOT NULL);
        """,
    ),
    (
        "0002 verdicts, notes on facts, reviewed compactions",
        """
        CREATE TABLE verdicts (
            session TEXT, fact TEXT, compaction INTEGER, verdict TEXT NOT NULL, PRIMARY KEY (session, fact, compaction)
        );
        CREATE TABLE fact_notes (session TEXT, fact TEXT, text TEXT NOT NULL, PRIMARY KEY (session, fact));
        CREATE TABLE reviewed (session TEXT, compaction INTEGER, PRIMARY KEY (session, compaction)) WITHOUT ROWID;
        """,
    ),
    (
        "0003 answers, experiments, runs, prompts",
        """
        CREATE TABLE answers (key TEXT PRIMARY KEY, asked TEXT NOT NULL, state TEXT NOT NULL, body BLOB NOT NULL);
        CREATE TABLE experiments (
            id TEXT PRIMARY KEY, session TEXT NOT NULL, path TEXT NOT NULL, made TEXT NOT NULL, body BLOB NOT NULL
        );
        CREATE TABLE runs (experiment TEXT, id TEXT, body BLOB NOT NULL, PRIMARY KEY (experiment, id));
        CREATE TABLE prompts (version TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, used TEXT NOT NULL);
        """,
    ),
    ("0004 prompts that are no templates", "ALTER TABLE prompts ADD COLUMN plain INTEGER NOT NULL DEFAULT 0;"),
    (
        "0005 signed reviews",
        """
        CREATE TABLE sign_offs (
            session TEXT, compaction INTEGER, signed TEXT, note TEXT NOT NULL, body TEXT NOT NULL,
            PRIMARY KEY (session, compaction, signed)
        );
        """,
    ),
    ("0006 columns of comparisons", "CREATE TABLE compared (session TEXT PRIMARY KEY, body BLOB NOT NULL);"),
    (
        "0007 judgements",
        """
        CREATE TABLE judgements (
            session TEXT, compaction INTEGER, made TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY (session, compaction)
        );
        """,
    ),
    # Notes on items and recent files: no version of the program ever wrote a row.
    ("0008 two tables that nothing wrote", "DROP TABLE notes; DROP TABLE recent;"),
    (
        "0009 what experiments spent",
        """
        CREATE TABLE spent (
            id INTEGER PRIMARY KEY, experiment TEXT NOT NULL, open INTEGER NOT NULL, dollars REAL,
            tokens INTEGER NOT NULL
        );
        CREATE INDEX spent_by_experiment ON spent (experiment);
        """,
    ),
    # A verdict of its own once: said again is a consequence, and what was lost stays lost.
    ("0010 what was said again is lost", "UPDATE verdicts SET verdict = 'lost' WHERE verdict = 'restated';"),
)
"""By name, in order; a released one is never changed, only followed by another."""


def session_name(session: Session) -> str:
    """What the library calls a session; the path where its log names no id."""
    return f"{session.agent}/{session.id or session.path}"


class Library:
    """One library file, usable from several threads. Raises CannotRead where it cannot be opened or written.

    A session is named by ``session_name``, an item by its number.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, timeout=5, check_same_thread=False)
        except (OSError, sqlite3.Error) as why:
            raise self._unusable(why) from why
        try:
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._migrate()
        except (OSError, sqlite3.Error) as why:
            # An open transaction would lock the file for every later attempt.
            self._connection.close()
            raise self._unusable(why) from why

    @classmethod
    def default(cls) -> Library:
        """The user's own library."""
        return cls(find_folders().data / "library.sqlite")

    def marks(self, session: str) -> frozenset[int]:
        """Numbers of the marked items."""
        return frozenset(int(str(item)) for (item,) in self._run("SELECT item FROM marks WHERE session = ?", session))

    def set_mark(self, session: str, item: int, marked: bool) -> None:
        """Mark an item, or take its mark away."""
        verb = "INSERT OR IGNORE INTO marks VALUES (?, ?)" if marked else "DELETE FROM marks WHERE session=? AND item=?"
        self._run(verb, session, item)

    def verdicts(self, session: str) -> Mapping[tuple[str, int], str]:
        """The verdicts that the user entered, by fact id and compaction number."""
        rows = self._run("SELECT fact, compaction, verdict FROM verdicts WHERE session = ?", session)
        return {(str(fact), int(str(compaction))): str(verdict) for fact, compaction, verdict in rows}

    def set_verdict(self, session: str, fact: str, compaction: int, verdict: str) -> None:
        """Enter a verdict; an empty one goes back to what was judged."""
        if verdict:
            self._run("INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?)", session, fact, compaction, verdict)
        else:
            self._run(
                "DELETE FROM verdicts WHERE session = ? AND fact = ? AND compaction = ?", session, fact, compaction
            )

    def fact_notes(self, session: str) -> Mapping[str, str]:
        """Notes by fact id."""
        rows = self._run("SELECT fact, text FROM fact_notes WHERE session = ?", session)
        return {str(fact): str(text) for fact, text in rows}

    def set_fact_note(self, session: str, fact: str, text: str) -> None:
        """Write a note on a fact; an empty one takes it away."""
        if text:
            self._run("INSERT OR REPLACE INTO fact_notes VALUES (?, ?, ?)", session, fact, text)
        else:
            self._run("DELETE FROM fact_notes WHERE session = ? AND fact = ?", session, fact)

    def reviewed(self, session: str) -> frozenset[int]:
        """Numbers of the compactions that the user has reviewed."""
        rows = self._run("SELECT compaction FROM reviewed WHERE session = ?", session)
        return frozenset(int(str(compaction)) for (compaction,) in rows)

    def set_reviewed(self, session: str, compaction: int, reviewed: bool) -> None:
        """Tick a compaction as reviewed, or take the tick away."""
        verb = (
            "INSERT OR IGNORE INTO reviewed VALUES (?, ?)"
            if reviewed
            else "DELETE FROM reviewed WHERE session=? AND compaction=?"
        )
        self._run(verb, session, compaction)

    def sign_offs(self, session: str) -> tuple[tuple[int, str, str, str], ...]:
        """Compaction, date, note and body of every signed review, oldest first."""
        query = "SELECT compaction, signed, note, body FROM sign_offs WHERE session = ? ORDER BY signed"
        rows = self._run(query, session)
        return tuple((int(str(compaction)), str(at), str(note), str(body)) for compaction, at, note, body in rows)

    def keep_sign_off(self, session: str, compaction: int, signed: str, note: str, body: str) -> None:
        """Keep a signed review beside those before it."""
        self._run("INSERT OR REPLACE INTO sign_offs VALUES (?, ?, ?, ?, ?)", session, compaction, signed, note, body)

    def window(self, session: str) -> int | None:
        """The model window that the user entered for a session."""
        rows = self._run("SELECT tokens FROM windows WHERE session = ?", session)
        return int(str(rows[0][0])) if rows else None

    def set_window(self, session: str, tokens: int | None) -> None:
        """Keep the window entered for a session; None forgets it."""
        if tokens:
            self._run("INSERT OR REPLACE INTO windows VALUES (?, ?)", session, tokens)
        else:
            self._run("DELETE FROM windows WHERE session = ?", session)

    def execute(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        """One statement, written for good when this returns; for what stands in a file of its own."""
        return self._run(sql, *values)

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._connection.close()

    def _run(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        with self._lock:
            try:
                with self._connection:
                    return self._connection.execute(sql, values).fetchall()
            except sqlite3.DatabaseError as why:
                raise self._unusable(why) from why

    def _migrate(self) -> None:
        self._connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY, applied TEXT)")
        applied = {name for (name,) in self._connection.execute("SELECT name FROM migrations")}
        unknown = sorted(applied - {name for name, _ in MIGRATIONS})
        if unknown:
            # A newer program wrote here; guessing at its tables could lose what the user made.
            raise sqlite3.NotSupportedError(f"a newer version of the program wrote it: {unknown[-1]}")
        for name, script in MIGRATIONS:
            if name not in applied:
                if applied:
                    self._back_up(name)
                stamp = datetime.now(UTC).isoformat()
                done = f"INSERT INTO migrations VALUES ('{name}', '{stamp}');"
                self._connection.executescript(f"BEGIN IMMEDIATE;{script}{done}COMMIT;")

    def _back_up(self, before: str) -> None:
        number = re.match(r"\d+", before)
        copy = self.path.with_name(f"{self.path.stem}-before-{number[0] if number else 'migration'}.sqlite")
        with contextlib.closing(sqlite3.connect(copy)) as target:
            self._connection.backup(target)

    def _unusable(self, why: Exception) -> CannotRead:
        return CannotRead(
            f"Your library {self.path} cannot be used: {why}.",
            hint="The file is left as it is. Move it away to start with an empty one.",
            path=str(self.path),
        )
