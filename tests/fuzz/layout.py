"""What the records of a log are, and where each stands: lines, elements of a document, rows of a database."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Set
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from inspector.model import Source
from inspector.read.tables import SIGNATURE
from tests.fuzz.pages import rows_on_pages

FRAME = "frame"
_ELEMENT = re.compile(r"/\d+(?=/|$)")


class Record(NamedTuple):
    """A record by its name (a line's number, an element's pointer, ``table/rowid``), and its bytes, half-open."""

    name: str
    start: int
    end: int


class Layout:
    """The records of one undamaged file."""

    def __init__(self, raw: bytes) -> None:
        self.raw = raw
        self.records: tuple[Record, ...] = ()

    def record_of(self, source: Source) -> str:
        """The record that an item stands in."""
        raise NotImplementedError

    def without(self, names: Set[str]) -> bytes:
        """The file as it were had these records never been written."""
        raise NotImplementedError

    def touched(self, start: int, end: int) -> set[str]:
        """The records that share a byte with a span."""
        return {record.name for record in self.records if record.start < end and start < record.end}


class Lines(Layout):
    """A record a line; the line's end belongs to it."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw)
        self.lines = [line + b"\n" for line in raw.removesuffix(b"\n").split(b"\n")]
        ends = [0]
        for line in self.lines:
            ends.append(ends[-1] + len(line))
        self.records = tuple(Record(str(at + 1), ends[at], ends[at + 1]) for at in range(len(self.lines)))

    def record_of(self, source: Source) -> str:
        return str(source.line)

    def without(self, names: Set[str]) -> bytes:
        return b"".join(line for at, line in enumerate(self.lines) if str(at + 1) not in names)


class Text(Layout):
    """A transcript for people: nothing marks its records, so that any damage may change all of it."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw)
        self.records = (Record("text", 0, len(raw)),)

    def record_of(self, source: Source) -> str:
        return "text"

    def without(self, names: Set[str]) -> bytes:
        return b"" if names else self.raw


class Tree(Layout):
    """One JSON document. Its records are the elements of the first list on the way that has three; or it is one.

    What stands in none of them stands in the frame.
    """

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw)
        self.value = json.loads(raw)
        text = raw.decode()
        self.records = tuple(_elements(text, 0, "")) or (Record("", 0, len(raw)),)
        self._names = {record.name for record in self.records}
        self._outer = tuple(_elements(text, 0, "", several=False))

    def record_of(self, source: Source) -> str:
        return self.name_of(source.pointer)

    def name_of(self, pointer: str) -> str:
        """The record that a pointer leads into."""
        names = [pointer[: found.end()] for found in _ELEMENT.finditer(pointer)]
        return "" if self._names == {""} else next((name for name in names if name in self._names), FRAME)

    def below(self, pointer: str) -> set[str]:
        """The record that a place is in, or all that hang on it, and the frame."""
        return {self.name_of(pointer), *(name for name in self._names if name.startswith(f"{pointer}/"))}

    def behind(self, start: int) -> set[str]:
        """What is not known to be whole when a document is damaged at a byte.

        Only what stands in front and is complete: of a list the elements, and not a part of one.
        """
        torn = tuple(f"{outer.name}/" for outer in self._outer if outer.end > start)
        return {FRAME, *(one.name for one in self.records if one.end > start or f"{one.name}/".startswith(torn))}

    def without(self, names: Set[str]) -> bytes:
        value = json.loads(self.raw)
        if "" in names:
            return b"{}"
        for name in sorted(names, key=_last_first):
            with suppress(LookupError, ValueError):
                holder, key = _holder(value, name)
                del holder[key if isinstance(holder, dict) else int(key)]
        return orjson.dumps(value)


class Rows(Layout):
    """A SQLite database; its records are rows, which stand on pages."""

    def __init__(self, raw: bytes) -> None:
        super().__init__(raw)
        self.page = int.from_bytes(raw[16:18], "big")
        self.on_pages = rows_on_pages(raw)
        found = [(name, at) for at, names in enumerate(self.on_pages) for name in sorted(names)]
        self.records = tuple(Record(name, at * self.page, (at + 1) * self.page) for name, at in found)

    def record_of(self, source: Source) -> str:
        return "/".join(source.pointer.split("/")[:2])

    def without(self, names: Set[str]) -> bytes:
        with opened_in_memory(self.raw) as database:
            for name in names:
                table, rowid = name.rsplit("/", 1)
                if not rowid.lstrip("-").isdigit():
                    # A row that was given another number is none of the undamaged file's.
                    continue
                database.execute(f'DELETE FROM "{table}" WHERE rowid = ?', (int(rowid),))
            database.commit()
            return database.serialize()


@lru_cache(maxsize=128)
def layout(path: Path) -> Layout | None:
    """The layout of a file; None where it holds no records of these kinds."""
    raw = path.read_bytes()
    if raw.startswith(SIGNATURE):
        return Rows(raw)
    if path.suffix == ".jsonl":
        return Lines(raw)
    if path.suffix in (".md", ".log", ".txt"):
        return Text(raw)
    try:
        return Tree(raw)
    except ValueError:
        return None


def opened_in_memory(raw: bytes) -> sqlite3.Connection:
    """A database on a copy of these bytes."""
    database = sqlite3.connect(":memory:")
    database.deserialize(raw)
    return database


def _elements(text: str, at: int, pointer: str, *, several: bool = True) -> Iterator[Record]:
    """The records below a container at a place; offsets are those of bytes where the text is ASCII."""
    at = _blank(text, at)
    if at >= len(text) or text[at] not in "{[":
        return
    is_list, count, found = text[at] == "[", 0, []
    at = _blank(text, at + 1)
    while text[at] not in "]}":
        key = str(count)
        if not is_list:
            key, at = json.JSONDecoder().raw_decode(text, at)
            at = _blank(text, _blank(text, at) + 1)
        _, end = json.JSONDecoder().raw_decode(text, at)
        found.append((f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}", at, end))
        at = _blank(text, end)
        at = _blank(text, at + 1) if text[at] == "," else at
        count += 1
    if is_list and count > 2 * several and text[found[0][1]] in "{[":
        for name, start, end in found:
            yield Record(name, len(text[:start].encode()), len(text[:end].encode()))
        return
    for name, start, _ in found:
        yield from _elements(text, start, name, several=several)


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _holder(value: Any, pointer: str) -> tuple[Any, str]:
    *way, key = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    for step in way:
        value = value[int(step) if isinstance(value, list) else step]
    return value, key


def _last_first(pointer: str) -> tuple[int, ...]:
    """What is deeper goes first, and of a list its end."""
    steps = pointer.split("/")
    return -len(steps), *(-int(step) if step.isdigit() else 0 for step in steps)
