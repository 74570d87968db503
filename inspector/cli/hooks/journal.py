"""What hooks did and why they did nothing, in one file."""

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
