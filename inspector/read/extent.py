"""What of a session lies on disk: its files, their bytes, when they changed, and by what a change is told."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from inspector.errors import CannotRead
from inspector.read.adapter import Adapter
from inspector.read.tables import split

STUMBLES = (LookupError, TypeError, ValueError, AttributeError)
"""What an adapter may stumble over in a log that is not its own, or is damaged: that log is passed over."""
_ANY_PART = "part.jsonl"
"""A name by which an adapter tells whether logs in a folder are parts of another."""


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
    file, inside = split(path)
    parts = [part.stat() for part in _files_of(adapter, file)]
    others = (*adapter.beside(file), file.with_name(f"{file.name}-wal"))
    beside = [part.stat() for part in others if part.is_file()]
    latest = max((part.st_mtime for part in parts), default=file.stat().st_mtime)
    if inside:
        return Extent(None, iso(latest), "")
    told = ((part.st_ino, part.st_size, part.st_mtime_ns) for part in (*parts, *beside))
    return Extent(sum(part.st_size for part in parts), iso(latest), f"{len(parts)} {sorted(told)}")


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


def _files_of(adapter: Adapter, path: Path) -> Iterator[Path]:
    """Every file below a session that is a folder; a log with the parts that lie in a folder of its name."""
    if path.is_dir():
        yield from (part for part in path.rglob("*") if part.is_file())
        return
    yield path
    beside = path.with_suffix("")
    if beside == path or not beside.is_dir():
        return
    # A project with everything that was ever built in it may have the name of a log, too.
    for folder in careful(_folders_in(beside)):
        if whole_of(adapter, folder / _ANY_PART) == path:
            yield from (part for part in folder.rglob("*") if part.is_file() and whole_of(adapter, part) == path)


def _folders_in(folder: Path) -> Iterator[Path]:
    with os.scandir(folder) as entries:
        yield from [Path(entry.path) for entry in entries if entry.is_dir(follow_symlinks=False)]
