"""What is done to a log, by its structure. The same dice do the same."""

from __future__ import annotations

import copy
import json
import random
import sqlite3
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tests.fuzz.layout import Layout, Lines, Rows, Tree, opened_in_memory
from tests.mangle import JUNK

_WEIRD: tuple[Any, ...] = (
    "\ud83d", "\x00", "\x1b[31m", "\u2028", "x" * 70_000, 10**18, 2**63, 10**30, -(2**64), 1e308, -0.0,
    [[[[]]]] * 50, {"type": {"type": "user"}}, {"text": None}, [None], {"": ""}, {"/~": 1}, ["tool_use"],
    "9999-12-31T23:59:59Z", "2026-02-30T25:61:61+99:99", "0", "../../etc", 9e15, 1e-320,
)  # fmt: skip
_HOLE = "hole-for-bytes-that-no-writer-writes"
_NO_JSON: tuple[bytes, ...] = (
    b"1" * 5_000, b"1e999", b"-1e999", b"NaN", b"Infinity", b'"\\ud83d"', b'"\\ude00\\ud83d"', b'"\\u12"', b'"\\x41"',
    b'"\xff\xfe"', b'"\xed\xa0\x80"', b'"a\x00b"', b'"tab\there"', b"", b"-", b'"', b"'x'", b"{]", b"}", b"//",
    b'{"a": 1, "a": 2}', b'{"type": "user", "type": null}', b"truefalse", b"\xef\xbb\xbf1",
    b"[" * 500 + b"]" * 500, b"[" * 1_020 + b"]" * 1_020, b'{"a":' * 1_020 + b"1" + b"}" * 1_020,
    b"[" * 3_000 + b"]" * 3_000, b'{"content":' * 100_000, b"[" * 100_000,
)  # fmt: skip
"""Written by no serializer; some are no JSON at all, so that the line or the document ends to be JSON there."""
_GARBAGE: tuple[bytes, ...] = (
    b"\x00\xff\xfe", b"\x00" * 4_096, b"{", b"}", b"not a record", b'{"a": ', b"[" * 3_000, b'"\\ud83d"', b"]]>", b"\r",
    b"{}", b"null", b"[]", b"[{}]", b"1", b'""', b"true", b'{"type": 5}', b'{"type": ["user"]}', b'{"role": "user"}',
    b"<html><body>502</body></html>", b"Traceback (most recent call last):", b"\x1b[0m", b"\xef\xbb\xbf",
)  # fmt: skip

_CELLS: tuple[Any, ...] = (
    None, 0, -1, 2.5, 10**18, -(2**63), "", "x", "[]", "{}", b"\xff\xfe", b"", "x" * 70_000, "null", "[" * 3_000,
)  # fmt: skip


class Spoilt(NamedTuple):
    """A changed file, and the records that the change touched: whatever is lost of them was destroyed."""

    raw: bytes
    touched: set[str]


Way = Callable[[Layout, random.Random], Spoilt]


def way_for(layout: Layout, rng: random.Random) -> Way:
    """One way that fits what a file is."""
    return rng.choice(OF_LINES if isinstance(layout, Lines) else OF_TREES if isinstance(layout, Tree) else OF_ROWS)


# Of lines --------------------------------------------------------------------------------------------------------


def values_on_lines(layout: Layout, rng: random.Random) -> Spoilt:
    """Values of one to three records are of another type, of another size, or gone."""
    lines = _lines(layout)
    touched = set()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(lines))
        try:
            record = json.loads(lines[at])
        except (ValueError, RecursionError):
            continue
        lines[at] = _dumped(_spoil(record, rng)[0], rng) + b"\n"
        touched.add(str(at + 1))
    return Spoilt(b"".join(lines), touched)


def lines_dropped(layout: Layout, rng: random.Random) -> Spoilt:
    """One to five records are gone."""
    lines = _lines(layout)
    gone = set(rng.sample(range(len(lines)), min(len(lines) - 1, rng.randrange(1, 6))))
    return Spoilt(b"".join(line for at, line in enumerate(lines) if at not in gone), {str(at + 1) for at in gone})


