"""The log that holds what stands before a boundary with which a transcript begins."""

from __future__ import annotations

import mmap
from pathlib import Path

from inspector.read.lines import first_records
from inspector.read.values import as_text

_HEAD = 256 * 1024
MOST = 200
"""Logs that are looked through, the latest first."""


def earlier_log(path: Path) -> Path | None:
    """The transcript in the same folder with the row that the first boundary follows; None where none has it.

    Looks for that row's id in the other transcripts, byte by byte.
    """
    try:
        with path.open("rb") as stream:
            head = stream.read(_HEAD)
        parent = next(
            (name for one in first_records(head, _HEAD) if (name := as_text(one.get("logicalParentUuid")))), ""
        )
        if not parent or _holds(path, parent):
            return None
        others = sorted(path.parent.glob("*.jsonl"), key=lambda other: other.stat().st_mtime, reverse=True)
    except OSError:
        return None
    return next((other for other in others[:MOST] if other != path and _holds(other, parent)), None)


def _holds(path: Path, uuid: str) -> bool:
    """Whether a row has this id; one that only names it as its parent does not."""
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as text:
            return any(text.find(f'"uuid":{blank}"{uuid}"'.encode()) >= 0 for blank in ("", " "))
    except (OSError, ValueError):
        # Gone meanwhile, or empty.
        return False
