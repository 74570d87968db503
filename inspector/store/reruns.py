"""What reruns are made of and cannot be made again for free: raw answers, runs, columns.

An answer is kept the moment it is there, before it is scored; so nothing that was paid for is paid for twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TypeVar

import zstandard
from filelock import FileLock, Timeout

from inspector.errors import CannotRead
from inspector.model.answer import RawAnswer
from inspector.model.run import Run
from inspector.store.library import Library

_Noun = TypeVar("_Noun")
_OFTEN = 0.1
"""Seconds between two looks whether somebody has stopped the waiting."""


class Reruns:
    """The part of a library that holds reruns. Raises CannotRead where something cannot be kept or read."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def find(self, key: str) -> RawAnswer | None:
        """What is known of a question."""
        rows = self._library.execute("SELECT body FROM answers WHERE key = ?", key)
        return _read(rows[0][0], RawAnswer) if rows else None

    def put(self, answer: RawAnswer) -> None:
        """Keep a question as sent, or its answer in the place of it."""
        self._library.execute(
            "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)",
            answer.key,
            answer.asked,
            answer.state.value,
            _packed(answer),
        )

    @contextmanager
    def turn(self, key: str, wait: Callable[[], object]) -> Iterator[None]:
        """One thread of one program at a time, among all that use this library.

        ``wait`` is called now and then until it is one's turn, and may raise.
        """
        # Few files for all questions: that two of them wait for each other costs less than a file for each.
        path = self._library.path.with_name("asking") / f"{key[:3]}.lock"
        lock = FileLock(path, timeout=_OFTEN)
        while True:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                lock.acquire()
            except Timeout:
                wait()
                continue
            except (OSError, NotImplementedError):
                # A disk that knows no locks: two programs may both ask.
                yield
                return
            break
        try:
            yield
        finally:
            lock.release()

    def keep_experiment(self, name: str, session: str, path: str) -> None:
        """Keep that a session has runs under this name, and the log that they are from; runs are kept one by one."""
        self._library.execute(
            "INSERT INTO experiments VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET path = excluded.path",
            *(name, session, path, datetime.now(UTC).isoformat(), b""),
        )

    def experiments(self, session: str) -> tuple[str, ...]:
        """The names under which runs of a session are kept, newest first."""
        rows = self._library.execute(
            "SELECT id FROM experiments WHERE session = ? ORDER BY made DESC, rowid DESC", session
        )
        return tuple(str(name) for (name,) in rows)

    def keep_run(self, experiment: str, run: Run) -> None:
        """Keep one run of an experiment."""
        self._library.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", experiment, run.id, _packed(run))

    def runs(self, experiment: str) -> tuple[Run, ...]:
        """The runs of an experiment, in the order in which they were made."""
        rows = self._library.execute("SELECT body FROM runs WHERE experiment = ? ORDER BY rowid", experiment)
        return tuple(run for (body,) in rows if (run := _read(body, Run)) is not None)

    def keep_columns(self, session: str, body: bytes) -> None:
        """Keep what the columns of a session's comparison run; ``workbench.saved_runs`` knows what is in it."""
        self._library.execute("INSERT OR REPLACE INTO compared VALUES (?, ?)", session, body)

    def columns(self, session: str) -> bytes | None:
        """The columns of a session's comparison; None where it never had any of its own."""
        rows = self._library.execute("SELECT body FROM compared WHERE session = ?", session)
        return bytes(rows[0][0]) if rows and isinstance(rows[0][0], bytes) else None


def _packed(noun: RawAnswer | Run) -> bytes:
    from inspector.model.wire import to_json  # It takes a while to load, and a window starts without it.

    return zstandard.compress(to_json(noun), 3)


def _read(body: object, noun: type[_Noun]) -> _Noun | None:
    """What was kept; None where it is damaged, which is as good as not kept."""
    from inspector.model.wire import from_json

    try:
        return from_json(zstandard.decompress(body), noun) if isinstance(body, bytes) else None
    except (zstandard.ZstdError, CannotRead):
        return None
