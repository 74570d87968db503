"""Which rows of a SQLite database stand on which of its pages; of undamaged databases, by the format's description.

https://sqlite.org/fileformat2.html: pages of a table are a tree, whose leaves hold rows with their numbers; what does
not fit on a leaf stands in a chain of further pages.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

_INTERIOR, _LEAF = 5, 13


def rows_on_pages(raw: bytes) -> list[set[str]]:
    """For each page, in order, the rows as ``table/rowid`` that are lost with it; for the first page all rows."""
    size = int.from_bytes(raw[16:18], "big")
    found: list[set[str]] = [set() for _ in range(len(raw) // size)]
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(raw)
        roots = database.execute(
            "SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%WITHOUT ROWID%'"
        ).fetchall()
    rows = {f"{table}/{rowid}" for table, root in roots for _, rowid in _rows(raw, size, root, (1,))}
    for pages, _ in _rows(raw, size, 1, ()):
        # Without its schema nothing of a database is known.
        for page in pages:
            found[page - 1] |= rows
    for table, root in roots:
        for pages, rowid in _rows(raw, size, root, (1,)):
            for page in pages:
                found[page - 1].add(f"{table}/{rowid}")
    return found


def _rows(raw: bytes, size: int, page: int, above: tuple[int, ...]) -> Iterator[tuple[set[int], int]]:
    """Each row below a page: the pages that it needs, and its number."""
    base = (page - 1) * size
    head = base + (100 if page == 1 else 0)
    kind, count = raw[head], int.from_bytes(raw[head + 3 : head + 5], "big")
    cells = head + (12 if kind == _INTERIOR else 8)
    places = [base + int.from_bytes(raw[at : at + 2], "big") for at in range(cells, cells + 2 * count, 2)]
    way = (*above, page)
    if kind == _INTERIOR:
        for below in (*(int.from_bytes(raw[at : at + 4], "big") for at in places), _number(raw, head + 8)):
            yield from _rows(raw, size, below, way)
    elif kind == _LEAF:
        for at in places:
            length, after = _varint(raw, at)
            rowid, after = _varint(raw, after)
            yield {*way, *_overflow(raw, size, length, after)}, rowid


def _overflow(raw: bytes, size: int, length: int, at: int) -> Iterator[int]:
    """The further pages of a row whose content is so many bytes long and begins there."""
    usable = size - raw[20]
    if length <= usable - 35:
        return
    least = (usable - 12) * 32 // 255 - 23
    local = least + (length - least) % (usable - 4)
    page = _number(raw, at + (local if local <= usable - 35 else least))
    while page:
        yield page
        page = _number(raw, (page - 1) * size)


def _number(raw: bytes, at: int) -> int:
    return int.from_bytes(raw[at : at + 4], "big")


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    value = 0
    for place in range(at, at + 8):
        value = value << 7 | raw[place] & 127
        if raw[place] < 128:
            return value, place + 1
    return value << 8 | raw[at + 8], at + 9
