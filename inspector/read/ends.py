"""The records at both ends of a log of lines, each parsed when it is asked for: a list wants few of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, overload

import orjson

from inspector.read.adapter import Probe, Record
from inspector.read.times import as_time, span

_TIMED = 8
"""So many records at either end are asked for their time: neighbours may have changed places, as writers overtake."""

_BEGINS = re.compile(rb"^[\xef\xbb\xbf]*[^\S\n]*\{[^\n]*\}[^\S\n]*$", re.MULTILINE)
"""A line that may be an object: a document that is laid out has thousands of others, that open one or close one."""


class Records(Sequence[Record]):
    """The objects on the complete lines of a log's beginning, in order; each is parsed once, when it is reached."""

    __slots__ = ("_end", "_known", "_place", "_text")

    def __init__(self, text: bytes, size: int) -> None:
        """``text`` is the beginning of ``size`` bytes: where it is not all of them, its last line may be cut."""
        last = text.rfind(b"\n")
        self._text = text
        self._end = last if len(text) < size and last >= 0 else len(text)
        self._place = 0
        self._known: list[Record] = []

    def __iter__(self) -> Iterator[Record]:
        # One adapter after the other looks at all of them.
        return self._each() if self._place < self._end else iter(self._known)

    def _each(self) -> Iterator[Record]:
        at = 0
        while at < len(self._known) or self._reach(at + 1):
            yield self._known[at]
            at += 1

    def __len__(self) -> int:
        self._reach(None)
        return len(self._known)

    def __bool__(self) -> bool:
        return self._reach(1)

    @overload
    def __getitem__(self, index: int) -> Record: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...

    def __getitem__(self, index: int | slice) -> Any:
        last = index.stop if isinstance(index, slice) else index + 1 or None
        self._reach(None if last is None or last < 0 else last)
        return self._known[index]

    def _reach(self, many: int | None) -> bool:
        """Parse on until so many are known, or all; False where there are fewer."""
        while (many is None or len(self._known) < many) and self._place < self._end:
            if self._text.startswith(b"{", self._place):
                # Most logs have nothing but such lines, and this finds where one ends ten times sooner.
                stop = self._text.find(b"\n", self._place, self._end)
            else:
                found = _BEGINS.search(self._text, self._place, self._end)
                self._place, stop = found.span() if found else (self._end, self._end)
            stop = stop if stop >= 0 else self._end
            record = _record(self._text[self._place : stop])
            self._place = stop + 1
            if record is not None:
                self._known.append(record)
        return many is not None and len(self._known) >= many


def last_records(probe: Probe, *words: bytes) -> Iterator[Record]:
    """The records of the tail and then those of the head, the last first.

    Where ``words`` are given, those alone whose lines hold one of them: no other line is parsed.
    """
    for text, start in ((probe.tail, probe.tail.find(b"\n") + 1), (probe.head, 0)):
        # Most logs hold none of them, and looking forward tells that ten times sooner.
        end = len(text) if not words or any(word in text for word in words) else 0
        while end > start:
            place = max(text.rfind(word, start, end) for word in words) if words else end
            if place < start:
                break
            begin = max(text.rfind(b"\n", start, place) + 1, start)
            stop = text.find(b"\n", place, end)
            record = _record(text[begin : stop if stop >= 0 else end])
            end = begin - 1
            if record is not None:
                yield record


def first_and_last(
    probe: Probe, time_of: Callable[[Record], str | None] = lambda record: as_time(record.get("timestamp"))
) -> tuple[str | None, str | None]:
    """The earliest and the latest time that a few records at either end tell; None where none of them does."""
    first = islice(filter(None, map(time_of, probe.records)), _TIMED)
    last = islice(filter(None, map(time_of, last_records(probe))), _TIMED)
    return span(chain(first, last))


def times_in(probe: Probe, pattern: re.Pattern[bytes]) -> tuple[str | None, str | None]:
    """The earliest and the latest time that a pattern finds at either end of a document."""
    found = pattern.findall(probe.head) + pattern.findall(probe.tail)
    return span(as_time(text.decode("ascii", "replace")) for text in found)


def _record(line: bytes) -> Record | None:
    if not line.startswith(b"{"):
        line = line.lstrip(b"\xef\xbb\xbf")
        if line.lstrip()[:1] != b"{":
            return None
    try:
        value: Record = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return value
