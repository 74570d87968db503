"""What hooks remember of a session from one call to the next, each in a file of its own."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from inspector.cli.hooks import quick


def keep(session: str, what: str, text: str) -> None:
    """Remember something about a session until it is forgotten; what cannot be written is not remembered."""
    file = _file(session, what)
    with suppress(OSError):
        if file is not None:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")


def kept(session: str, what: str) -> str | None:
    """What is remembered of a session; None where nothing is."""
    file = _file(session, what)
    with suppress(OSError, ValueError):
        return file.read_text(encoding="utf-8") if file is not None and file.exists() else None
    return None


def forget(session: str, *what: str) -> None:
    """Remember these no longer."""
    for one in what:
        file = _file(session, one)
        with suppress(OSError):
            if file is not None:
                file.unlink(missing_ok=True)


def looked_at(session: str, compaction: int) -> bool:
    """Note that a compaction is looked at; whether it is one that was not looked at before."""
    told = kept(session, "seen") or "0"
    before = int(told) if told.isdecimal() else 0
    keep(session, "seen", str(max(before, compaction)))
    return compaction > before


def _file(session: str, what: str) -> Path | None:
    name = quick.mark(session, what)
    return Path(name) if name else None