def lines_doubled(layout: Layout, rng: random.Random) -> Spoilt:
    """Records stand there a second time, behind themselves or anywhere."""
    lines = _lines(layout)
    near = rng.random() < 0.6
    touched = set()
    for at in sorted(rng.sample(range(len(lines)), min(len(lines), rng.randrange(1, 6))), reverse=True):
        touched.add(str(at + 1))
        lines.insert(at if near else rng.randrange(len(lines) + 1), lines[at])
    # Said twice, a piece of a text stands twice in it; said again later, an earlier state is the newest.
    return Spoilt(b"".join(lines), touched if near else {record.name for record in layout.records})


def lines_exchanged(layout: Layout, rng: random.Random) -> Spoilt:
    """Records stand in the place of others; now and then all of them do."""
    lines = _lines(layout)
    if rng.random() < 0.1:
        rng.shuffle(lines)
        return Spoilt(b"".join(lines), {record.name for record in layout.records})
    touched = set()
    for _ in range(rng.randrange(1, 4)):
        one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
        # What stands between builds upon another state where records are changes.
        touched |= {str(at + 1) for at in range(min(one, other), max(one, other) + 1)}
    return Spoilt(b"".join(lines), touched)


def garbage_between_lines(layout: Layout, rng: random.Random) -> Spoilt:
    """Lines that are no records stand among the others, at the very start as well."""
    lines = _lines(layout)
    for _ in range(rng.choice((1, 1, 2, 3))):
        lines.insert(rng.choice((0, len(lines), rng.randrange(len(lines) + 1))), rng.choice(_GARBAGE) + b"\n")
    return Spoilt(b"".join(lines), set())


def lines_glued(layout: Layout, rng: random.Random) -> Spoilt:
    """The end of a line is missing, as two writers at once leave it."""
    lines = _lines(layout)
    at = rng.randrange(len(lines))
    whole = [at + 1] if at + 1 == len(lines) or (_is_object(lines[at]) and _is_object(lines[at + 1])) else []
    touched = set() if whole else {str(at + 1), str(at + 2)}
    lines[at] = lines[at].rstrip(b"\n")
    return Spoilt(b"".join(lines), touched)


# Of documents ----------------------------------------------------------------------------------------------------


def values_in_tree(layout: Layout, rng: random.Random) -> Spoilt:
    """One to three values of a document are of another type, of another size, or gone."""
    assert isinstance(layout, Tree)
    value = copy.deepcopy(layout.value)
    touched = set()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        value, pointer = _spoil(value, rng)
        touched |= layout.below(pointer)
    raw = _dumped(value, rng)
    try:
        json.loads(raw)
    except (ValueError, RecursionError):
        # No JSON from there on: what stands behind is destroyed, as nothing tells any more where an element begins.
        touched = layout.behind(0)
    return Spoilt(raw, touched)


def elements_moved(layout: Layout, rng: random.Random) -> Spoilt:
    """Elements of a list are dropped, doubled or exchanged, or a stranger stands among them."""
    assert isinstance(layout, Tree)
    value = copy.deepcopy(layout.value)
    lists = [(pointer, part) for pointer, part in _parts(value, "") if isinstance(part, list) and part]
    if not lists:
        return values_in_tree(layout, rng)
    pointer, part = rng.choice(lists)
    one, other = rng.randrange(len(part)), rng.randrange(len(part))
    way = rng.randrange(4)
    touched: set[str] = set()
    if way == 0:
        part[one], part[other] = part[other], part[one]
        touched = layout.below(f"{pointer}/{one}") | layout.below(f"{pointer}/{other}")
    elif way == 1:
        part.insert(other, copy.deepcopy(part[one]))
    elif way == 2:
        del part[one]
        touched = layout.below(f"{pointer}/{one}")
    else:
        part.insert(one, rng.choice((*JUNK, *_WEIRD)))
    # Inside of a record its list is a part of it.
    inside = layout.name_of(pointer)
    return Spoilt(
        _dumped(value, rng), touched | ({inside} if inside in {one.name for one in layout.records} else set())
    )


# Of databases ----------------------------------------------------------------------------------------------------


