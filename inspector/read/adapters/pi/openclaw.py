"""OpenClaw's database of sessions: an agent's entries as rows, those that are long or old packed with zstandard.

It took the place of a file for each session in 2026; sessions that were moved into its archives are not read. Driven
with 2026.9.6 on 2026-11-27: three compactions, one of them automatic; all were seen, and what stood behind each was
right but for what ``name`` names. With thinking off no thought is sent back.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inspector.model import Source
from inspector.read.adapter import Record, Report
from inspector.read.build import Builder
from inspector.read.tables import open_tables, told_in
from inspector.read.times import iso
from inspector.read.unpack import unpacked
from inspector.read.values import as_int, as_text

TABLES = frozenset({"transcript_events", "session_windows"})
DATABASE = "*/agent/openclaw-agent.sqlite"
"""Where it lies, below the folder of agents."""
HEAD = 40
"""So many entries tell of a session what a list needs."""
_PLAIN, _PACKED = "event_json", "event_zstd"


def name(build: Builder) -> None:
    """Say whose session it is, and what OpenClaw sends beside its entries."""
    build.versions["openclaw"] = None
    build.unlogged("time and sender", "in front of each prompt")
    build.unlogged("facts of the conversation", "behind the newest message")
    build.unlogged("long results as they were cut", "in their place")


def sessions(path: Path) -> dict[str, tuple[str | None, str | None]]:
    """The sessions of a database with their times, the one written to last first."""
    columns = ("session_id", "created_at", "updated_at")
    with open_tables(path, lambda problem: None, TABLES) as database:
        rows = [row[1:] for row in database.rows("session_windows", columns)]
    rows.sort(key=lambda row: iso(row[2]) or "", reverse=True)
    return {name: (iso(begun), iso(ended)) for name, begun, ended in rows if as_text(name)}


def entries(path: Path, session: str, report: Report, most: int | None = None) -> Iterator[tuple[Record, Source]]:
    """The entries of a session in order, each with its place; only the first ``most`` where that is told."""
    where = "session_id = ?" if most is None else f"session_id = ? AND seq < {most}"
    with open_tables(path, report, TABLES) as database:
        rows = list(database.rows("transcript_events", ("seq", _PLAIN, _PACKED), where, (session,), (_PLAIN, _PACKED)))
    for rowid, _, plain, packed in sorted(rows, key=lambda row: as_int(row[1]) or 0):
        at = Source(str(path), pointer=f"transcript_events/{rowid}/{_PACKED if plain is None else _PLAIN}")
        try:
            text = unpacked(packed) if plain is None and isinstance(packed, bytes) else plain
        except ValueError:
            text = None
        if (record := told_in(text, dict, at, report)) is not None:
            yield record, at
