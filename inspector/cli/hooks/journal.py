"""What hooks did and why they did nothing, in one file; and what is remembered of a session meanwhile."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from inspector.cli.hooks import quick
from inspector.store.folders import find_folders

_LONGEST = 400
_MOST = 1_000_000
"""Bytes of the file; then it begins anew."""


def path() -> Path:
    """The file that is written to."""
    return find_folders().data / "hooks.log"


def note(event: str, session: str, words: str, agent: str = "") -> None:
    """Write a line. A disk that is full, or a folder that is not ours, is no reason to stop an agent."""
    name = "".join(sign for sign in session if sign.isalnum() or sign in "-_")[:80]
    head = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} {agent or '-'} {event} {name or '-'}"
    line = " ".join(f"{head} {words}".split())[:_LONGEST]
    with suppress(OSError):
        file = path()
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists() and not file.is_file():
            return
        fresh = file.exists() and file.stat().st_size > _MOST
        with file.open("w" if fresh else "a", encoding="utf-8") as out:
            out.write(f"{line}\n")


def lines() -> list[tuple[str, str, str, str]]:
    """Every line as time, agent, event and words, the oldest first; those that are none of ours are left out."""
    with suppress(OSError, ValueError):
        file = path()
        if file.is_file():
            told = [line.split(" ", 4) for line in file.read_text(encoding="utf-8").splitlines()]
            return [(one[0], one[1], one[2], one[4]) for one in told if len(one) == 5]
    return []


def keep(session: str, what: str, text: str) -> None:
    """Remember something about a session until it is forgotten; what cannot be written is not remembered."""
    path = _mark(session, what)
    with suppress(OSError):
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


def kept(session: str, what: str) -> str | None:
    """What is remembered of a session; None where nothing is."""
    path = _mark(session, what)
    with suppress(OSError, ValueError):
        return path.read_text(encoding="utf-8") if path is not None and path.exists() else None
    return None


def forget(session: str, *what: str) -> None:
    """Remember these no longer."""
    for one in what:
        path = _mark(session, one)
        with suppress(OSError):
            if path is not None:
                path.unlink(missing_ok=True)


def looked_at(session: str, compaction: int) -> bool:
    """Note that a compaction is looked at; whether it is one that was not looked at before."""
    told = kept(session, "seen") or "0"
    before = int(told) if told.isdecimal() else 0
    keep(session, "seen", str(max(before, compaction)))
    return compaction > before


def _mark(session: str, what: str) -> Path | None:
    path = quick.mark(session, what)
    return Path(path) if path else None
