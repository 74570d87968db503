"""Following a session while its agent writes it: what was appended is looked at, and the log read again when it tells.

A poll costs a look at the file and reading what was appended. No adapter can go on from the middle of a log, so a
reading is always of the whole; it is made when what was appended may be a compaction, and else each time the log has
grown by a fixed share, so that over a session the work stays in proportion to what was written.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from inspector.errors import CannotRead
from inspector.model import Compaction
from inspector.workbench.document import Document, Stage

GROWTH = 0.1
"""Of a log in which nothing tells of a compaction: read again when it has grown by that share."""
_REST = 4
"""Times what a reading took that told of nothing new, before words about compacting lead to another one."""
_CHUNK = 4_000_000
_TELLS = re.compile(r"compact|condens|summar|truncat|microcompact", re.IGNORECASE)
_NAMES = frozenset({"type", "subtype", "kind", "event", "say", "role", "name", "action", "method"})
_DEPTH = 3
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Change:
    """What happened to a log since the poll before."""

    lines: int
    """Complete ones that were appended; 0 where the log was rewritten or has no lines."""
    rewritten: bool
    """The log is another one, or shorter than before; nothing read earlier holds."""
    due: bool
    """Whether it should be read again: it may hold a compaction, was rewritten, or has grown enough; an emptied one
    holds nothing to read yet."""


class Follower:
    """Watches one log. Nothing is written, and nothing is held open between two polls."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._state = _state(path)
        self._offset = _complete(path)
        self._read_size = max(1, sum(size for _, _, size, _ in self._state))
        self._told = self._owed = False
        self._rests_until = 0.0

    def poll(self) -> Change | None:
        """What happened since the last poll; None where nothing did. Raises CannotRead where the log is gone."""
        state = _state(self.path)
        if state == self._state:
            return Change(0, False, True) if self._is_due() else None
        before, self._state = self._state, state
        if not self.path.is_file() or not self.path.name.endswith((".jsonl", ".ndjson")):
            # A folder, a document or a database: there is no end to read on from.
            return Change(0, False, True)
        if state[0][1] != before[0][1] or state[0][2] < self._offset:
            self._offset, self._read_size = _complete(self.path), 1
            return Change(0, True, state[0][2] > 0)
        return self._appended()

    def was_read(self) -> None:
        """The log was just read again."""
        self._read_size = max(self._offset, 1)
        self._told, self._owed = self._owed, False

    def found_nothing(self, seconds: float) -> None:
        """The reading, which took so long, told of no new compaction: a log may speak of compacting in every line."""
        if self._told:
            self._rests_until = time.monotonic() + _REST * seconds

    def _is_due(self) -> bool:
        return self._owed and time.monotonic() >= self._rests_until

    def _appended(self) -> Change | None:
        """Look at the complete lines behind those looked at before."""
        start, lines = self._offset, 0
        with self.path.open("rb") as stream:
            stream.seek(start)
            rest = b""
            while chunk := stream.read(_CHUNK):
                *whole, rest = (rest + chunk).split(b"\n")
                for line in whole:
                    lines += 1
                    self._offset += len(line) + 1
                    self._owed = self._owed or _tells(line)
        if not lines:
            return None
        grown = self._offset - self._read_size >= GROWTH * self._read_size
        return Change(lines, False, grown or self._is_due())


def follow(
    follower: Follower, document: Document, again: Callable[[], Document], wait: Callable[[Change | None], bool]
) -> Iterator[tuple[Document, tuple[Compaction, ...]]]:
    """Each new reading with the compactions that the one before did not have.

    The follower is older than ``document``, so that nothing is missed between the two. ``again`` reads the log as far
    as the compactions. ``wait`` lets time pass between two polls and says whether to go on; it is told what the last
    one found. A reading that this made is closed when the next one is made; the first one is the caller's.
    """
    made: Document | None = None
    known = {one.record.id for one in document.compactions}
    change: Change | None = None
    while wait(change):
        change = follower.poll()
        if change is None or not change.due:
            continue
        began = time.monotonic()
        try:
            fresh = again()
        except CannotRead:
            # Caught while it was being rewritten: the next poll finds it whole.
            continue
        assert fresh.reconstruction is not None, f"read it to {Stage.RECONSTRUCT}"
        follower.was_read()
        new = tuple(one for one in fresh.compactions if one.record.id not in known)
        known = {one.record.id for one in fresh.compactions}
        if not new:
            follower.found_nothing(time.monotonic() - began)
        if made is not None:
            made.close()
        made = fresh
        yield fresh, new


def _tells(line: bytes) -> bool:
    """Whether a record names itself or a part of it after a compaction; what people and tools say does not count."""
    if not _SIGN.search(line):
        return False
    try:
        return _named(orjson.loads(line), _DEPTH)
    except orjson.JSONDecodeError:
        # Damaged: it may be one.
        return True


_SIGN = re.compile(_TELLS.pattern.encode(), re.IGNORECASE)


def _named(value: Any, depth: int) -> bool:
    if isinstance(value, list):
        return depth > 0 and any(_named(part, depth - 1) for part in value)
    if not isinstance(value, dict):
        return False
    for key, part in value.items():
        if _TELLS.search(key) and part:
            return True
        if key in _NAMES and isinstance(part, str) and len(part) <= _LONGEST_NAME and _TELLS.search(part):
            return True
        if depth > 0 and _named(part, depth - 1):
            return True
    return False


def _state(path: Path) -> list[tuple[str, int, int, int]]:
    """Name, identity, size and time of each file; a folder's are those of all files in it."""
    try:
        if not path.is_dir():
            # A session of a database is named as a path inside of it.
            base = path if path.exists() else next((parent for parent in path.parents if parent.is_file()), path)
            return [_entry(base), *(_entry(side) for side in _sides(base))]
        return sorted(_entry(Path(entry.path)) for entry in _files(path))
    except OSError as why:
        raise CannotRead(f"{path} cannot be read: {why.strerror}.", path=str(path)) from why


def _sides(path: Path) -> Iterator[Path]:
    """What a database writes first."""
    side = path.with_name(path.name + "-wal")
    if side.exists():
        yield side


def _files(path: Path) -> Iterator[os.DirEntry[str]]:
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                yield from _files(Path(entry.path))
            elif entry.is_file():
                yield entry


def _entry(path: Path) -> tuple[str, int, int, int]:
    stat = path.stat()
    return str(path), stat.st_ino, stat.st_size, stat.st_mtime_ns


def _complete(path: Path) -> int:
    """Bytes up to the end of the last complete line; reads only the end of the file."""
    if not path.is_file():
        return 0
    with path.open("rb") as stream:
        end = stream.seek(0, os.SEEK_END)
        while end > 0:
            start = max(0, end - _CHUNK)
            stream.seek(start)
            place = stream.read(end - start).rfind(b"\n")
            if place >= 0:
                return start + place + 1
            end = start
    return 0
