"""What of a session lies on disk: its files, their bytes, when they changed, and by what a change is told."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from inspector.errors import CannotRead
from inspector.read.adapter import Adapter
from inspector.read.tables import split

STUMBLES = (LookupError, TypeError, ValueError, AttributeError)
"""What an adapter may stumble over in a log that is not its own, or is damaged: that log is passed over."""
_ANY_PART = "part.jsonl"
"""A name by which an adapter tells whether logs in a folder are parts of another."""
_WRITTEN = ("-wal", "-journal")
"""What a database's name has behind it where its newest rows, or its older ones, stand."""
_YOUNG = 60.0
"""Seconds within which a database may have been read from a copy that was made before its last write."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A session's files, taken together."""

    bytes: int | None
    """On disk; None for a session in a database, which holds others, too."""
    modified: str
    """When the last of them changed, ISO 8601 in UTC, in seconds."""
    state: str
    """Another one when any of them is written, replaced or gone; "" where nothing tells that."""


def extent_of(adapter: Adapter, path: Path) -> Extent:
    """Look at the files of a whole session. Raises OSError."""
    try:
        about, file, inside = path.stat(), path, ""
    except OSError:
        file, inside = split(path)
        about = file.stat()
    # Each look at the disk counts in a thousand logs, most of which are one file: this has told all of it.
    is_folder = S_ISDIR(about.st_mode)
    below: Iterable[Path] = file.rglob("*") if is_folder else _parts_of(adapter, file)
    parts = [part for part in (None if is_folder else about, *map(_file, below)) if part]
    latest = max((part.st_mtime for part in parts), default=about.st_mtime)
    beside = (*map(_file, adapter.beside(file)), *_written(file))
    told = [part for part in (*parts, *beside) if part]
    if inside and max(part.st_mtime for part in told) > time.time() - _YOUNG:
        return Extent(None, iso(latest), "")
    size = None if inside else sum(part.st_size for part in parts)
    return Extent(size, iso(latest), f"{len(parts)} {_state(told)}")


def place_of(path: Path) -> str:
    """Another one when a file is written or replaced, or a name beside it comes or goes; "" for what is no file.

    Whose a file is may hang on what stands beside it. Raises OSError.
    """
    about = path.stat()
    told = (about, os.stat(path.parent), *filter(None, _written(path)))
    return _state(told) if S_ISREG(about.st_mode) else ""


def iso(seconds: float) -> str:
    """Seconds since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def whole_of(adapter: Adapter, path: Path) -> Path:
    """The session that a path is part of; the path itself where an adapter stumbles over it."""
    try:
        return adapter.whole(path)
    except (CannotRead, OSError, *STUMBLES):
        return path


def careful(paths: Iterable[Path]) -> Iterator[Path]:
    """What a search gives up to the first folder that it may not enter, or database that it cannot read."""
    try:
        yield from paths
    except (CannotRead, OSError):
        return


def _file(path: str | Path) -> os.stat_result | None:
    try:
        about = os.stat(path)
    except (OSError, ValueError):
        return None
    return about if S_ISREG(about.st_mode) else None


def _written(path: Path) -> Iterator[os.stat_result | None]:
    return (_file(f"{path}{ending}") for ending in _WRITTEN)


def _state(parts: Iterable[os.stat_result]) -> str:
    return str(sorted((part.st_ino, part.st_size, part.st_mtime_ns) for part in parts))


def _parts_of(adapter: Adapter, path: Path) -> Iterator[Path]:
    """The parts of a log that lie in a folder of its name."""
    beside = os.path.splitext(path)[0]
    # A project with everything that was ever built in it may have the name of a log, too.
    for folder in careful(_folders_in(beside)) if beside != str(path) and os.path.isdir(beside) else ():
        if whole_of(adapter, folder / _ANY_PART) == path:
            yield from (part for part in folder.rglob("*") if whole_of(adapter, part) == path)


def _folders_in(folder: str) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        yield from [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
