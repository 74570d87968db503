"""What hooks did and why they did nothing, in one file; and what was held back once for a session."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from inspector.store.folders import find_folders

_LONGEST = 400
_MOST = 1_000_000
"""Bytes of the file; then it begins anew."""


def path() -> Path:
    """The file that is written to."""
    return find_folders().data / "hooks.log"


def note(event: str, session: str, words: str) -> None:
    """Write a line. A disk that is full, or a folder that is not ours, is no reason to stop an agent."""
    line = " ".join(f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {event} {session or '-'} {words}".split())[:_LONGEST]
    with suppress(OSError):
        file = path()
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.exists() and file.stat().st_size > _MOST
        with file.open("w" if fresh else "a", encoding="utf-8") as out:
            out.write(f"{line}\n")


def held_before(session: str) -> bool:
    """Whether a compaction of this session was held once, or nobody can tell: then none is held."""
    mark = _mark(session)
    try:
        return mark is None or mark.exists()
    except OSError:
        return True


def hold(session: str) -> bool:
    """Remember that a compaction is held; whether that could be written down, without which none may be."""
    mark = _mark(session)
    try:
        if mark is None:
            return False
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch(exist_ok=False)
    except OSError:
        return False
    return True


def expect(session: str) -> None:
    """Remember that an agent is about to compact: what it lost is looked for at the next prompt."""
    mark = _mark(session, "expected")
    with suppress(OSError):
        if mark is not None:
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()


def is_expected(session: str) -> bool:
    """Whether a compaction was announced that nobody has looked at yet."""
    mark = _mark(session, "expected")
    try:
        return mark is not None and mark.exists()
    except OSError:
        return False


def looked_at(session: str, compaction: int) -> bool:
    """Note that a compaction is looked at; whether it is one that was not looked at before."""
    mark, seen = _mark(session, "expected"), _mark(session, "seen")
    if mark is None or seen is None:
        return False
    try:
        before = int(seen.read_text()) if seen.exists() else 0
        mark.unlink(missing_ok=True)
        seen.parent.mkdir(parents=True, exist_ok=True)
        seen.write_text(str(max(before, compaction)))
    except (OSError, ValueError):
        return False
    return compaction > before


def _mark(session: str, what: str = "held") -> Path | None:
    name = "".join(sign for sign in session if sign.isalnum() or sign in "-_")[:80]
    return find_folders().data / "hooks" / f"{name}.{what}" if name else None
