"""OpenClaw's database of sessions: an agent's entries as rows, those that are long or old packed with zstandard.

It took the place of a file for each session in 2026; sessions that were moved into its archives are not read.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.tables import json_in, open_tables
from inspector.read.times import iso
from inspector.read.unpack import unpacked
from inspector.read.values import as_int, as_text

TABLES = frozenset({"transcript_events", "session_windows"})
DATABASE = "*/agent/openclaw-agent.sqlite"
"""Where it lies, below the folder of agents."""
HEAD = 40
"""So many entries tell of a session what a list needs."""
_PLAIN, _PACKED = "event_json", "event_zstd"


def sessions(path: Path) -> dict[str, tuple[str | None, str | None]]:
    """The sessions of a database with their times, the one written to last first."""
    columns = ("session_id", "created_at", "updated_at")
    with open_tables(path, lambda problem: None, TABLES) as database:
        rows = [row[1:] for row in database.rows("session_windows", columns)]
    rows.sort(key=lambda row: iso(row[2]) or "", reverse=True)
    return {name: (iso(begun), iso(ended)) for name, begun, ended in rows if as_text(name)}


def entries(path: Path, session: str, report: Report, most: int | None = None) -> Iterator[tuple[Record, Source]]:
    """The entries of a session in order, each with its place; only the first ``most`` where that is told."""
    where, values = "session_id = ?", [session]
    if most is not None:
        where, values = f"{where} AND seq < {most}", values
    with open_tables(path, report, TABLES) as database:
        rows = list(database.rows("transcript_events", ("seq", _PLAIN, _PACKED), where, values, (_PLAIN, _PACKED)))
    for rowid, _, plain, packed in sorted(rows, key=lambda row: as_int(row[1]) or 0):
        at = Source(str(path), pointer=f"transcript_events/{rowid}/{_PACKED if plain is None else _PLAIN}")
        try:
            record = json_in(unpacked(packed) if plain is None and isinstance(packed, bytes) else plain)
        except ValueError:
            record = None
        if isinstance(record, dict):
            yield record, at
        else:
            report(Diagnostic(Severity.ERROR, "bad-cell", "An entry is no JSON object and is left out.", at))
