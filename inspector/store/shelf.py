"""What reruns are made of and cannot be made again for free: raw answers, experiments, runs, prompts as they were used.

An answer is kept the moment it is there, before it is scored; so nothing that was paid for is paid for twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

import zstandard
from filelock import FileLock, Timeout

from inspector.errors import CannotRead
from inspector.model.answer import RawAnswer
from inspector.model.run import Experiment, Run
from inspector.model.wire import from_json, to_json
from inspector.store.library import Library

_Noun = TypeVar("_Noun")
_OFTEN = 0.1
"""Seconds between two looks whether somebody has stopped the waiting."""


@dataclass(frozen=True, slots=True)
class KeptExperiment:
    """One experiment in the list of them."""

    id: str
    session: str
    path: str
    """The log it was made from."""
    made: str
    """ISO 8601 in UTC."""
    runs: int


class UsedPrompt(NamedTuple):
    """A prompt as it was used."""

    name: str
    text: str
    plain: bool


class Shelf:
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
            _packed(to_json(answer)),
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

    def keep_experiment(self, experiment: Experiment, path: str) -> None:
        """Keep what an experiment consists of; its runs are kept one by one."""
        body = _packed(to_json(experiment))
        known = self._library.execute("SELECT 1 FROM experiments WHERE id = ?", experiment.id)
        if known:
            self._library.execute("UPDATE experiments SET body = ?, path = ? WHERE id = ?", body, path, experiment.id)
        else:
            now = datetime.now(UTC).isoformat()
            self._library.execute(
                "INSERT INTO experiments VALUES (?, ?, ?, ?, ?)", experiment.id, experiment.session, path, now, body
            )

    def experiments(self, session: str = "") -> tuple[KeptExperiment, ...]:
        """The experiments of a session, or all, newest first."""
        rows = self._library.execute(
            "SELECT e.id, e.session, e.path, e.made, (SELECT count(*) FROM runs r WHERE r.experiment = e.id)"
            " FROM experiments e WHERE ? IN ('', e.session) ORDER BY e.made DESC, e.rowid DESC",
            session,
        )
        return tuple(
            KeptExperiment(str(name), str(of), str(path), str(made), int(str(runs)))
            for name, of, path, made, runs in rows
        )

    def experiment(self, name: str) -> Experiment | None:
        """One experiment, without its runs."""
        rows = self._library.execute("SELECT body FROM experiments WHERE id = ?", name)
        return _read(rows[0][0], Experiment) if rows else None

    def keep_run(self, experiment: str, run: Run) -> None:
        """Keep one run of an experiment."""
        self._library.execute("INSERT OR REPLACE INTO runs VALUES (?, ?, ?)", experiment, run.id, _packed(to_json(run)))

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

    def keep_prompt(self, version: str, name: str, text: str, plain: bool = False) -> None:
        """Keep the text of a prompt as it was used; a version never changes. ``plain``: it is no template."""
        now = datetime.now(UTC).isoformat()
        self._library.execute(
            "INSERT OR IGNORE INTO prompts (version, name, text, used, plain) VALUES (?, ?, ?, ?, ?)",
            version,
            name,
            text,
            now,
            plain,
        )

    def prompt(self, version: str) -> UsedPrompt | None:
        """A prompt that was used, by its version."""
        rows = self._library.execute("SELECT name, text, plain FROM prompts WHERE version = ?", version)
        return UsedPrompt(str(rows[0][0]), str(rows[0][1]), bool(rows[0][2])) if rows else None


def _packed(body: bytes) -> bytes:
    return zstandard.compress(body, 3)


def _read(body: object, noun: type[_Noun]) -> _Noun | None:
    """What was kept; None where it is damaged, which is as good as not kept."""
    try:
        return from_json(zstandard.decompress(body), noun) if isinstance(body, bytes) else None
    except (zstandard.ZstdError, CannotRead):
        return None
