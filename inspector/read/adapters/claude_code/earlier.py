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
        found = (one for one in first_records(head, _HEAD) if as_text(one.get("logicalParentUuid")))
        first = next(found, None)
        if first is None:
            return None
        parent, boundary = as_text(first.get("logicalParentUuid")), as_text(first.get("uuid"))
        if _stands_ahead(path, parent, boundary):
            return None
        others = sorted(path.parent.glob("*.jsonl"), key=lambda other: other.stat().st_mtime, reverse=True)
    except OSError:
        return None
    return next((one for one in others[:MOST] if one != path and _stands_ahead(one, parent, boundary)), None)


def _stands_ahead(path: Path, uuid: str, boundary: str) -> bool:
    """Whether a row has this id, ahead of the boundary where that is there, too.

    A fork writes the rows that a compaction kept again behind it. One that only names the id as its parent has it not.
    """
    try:
        with path.open("rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as text:
            place = _place(text, uuid)
            return place >= 0 and not 0 <= _place(text, boundary) < place
    except (OSError, ValueError):
        # Gone meanwhile, or empty.
        return False


def _place(text: mmap.mmap, uuid: str) -> int:
    places = [text.find(f'"uuid":{blank}"{uuid}"'.encode()) for blank in ("", " ")]
    return max(places)
