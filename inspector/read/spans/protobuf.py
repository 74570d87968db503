"""OTLP as protobuf → the same objects as OTLP's JSON: no more of its schema than traces need.

A file is one request, or several, each with its length in front as four bytes, as the collector writes them. Source:
opentelemetry-proto trace/v1, common/v1, resource/v1; read 2026-11-23.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.api.exchange import Logged
from inspector.read.content import ends_there, read_bytes
from inspector.read.limits import check_document
from inspector.read.protobuf import Torn, tag, varint
from inspector.read.protobuf import fields as fields_of

_DEEPEST = 40
_DAMAGED = "damaged"
Field = tuple[str, Callable[[Any, int], Any]]


def is_protobuf(head: bytes) -> bool:
    """Whether the first bytes of a file are of a request: a list of resources, each with its spans."""
    for start in (0, 4):
        body = head[start:]
        if body[:1] != b"\x0a":
            continue
        try:
            size, at = varint(body, 1)
            inner = body[at : at + min(size, 4_096)]
            number, kind, _ = tag(inner, 0)
        except (Torn, IndexError):
            continue
        if kind == 2 and number in (1, 2) and (start == 0 or _length(head) >= size):
            return b"gen_ai" in head or b"openinference" in head or b"telemetry.sdk" in head or b"service.name" in head
    return False


def read_protobuf(path: Path, report: Report) -> Iterator[Logged]:
    """The requests of a file. Raises CannotRead, and TooLarge above a bound that was not lifted."""
    raw, why = read_bytes(path)
    check_document(path, raw)
    at = Source(str(path))
    if why:
        report(ends_there(why, at))
    for number, body in enumerate(_requests(raw)):
        told = _message(body, _REQUEST, 0, frozenset({1}))
        if told.pop(_DAMAGED, False):
            message = f"Request {number + 1} is damaged; what of it is whole was read."
            report(Diagnostic(Severity.ERROR, "cut-document", message, at))
        if told:
            yield Logged(told, Source(str(path)), f"/{number}")


def _requests(raw: bytes) -> Iterator[memoryview]:
    whole = memoryview(raw)
    if raw[:1] == b"\x0a" and not (raw[4:5] == b"\x0a" and _length(raw) + 4 <= len(raw)):
        yield whole
        return
    place = 0
    while place + 4 <= len(raw):
        size = _length(whole[place : place + 4])
        yield whole[place + 4 : place + 4 + size]
        place += 4 + size


def _length(raw: bytes | memoryview) -> int:
    return int(struct.unpack(">I", raw[:4])[0]) if len(raw) >= 4 else 0


def _message(raw: Any, fields: dict[int, Field], depth: int, open_: frozenset[int] | None = None) -> Record:
    """A message by its table of fields. Raises Torn where it is damaged.

    With ``open_`` it is one that holds others: it loses what of them is damaged, which is said under ``_DAMAGED``.
    """
    if not isinstance(raw, memoryview) or depth > _DEEPEST:
        raise Torn
    made: Record = {}
    try:
        for number, value in fields_of(raw, open_ or frozenset()):
            if number not in fields:
                continue
            name, read = fields[number]
            try:
                told = read(value, depth + 1)
            except (Torn, RecursionError):
                if open_ is None:
                    raise
                made[_DAMAGED] = True
                continue
            if isinstance(told, dict) and told.pop(_DAMAGED, False):
                made[_DAMAGED] = True
            if name in _REPEATED:
                made.setdefault(name, []).append(told)
            else:
                made[name] = told
    except Torn:
        if open_ is None:
            raise
        made[_DAMAGED] = True
    return made


def _text(value: Any, depth: int) -> str:
    return str(value, "utf-8", "replace") if isinstance(value, memoryview) else ""


def _hex(value: Any, depth: int) -> str:
    return value.hex() if isinstance(value, memoryview) else ""


def _fixed(value: Any, depth: int) -> int:
    return int.from_bytes(value, "little") if isinstance(value, memoryview) else int(value)


def _double(value: Any, depth: int) -> float:
    return float(struct.unpack("<d", value)[0]) if isinstance(value, memoryview) and len(value) == 8 else 0.0


def _whole(value: Any, depth: int) -> int:
    number = int(value) if isinstance(value, int) else 0
    return number - 2**64 if number >= 2**63 else number


def _flag(value: Any, depth: int) -> bool:
    return bool(value)


def _of(fields: dict[int, Field], open_: frozenset[int] | None = None) -> Callable[[Any, int], Record]:
    return lambda value, depth: _message(value, fields, depth, open_)


_REPEATED = frozenset(("resourceSpans", "scopeSpans", "spans", "events", "attributes", "values"))
"""Fields that come once for each of their values."""
_VALUE: dict[int, Field] = {}
_PAIR: dict[int, Field] = {1: ("key", _text), 2: ("value", _of(_VALUE))}
_VALUE |= {
    1: ("stringValue", _text),
    2: ("boolValue", _flag),
    3: ("intValue", _whole),
    4: ("doubleValue", _double),
    5: ("arrayValue", _of({1: ("values", _of(_VALUE))})),
    6: ("kvlistValue", _of({1: ("values", _of(_PAIR))})),
    7: ("bytesValue", _hex),
}
_EVENT: dict[int, Field] = {1: ("timeUnixNano", _fixed), 2: ("name", _text), 3: ("attributes", _of(_PAIR))}
_SPAN: dict[int, Field] = {
    1: ("traceId", _hex),
    2: ("spanId", _hex),
    5: ("name", _text),
    7: ("startTimeUnixNano", _fixed),
    8: ("endTimeUnixNano", _fixed),
    9: ("attributes", _of(_PAIR)),
    11: ("events", _of(_EVENT)),
    15: ("status", _of({2: ("message", _text), 3: ("code", _whole)})),
}
_SCOPE: dict[int, Field] = {2: ("spans", _of(_SPAN))}
_RESOURCE: dict[int, Field] = {
    1: ("resource", _of({1: ("attributes", _of(_PAIR))})),
    2: ("scopeSpans", _of(_SCOPE, frozenset())),
}
_REQUEST: dict[int, Field] = {1: ("resourceSpans", _of(_RESOURCE, frozenset({2})))}
