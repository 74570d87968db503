"""What is read in the place of a database: a copy where an agent is writing to it, what is packed unpacked."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.errors import cause
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Report
from inspector.read.content import COMPRESSED, ends_there, open_bytes

_BESIDE = ("-wal", "-journal")
_COPY = "log.db"
_ATTEMPTS = 3
_KEPT_COPIES = 2
_WORTH = 10
"""A copy is used for this many times as long as it took to make: a large database changes while it is listed."""
_lock = threading.Lock()
_copies: dict[Path, _Copy] = {}
"""A list of sessions asks for the same database once for each of them."""


@dataclass(frozen=True, slots=True)
class _Copy:
    folder: Path
    state: tuple[Any, ...]
    """Sizes and times of what was copied."""
    quiet: bool
    """Whether nothing was written meanwhile."""
    made: float
    took: float
    """Seconds, on the clock of ``time.monotonic``."""
    cut: str = ""
    """Why it ends before the database does."""

    def serves(self, state: tuple[Any, ...], now: float) -> bool:
        """Whether it need not be made again: nothing changed, or that long is its making and so young is it."""
        return self.state == state or now - self.made < _WORTH * self.took


def readable_copy(path: Path, report: Report) -> tuple[Path, str]:
    """The file to read instead of ``path``, and how to open it."""
    beside = [path.with_name(path.name + ending) for ending in _BESIDE]
    beside = [part for part in beside if part.is_file() and part.stat().st_size]
    if not beside and path.suffix not in COMPRESSED:
        return path, "mode=ro&immutable=1"
    with _lock:
        state = _state(path, beside)
        copy = _copies.get(path)
        if copy is None or not copy.serves(state, time.monotonic()):
            _forget(path)
            begun = time.monotonic()
            folder = Path(tempfile.mkdtemp(prefix="inspector-"))
            quiet, cut = True, ""
            try:
                if path.suffix in COMPRESSED:
                    cut = _unpack(path, folder / _COPY)
                else:
                    quiet = _copy(path, beside, folder)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)
                raise
            ended = time.monotonic()
            copy = _copies[path] = _Copy(folder, state, quiet, ended, ended - begun, cut)
            while len(_copies) > _KEPT_COPIES:
                _forget(next(iter(_copies)))
    if copy.cut:
        report(ends_there(copy.cut, Source(str(path))))
    if not copy.quiet or copy.state != state:
        message = "The agent is writing to the database; the newest rows may be missing."
        report(Diagnostic(Severity.WARNING, "written-while-read", message, Source(str(path))))
    # Not immutable: the rows in the write-ahead log are to be read, too.
    return copy.folder / _COPY, "mode=rw"


def _unpack(path: Path, to: Path) -> str:
    """Unpack a database; gives why that ended before its end, or "". Raises CannotRead."""
    with open_bytes(path) as packed, to.open("wb") as plain:
        try:
            while piece := packed.read1(1 << 16):  # type: ignore[attr-defined]
                plain.write(piece)
        except OSError as why:
            return cause(why)
    return ""


def _copy(path: Path, beside: list[Path], folder: Path) -> bool:
    """Copy a database and its log; gives whether nothing was written meanwhile."""
    for _ in range(_ATTEMPTS):
        before = _state(path, beside)
        shutil.copyfile(path, folder / _COPY)
        # The index of the log (-shm) is left behind: SQLite makes a new one that fits the copy.
        for part in beside:
            if part.is_file():
                shutil.copyfile(part, folder / f"{_COPY}{part.name.removeprefix(path.name)}")
        if _state(path, beside) == before:
            return True
    return False


def _state(path: Path, beside: list[Path]) -> tuple[Any, ...]:
    stats = [(str(part), part.stat()) for part in (path, *beside) if part.is_file()]
    return tuple((name, status.st_size, status.st_mtime_ns) for name, status in stats)


def _forget(path: Path) -> None:
    copy = _copies.pop(path, None)
    if copy is not None:
        shutil.rmtree(copy.folder, ignore_errors=True)


@atexit.register
def _forget_all() -> None:
    for path in list(_copies):
        _forget(path)
