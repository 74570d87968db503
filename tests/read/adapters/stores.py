"""Databases spoilt at random: values of wrong types in their cells, lost rows, cut ends, odd bytes."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path
from unittest.mock import patch

from inspector.errors import CannotRead
from inspector.read import table_rows
from inspector.read.adapter import Adapter
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from tests.mangle import JUNK, mangled


def spoil(path: Path, seed: int) -> None:
    """Spoil a database in place, the same way for the same seed."""
    rng = random.Random(seed)
    connection = sqlite3.connect(path)
    names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    for _ in range(rng.randrange(1, 12)):
        table = rng.choice(names)
        rows = connection.execute(f"SELECT rowid, * FROM {table}").fetchall()
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if not rows:
            continue
        row, column = rng.choice(rows), rng.randrange(len(columns))
        _spoil_cell(connection, rng, table, columns[column], row[0], row[1 + column])
    connection.commit()
    connection.close()
    content = bytearray(path.read_bytes())
    if rng.random() < 0.3:
        del content[rng.randrange(512, len(content)) :]
    if rng.random() < 0.3:
        for _ in range(20):
            content[rng.randrange(100, len(content))] = rng.randrange(256)
    path.write_bytes(bytes(content))


def _spoil_cell(
    connection: sqlite3.Connection, rng: random.Random, table: str, column: str, rowid: int, value: object
) -> None:
    junk = rng.choice(JUNK)
    new: object = json.dumps(junk) if isinstance(junk, list | dict) else junk
    if rng.random() < 0.9:
        try:
            text = value if isinstance(value, str | bytes) else b""
            raw = text.encode() if isinstance(text, str) else text
            new = mangled(json.dumps(json.loads(raw)).encode(), rng.randrange(10**6)).decode("utf-8", "replace")
        except ValueError:
            pass  # no JSON, or none any more
    try:
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (new, rowid))
    except sqlite3.IntegrityError:
        connection.execute(f"DELETE FROM {table} WHERE rowid = ?", (rowid,))


@patch.object(table_rows, "_MOST_ASKED", 2_000)  # of tables with a few dozen rows
def reads_whatever_is_spoilt(adapter: Adapter, sample: Path, scratch: Path, seeds: range) -> int:
    """Read a sample spoilt in as many ways; nothing but CannotRead may come of it. Gives how many were read."""
    read = 0
    for seed in seeds:
        path = scratch / f"{seed}{sample.suffix}"
        path.write_bytes(sample.read_bytes())
        spoil(path, seed)
        try:
            session = adapter.read(path, lambda problem: None)
        except CannotRead:
            continue
        find_compactions(session, Replay(session))
        read += 1
    return read