def cells(layout: Layout, rng: random.Random) -> Spoilt:
    """Cells of one to three rows hold something else: another type, or JSON with another value in it."""
    with opened_in_memory(layout.raw) as database:
        touched = set()
        for _ in range(rng.choice((1, 1, 2, 3))):
            name = rng.choice(layout.records).name
            table, rowid = name.rsplit("/", 1)
            columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
            column = rng.choice(columns)
            (held,) = database.execute(f'SELECT "{column}" FROM "{table}" WHERE rowid = ?', (rowid,)).fetchone() or (0,)
            try:
                database.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (_cell(held, rng), rowid))
            except (sqlite3.IntegrityError, OverflowError):
                continue
            touched |= {name, f"{table}/{_rowid(database, table, rowid)}"}
        database.commit()
        return Spoilt(database.serialize(), touched)


def rows_dropped(layout: Layout, rng: random.Random) -> Spoilt:
    """One to three rows are gone."""
    touched = {rng.choice(layout.records).name for _ in range(rng.randrange(1, 4))}
    return Spoilt(layout.without(touched), touched)


def pages_spoilt(layout: Layout, rng: random.Random) -> Spoilt:
    """Pages are zeroed, exchanged, doubled, filled with noise, or gone at the end."""
    assert isinstance(layout, Rows)
    size = layout.page
    parts = [layout.raw[at : at + size] for at in range(0, len(layout.raw), size)]
    first = 0 if rng.random() < 0.05 else 1
    spoilt: set[int] = set()
    strange: set[int] = set()
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        one, other = rng.randrange(first, len(parts)), rng.randrange(first, len(parts))
        way = rng.randrange(5)
        spoilt.add(one)
        if way == 0:
            parts[one] = bytes(size)
        elif way == 1:
            parts[one], parts[other] = parts[other], parts[one]
            strange |= {one, other}
        elif way == 2:
            parts[one] = parts[other]
            strange.add(one)
        elif way == 3:
            parts[one] = rng.randbytes(size)
        elif one:
            spoilt |= set(range(one, len(parts)))
            del parts[one:]
            break
    # Rows of another page have numbers that rows of the same table may have.
    tables = {name.rpartition("/")[0] for name in _on_pages(layout, strange)}
    mixed = {record.name for record in layout.records if record.name.rpartition("/")[0] in tables}
    return Spoilt(b"".join(parts), _on_pages(layout, spoilt) | mixed)


# Of bytes --------------------------------------------------------------------------------------------------------


def cut(layout: Layout, rng: random.Random) -> Spoilt:
    """The file ends anywhere."""
    end = rng.randrange(1, len(layout.raw))
    return Spoilt(layout.raw[:end], _damaged(layout, end, len(layout.raw)))


def bytes_turned_over(layout: Layout, rng: random.Random) -> Spoilt:
    """Some bytes are others: a bit turned over, or noise."""
    content = bytearray(layout.raw)
    touched: set[str] = set()
    for _ in range(rng.choice((1, 1, 1, 3, 20))):
        at = rng.randrange(len(content))
        # The end of a line is what the next one needs, too.
        touched |= _damaged(layout, at, at + (2 if content[at] == 10 else 1))
        content[at] = content[at] ^ (1 << rng.randrange(8)) if rng.random() < 0.7 else rng.randrange(256)
    return Spoilt(bytes(content), touched)


