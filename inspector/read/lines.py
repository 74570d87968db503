"""Tolerant JSON lines: byte offsets, byte order mark, torn last line, damaged text; a bad line costs one line.

Lines end at ``\\n`` bytes only: U+2028 and friends are legal inside JSON strings and do occur in real logs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import orjson

from inspector.errors import cause
from inspector.model import Diagnostic, Severity, Source
from inspector.read import limits
from inspector.read.adapter import Record, Report
from inspector.read.content import ends_there, open_bytes

_NEWLINE = 10
_BLANK = b"\x00\xef\xbb\xbf \t\r\n"
_MOST_JOINS = 50
"""Places that may be the end of a record are tried this often; a damaged line could hold a million."""
_PASSED = 1 << 20
_FEW = 20
_START = 1 << 20
"""What tells lines from a document: so many lines, or those that begin in so many bytes."""
_SURROGATE = re.compile("[\ud800-\udfff]")


class Line(NamedTuple):
    """One record and where it stands. ``end`` excludes the line end."""

    number: int
    start: int
    end: int
    record: Record

    def at(self, path: Path | str, pointer: str = "") -> Source:
        """Where it stands in its file, or what of it stands at a pointer."""
        return Source(str(path), self.number, self.start, self.end, pointer)


def read_lines(path: Path, report: Report) -> Iterator[Line]:
    """The objects of a JSONL log in file order; everything else on a line of its own becomes a Diagnostic.

    Raises CannotRead, and TooLarge where the log is above a bound that was not lifted.
    """
    name = str(path)
    loads, make = orjson.loads, tuple.__new__
    for number, start, end, raw in raw_lines(path, report):
        try:
            record = loads(raw)
        except orjson.JSONDecodeError:
            if not raw.strip(_BLANK):
                if b"\x00" in raw:
                    message = "A line holds only NUL bytes, as a crash leaves them."
                    report(_problem("nul-line", message, name, number, start, end))
                continue
            glued = _glued(raw)
            for first, last, record in glued:
                yield Line(number, start + first, start + last, record)
            if glued:
                message = f"{len(glued)} records stand on one line; all were read."
                report(Diagnostic(Severity.NOTE, "glued-line", message, Source(name, number, start, end)))
                continue
            record = _mend(raw, report, Source(name, number, start, end))
        if type(record) is dict:
            # Twice as fast as Line(…), which a log runs through a hundred thousand times.
            yield make(Line, (number, start, end - 1 if raw[-1] == _NEWLINE else end, record))
        elif record is not None:
            report(_problem("not-a-record", "The line is JSON, but not an object.", name, number, start, end))


def raw_lines(path: Path, report: Report) -> Iterator[tuple[int, int, int, bytes]]:
    """The lines of a log as (number, first byte, byte behind the line end, bytes), in file order.

    A line above a bound becomes a Diagnostic, and so does damage that ends an archive. Raises as ``read_lines`` does.
    """
    name = str(path)
    number = start = 0
    is_bounded = not limits.is_lifted(path)
    with open_bytes(path) as stream:
        try:
            for raw in iter(partial(stream.readline, limits.LINE + 1 if is_bounded else -1), b""):
                number += 1
                end = start + len(raw)
                if is_bounded and len(raw) > limits.VALUES and (why := _above_bound(raw)):
                    if number == 1:
                        # One document, most likely, and nothing would be left of it.
                        raise limits.TooLarge(path, f"has a first line that {why}")
                    end += _rest_of_line(stream, raw)
                    report(_problem("long-line", f"The line {why}; {limits.HOW_TO_LIFT}.", name, number, start, end))
                else:
                    if number > limits.RECORDS:
                        limits.check_records(path, number)
                    yield number, start, end, raw
                start = end
        except OSError as why:
            report(ends_there(cause(why), Source(name, number, start, start)))


def _above_bound(raw: bytes) -> str:
    """Why a line is not to be read; "" where it is."""
    if len(raw) > limits.LINE and not raw.endswith(b"\n"):
        return f"is longer than {limits.megabytes(limits.LINE)}"
    return f"holds more than {limits.VALUES:,} values" if limits.is_crowded(raw) else ""


def _rest_of_line(stream: BinaryIO, raw: bytes) -> int:
    """How many bytes stand behind the beginning of a line, which are passed over a piece at a time."""
    passed = 0
    while not raw.endswith(b"\n") and (raw := stream.readline(_PASSED)):
        passed += len(raw)
    return passed


class TextLine(NamedTuple):
    """One line of the file: its number from 1, its bytes without the line end, and its text."""

    number: int
    start: int
    end: int
    text: str


def text_lines(path: Path, report: Report) -> Iterator[TextLine]:
    """The lines of a text; one that is no text is read with its damage marked. Raises as ``raw_lines`` does."""
    for number, start, end, raw in raw_lines(path, report):
        body = raw.removesuffix(b"\n").removesuffix(b"\r")
        if body and not body.strip(b"\x00"):
            continue
        if number == 1:
            kept = body.removeprefix(b"\xef\xbb\xbf")
            start, body = start + len(body) - len(kept), kept
        text = body.decode("utf-8", "replace")
        if "\ufffd" in text and b"\xef\xbf\xbd" not in body:
            message = "Bytes that are not text were replaced by �."
            report(Diagnostic(Severity.WARNING, "mended-line", message, Source(str(path), number, start, end)))
        yield TextLine(number, start, start + len(body), text)


def whole_lines(path: Path) -> list[Any]:
    """The objects and arrays at the start of a log that stand each on a line of its own; none of a laid-out document.

    Several lines are looked at, as any of them may be damaged. Raises CannotRead, and OSError where nothing is there.
    """
    values: list[Any] = []
    done = 0
    with open_bytes(path) as stream:
        for number in range(_FEW):
            try:
                # A damaged first line may be longer than that.
                raw = stream.readline(limits.LINE) if done < _START or not values else b""
            except OSError:
                if not number:
                    raise
                break
            if not raw:
                break
            done += len(raw)
            value = _on_a_line(raw)
            if value:
                values.append(value)
    return values


def _on_a_line(raw: bytes) -> Any:
    """The object or array that a line is; None for a line of a document that is laid out over several."""
    raw = raw.lstrip(b"\xef\xbb\xbf\x00")
    if not raw.startswith((b"{", b"[")) or limits.is_crowded(raw):
        return None
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        glued = _glued(raw)
        return glued[0][2] if glued else None


def loads_tolerant(raw: bytes) -> tuple[Any, str]:
    """The value of a damaged JSON text and what was mended, or ``(None, why)`` when nothing could be."""
    stripped = raw.strip(_BLANK)
    try:
        return orjson.loads(stripped), "NUL bytes or a byte order mark around the record were left out"
    except orjson.JSONDecodeError as why:
        if is_too_deep(why):
            return None, limits.TOO_DEEP
    text = stripped.decode("utf-8", "replace")
    try:
        value = json.loads(text, strict=False)
    except RecursionError:
        return None, limits.TOO_DEEP
    except ValueError as why:
        return None, str(why).split(":")[0]
    if _depth(value) > limits.DEPTH:
        # orjson stumbled over something else before it came that deep.
        return None, limits.TOO_DEEP
    # Half of a surrogate pair cannot be encoded again; it would break every later stage.
    odd = "�" in text or "\\ud" in text.lower()
    told = "bytes that are not text were replaced by �" if odd else "it is not strictly JSON"
    return _without_surrogates(value), told


def is_too_deep(why: orjson.JSONDecodeError) -> bool:
    """Whether a text was not read because of its depth; up to ``why.pos`` it may be whole."""
    return "depth limit" in why.msg


def _glued(raw: bytes) -> list[tuple[int, int, Record]]:
    """The objects of a line that holds several, as two writers at once leave them; empty for any other line."""
    found: list[tuple[int, int, Record]] = []
    start = 0
    while (join := raw.find(b"}{", start)) >= 0 or found:
        # The first join at which an object ends; text inside strings may look like one.
        tries = _MOST_JOINS
        while join >= 0 and _object(raw[start : join + 1]) is None:
            tries -= 1
            join = raw.find(b"}{", join + 1) if tries else -1
        end = join + 1 if join >= 0 else len(raw.rstrip(_BLANK))
        record = _object(raw[start:end])
        if record is None:
            return []
        found.append((start, end, record))
        if join < 0:
            break
        start = end
    return found


def _object(raw: bytes) -> Record | None:
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        return None
    return value if type(value) is dict else None


def _mend(raw: bytes, report: Report, source: Source) -> Any:
    value, note = loads_tolerant(raw)
    if value is None and raw.strip(_BLANK) != b"null":
        torn = not raw.endswith(b"\n")
        code, what = ("torn-line", "The last line is incomplete") if torn else ("bad-line", "The line is not JSON")
        report(Diagnostic(Severity.WARNING if torn else Severity.ERROR, code, f"{what}: {note}.", source))
    elif not raw.startswith(b"\xef\xbb\xbf") or b"\x00" in raw:
        report(Diagnostic(Severity.WARNING, "mended-line", f"Read with repairs: {note}.", source))
    return value


def _depth(value: Any) -> int:
    """How many objects and arrays stand inside each other."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
    return depth


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("�", value)
    if isinstance(value, list):
        return [_without_surrogates(part) for part in value]
    if isinstance(value, dict):
        return {_SURROGATE.sub("�", key): _without_surrogates(part) for key, part in value.items()}
    return value


def _problem(code: str, message: str, path: str, line: int, start: int, end: int) -> Diagnostic:
    return Diagnostic(Severity.ERROR, code, message, Source(path, line, start, end))
