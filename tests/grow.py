"""Long logs out of short ones, for measuring speed: what a session holds is repeated, with new ids and later times.

They are made for their length alone: what stands in them again is read again, and means nothing.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from inspector.read.ends import Records

_ID = re.compile(r"(?:^|_)id$|uuid$|Id$|Uuid$|ID$")
_PARENTS = ("parentUuid", "parentId", "parent_id")
_OWN = ("uuid", "id")
_DAY = 86_400
_FEW = 5
_LONGEST = 80
_PROSE = 3_000
"""A sample says little at a time; the largest real logs of eleven agents have 3 kB an item (the median; 1.7 to 8.3)."""


def grow(log: Path, folder: Path, size: int) -> Path:
    """A copy of a log in ``folder`` that is about ``size`` bytes long; beside it what lies beside the log."""
    grown = folder / log.name
    for part in log.parent.rglob("*"):
        if part.is_file():
            (folder / part.relative_to(log.parent)).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(part, folder / part.relative_to(log.parent))
    times = _FEW
    for _ in range(2):
        shutil.copyfile(log, grown)
        _repeat(grown, times)
        times = max(_FEW, round(times * size / grown.stat().st_size))
    return grown


def _repeat(log: Path, times: int) -> None:
    raw = log.read_bytes()
    if raw.startswith(b"SQLite format 3"):
        _grow_database(log, times)
    elif log.suffix == ".jsonl":
        log.write_bytes(b"\n".join(map(orjson.dumps, _repeated(Records(raw, 0), times))) + b"\n")
    else:
        document = orjson.loads(raw)
        found: list[Any] = max(_lists(document), key=len, default=[])
        found[:] = _repeated(tuple(found), times)
        log.write_bytes(orjson.dumps(document))


def _lists(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _lists(inner)


def _repeated(records: Sequence[Any], times: int) -> Iterator[Any]:
    """The records, and all but the first again and again; where they are chained, each hangs on the one before it."""
    names = _names(records)
    yield from records
    if len(records) < 2:
        return
    last = _own(records[-1])
    for number in range(1, times):
        for place, record in enumerate(records[1:]):
            made = _renamed(record, names, number)
            for key in _PARENTS if not place and last and isinstance(made, dict) else ():
                if key in made:
                    made[key] = last
            yield made
        last = _own(made)


def _own(record: Any) -> str:
    return (
        next((record[key] for key in _OWN if isinstance(record.get(key), str)), "") if isinstance(record, dict) else ""
    )


def _names(records: Iterable[Any]) -> frozenset[str]:
    """The ids of records; those that stand in the first or in many of them name the session and its like."""
    listed = list(records)
    found: Counter[str] = Counter()
    for record in listed:
        found.update(set(_ids(record, "")))
    often = max(6, len(listed) // 3)
    first = set(_ids(listed[0], "")) if listed else set()
    return frozenset(name for name, count in found.items() if count <= often and name not in first)


def _ids(value: Any, key: str) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _ids(inner, name)
    elif isinstance(value, list):
        for inner in value:
            yield from _ids(inner, key)
    elif isinstance(value, str) and 0 < len(value) <= _LONGEST and _ID.search(key):
        yield value


def _renamed(value: Any, names: frozenset[str], number: int) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(inner, names, number) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names, number) for inner in value]
    if isinstance(value, str):
        return f"{value}-{number}" if value in names else _lengthened(value, number)
    if type(value) is int and 10**9 < value < 10**10:
        return value + number * _DAY
    return value + number * _DAY * 1000 if type(value) is int and 10**12 < value < 10**13 else value


def _lengthened(text: str, number: int) -> str:
    # Dates, names and paths have fewer blanks, and stay what they are. JSON in a text ends where it ended. As in
    # real logs there is a line end and a quotation mark every so often, and nearly half of all text is in strings with
    # a sign beyond ASCII: they are what takes time to parse.
    if text.count(" ") < 3 or text.startswith(("{", "[")):
        return text
    return text + f'\n    "{text}"' * (_PROSE // len(text)) + " …" * ((len(text) + number) % 2)


def _grow_database(path: Path, times: int) -> None:
    """Rows that belong to a session are repeated; of Cursor's keys and values the bubbles, and the list of them."""
    connection = sqlite3.connect(path)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "cursorDiskKV" in names:
        _grow_composer(connection, times)
    for table in sorted(names - {"sqlite_sequence"}):
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if "session_id" not in columns:
            continue
        rows = [dict(zip(columns, row, strict=True)) for row in connection.execute(f"SELECT * FROM {table}")]
        told = frozenset(text for row in rows for key in ("id", "message_id") if isinstance(text := row.get(key), str))
        marks = ", ".join("?" * len(columns))
        for number in range(1, times):
            for row in rows:
                cells = [_cell(column, value, told, number) for column, value in row.items()]
                connection.execute(f"INSERT INTO {table} VALUES ({marks})", cells)
    connection.commit()
    connection.close()


def _cell(column: str, value: Any, names: frozenset[str], number: int) -> Any:
    if column == "id" and isinstance(value, int):
        return None
    if column == "seq":
        return value + number * _DAY
    if isinstance(value, str) and value.startswith(("{", "[")):
        inside = orjson.loads(value)
        return orjson.dumps(_renamed(inside, names | _names([{}, inside]), number)).decode()
    return _renamed(value, names, number)


def _grow_composer(connection: sqlite3.Connection, times: int) -> None:
    rows = connection.execute("SELECT key, value FROM cursorDiskKV").fetchall()
    key, raw = next(row for row in rows if row[0].startswith("composerData:"))
    composer = orjson.loads(raw)
    headers = composer["fullConversationHeadersOnly"]
    composer["fullConversationHeadersOnly"] = list(headers)
    for number in range(1, times):
        again = [header | {"bubbleId": f"{header['bubbleId']}-{number}"} for header in headers]
        composer["fullConversationHeadersOnly"] += again
        for bubble, value in rows:
            if bubble.startswith("bubbleId:"):
                data = orjson.loads(value)
                data = _renamed(data | {"bubbleId": f"{data['bubbleId']}-{number}"}, frozenset(), number)
                cells = (f"{bubble}-{number}", orjson.dumps(data).decode())
                connection.execute("INSERT INTO cursorDiskKV VALUES (?, ?)", cells)
    connection.execute("UPDATE cursorDiskKV SET value = ? WHERE key = ?", (orjson.dumps(composer).decode(), key))