def a_span_gone(layout: Layout, rng: random.Random) -> Spoilt:
    """A part in the middle is gone, zeroed as a crash leaves it, or there twice."""
    raw = layout.raw
    start = rng.randrange(len(raw))
    end = min(len(raw), start + rng.choice((1, 5, 80, 1_000, len(raw) // 3)))
    put = rng.choice((b"", bytes(end - start), raw[start:end] * 2))
    # Pages of a database are known by their place.
    last = len(raw) if isinstance(layout, Rows) and len(put) != end - start else end + (raw[end - 1] == 10)
    return Spoilt(raw[:start] + put + raw[end:], _damaged(layout, start, last))


def garbage_around(layout: Layout, rng: random.Random) -> Spoilt:
    """Something stands in front of a document or behind it."""
    put = rng.choice(_GARBAGE)
    if rng.random() < 0.5:
        return Spoilt(layout.raw + b"\n" + put, set())
    # One line more and it is one document behind another: whose is it then?
    return Spoilt(put + b"\n" + layout.raw, set())


_OF_BYTES: tuple[Way, ...] = (cut, bytes_turned_over, a_span_gone)
OF_LINES: tuple[Way, ...] = (
    values_on_lines, values_on_lines, values_on_lines, lines_dropped, lines_doubled, lines_exchanged,
    garbage_between_lines, lines_glued, *_OF_BYTES,
)  # fmt: skip
OF_TREES: tuple[Way, ...] = (
    values_in_tree, values_in_tree, values_in_tree, elements_moved, elements_moved, garbage_around, *_OF_BYTES,
)  # fmt: skip
OF_ROWS: tuple[Way, ...] = (cells, cells, cells, rows_dropped, pages_spoilt, pages_spoilt, pages_spoilt, *_OF_BYTES)


def _lines(layout: Layout) -> list[bytes]:
    assert isinstance(layout, Lines)
    return list(layout.lines)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _damaged(layout: Layout, start: int, end: int) -> set[str]:
    """The records that bytes belong to; of a document all behind them as well, where nothing tells what begins."""
    if isinstance(layout, Tree):
        return layout.behind(start)
    if isinstance(layout, Rows):
        return _on_pages(layout, set(range(start // layout.page, (end - 1) // layout.page + 1)))
    return layout.touched(start, end)


def _on_pages(layout: Rows, pages: Iterable[int]) -> set[str]:
    return {name for page in pages if page < len(layout.on_pages) for name in layout.on_pages[page]}


def _spoil(value: Any, rng: random.Random) -> tuple[Any, str]:
    """The value with one part replaced or taken out, and the pointer to that part."""
    parts = [(pointer, part, key) for pointer, part in _parts(value, "") for key in _keys(part)]
    if not parts:
        return rng.choice((*JUNK, *_WEIRD)), ""
    # As often near the root as far from it: most values stand deep.
    depths = sorted({pointer.count("/") for pointer, _, _ in parts})
    depth = rng.choice(depths)
    pointer, holder, key = rng.choice([part for part in parts if part[0].count("/") == depth])
    place = f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}"
    if isinstance(holder, dict) and rng.random() < 0.2:
        del holder[key]
    elif isinstance(holder, dict) and rng.random() < 0.1:
        holder[rng.choice(("", "type", "role", "x" * 200, "\ud83d"))] = holder.pop(key)
    elif rng.random() < 0.25:
        holder[key] = _HOLE
    else:
        holder[key] = copy.deepcopy(rng.choice((*JUNK, *_WEIRD)))
    return value, place


def _parts(value: Any, pointer: str) -> Iterable[tuple[str, Any]]:
    """Every object and list inside a value, with its pointer."""
    if isinstance(value, dict | list):
        yield pointer, value
        for key in _keys(value):
            yield from _parts(value[key], f"{pointer}/{str(key).replace('~', '~0').replace('/', '~1')}")


def _keys(value: Any) -> list[Any]:
    return list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []


def _dumped(value: Any, rng: random.Random) -> bytes:
    raw = json.dumps(value, ensure_ascii=rng.random() < 0.7).encode("utf-8", "surrogatepass")
    return raw.replace(f'"{_HOLE}"'.encode(), rng.choice(_NO_JSON))


def _cell(held: Any, rng: random.Random) -> Any:
    """Something else for a cell: of its JSON one value, or all of it."""
    try:
        value = json.loads(held) if isinstance(held, str | bytes) and rng.random() < 0.7 else None
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, dict | list):
        raw = _dumped(_spoil(value, rng)[0], rng)
        return raw if isinstance(held, bytes) else raw.decode("utf-8", "replace")
    return rng.choice(_CELLS)


def _rowid(database: sqlite3.Connection, table: str, rowid: str) -> str:
    """A row may be known by a column that was changed."""
    found = database.execute(f'SELECT 1 FROM "{table}" WHERE rowid = ?', (rowid,)).fetchone()
    return rowid if found else "moved"
