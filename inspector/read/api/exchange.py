"""One call of a provider in a log: the request and the answer, wherever the record keeps them.

Proxies wrap bodies in an envelope (method, status, headers), keep them as text, or keep the events of the stream.
Bodies that stand in the record are pointed at; those that had to be decoded are held. Headers are never read: they
hold keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from inspector.model import CompactionRecord, Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.api.streams import assemble, events_in, logged_events
from inspector.read.documents import read_document
from inspector.read.lines import raw_lines, read_lines, whole_lines
from inspector.read.times import as_time, from_epoch
from inspector.read.values import as_dict, as_int, as_list, as_text

_ASKED = ("request", "req", "request_body", "requestBody", "raw_request", "input_body")
_ANSWERED = ("response", "res", "response_body", "responseBody", "raw_response", "completion", "output_body")
_BODY = ("body", "payload", "json", "postData", "content")
_LISTS = ("entries", "exchanges", "requests", "calls", "interactions", "records", "data", "traces")
_HOLDERS = frozenset({"log", "lhar", *_LISTS})
_MODEL = re.compile(r"/models/([^/:?]+):")
_COUNTS = re.compile(r":(?:countTokens|(?:batch)?embedContents?)\b", re.IGNORECASE)
"""Calls that hold contents, too, and ask no model for an answer."""


class Body(NamedTuple):
    """A body, where it stands, and whether it had to be decoded from text."""

    value: Record
    pointer: str
    hold: bool = False
    bare: bool = False
    """Whether the list of messages itself stands at the pointer, without an object around it."""
    in_force: bool = False
    """Whether what stands before a compaction inside it is part of the context; a provider's own leaves it out."""
    place: str = ""
    """Of one that was decoded: what its parts point at, for who looks at the record."""


@dataclass(slots=True)
class Exchange:
    """One request with its answer, as a record tells it."""

    at: Source
    pointer: str
    """Of the whole exchange inside the record."""
    request: Body
    answer: Body | None = None
    time: str | None = None
    seconds: float | None = None
    url: str = ""
    status: int | None = None
    id: str = ""
    envelope: bool = False
    """Whether a proxy's envelope stands around the bodies."""
    usage: Record = field(default_factory=dict)
    """Tokens that the record itself tells beside the answer."""
    model: str = ""
    """Where the body does not tell it: Gemini's stands in the address."""
    compacted: list[CompactionRecord] = field(default_factory=list)
    """Compactions of which the log tells in front of it; emptied by who takes them in."""


class Logged(NamedTuple):
    """A record of a log, or an element of a document; ``pointer`` is "" or the element's place."""

    value: Any
    at: Source
    pointer: str


def read_records(path: Path, report: Report) -> Iterator[Logged]:
    """The records of a log that is lines of JSON, one array of them, or one object. Raises CannotRead."""
    name = str(path)
    shape = _shape(path)
    if shape == "arrays":
        yield from _lines_of_arrays(path, report)
        return
    if shape == "lines":
        for line in read_lines(path, report):
            at = line.at(name)
            if _HOLDERS.isdisjoint(line.record):
                yield Logged(line.record, at, "")
            else:
                yield from elements(line.record, at)
        return
    document = read_document(path, report)
    at = Source(name)
    if isinstance(document, list):
        yield from (Logged(value, at, f"/{index}") for index, value in enumerate(document))
    elif document is not None:
        yield from elements(document, at)


def elements(document: Any, at: Source) -> Iterator[Logged]:
    """The records of one object: those of the list that it holds, else itself."""
    root = as_dict(document)
    for base, holder in (("", root), ("/log", as_dict(root.get("log"))), ("/lhar", as_dict(root.get("lhar")))):
        for name in _LISTS:
            listed = as_list(holder.get(name))
            found = [Logged(value, at, f"{base}/{name}/{place}") for place, value in enumerate(listed)]
            if any(isinstance(one.value, dict) and exchange_in(one) for one in found):
                yield from found
                return
    yield Logged(document, at, "")


def _shape(path: Path) -> str:
    """lines of objects, lines of arrays, or one document."""
    try:
        values = whole_lines(path)
    except OSError:
        return "lines"
    lists = sum(isinstance(value, list) for value in values)
    # A list of messages with some other line around it is no document any more, and no worse for it.
    whole = next((value for value in (values[:2] if len(values) == 2 else values[:1]) if isinstance(value, list)), [])
    if lists > 1 or (len(values) > 1 and whole and as_dict(whole[0])):
        return "arrays"
    return "lines" if any(isinstance(value, dict) for value in values) else "document"


def _lines_of_arrays(path: Path, report: Report) -> Iterator[Logged]:
    for number, start, end, raw in raw_lines(path, report):
        at = Source(str(path), number, start, end - raw.endswith(b"\n"))
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError as why:
            if raw.strip():
                report(Diagnostic(Severity.ERROR, "bad-line", f"The line is not JSON: {why}.", at))
            continue
        yield Logged(value, at, "")


def exchange_in(logged: Logged) -> Exchange | None:
    """The exchange that a record holds, or None."""
    record, base = logged.value, logged.pointer
    if isinstance(record, list) and _is_request({"messages": record}):
        return Exchange(logged.at, base, Body({"messages": record}, base, bare=True))
    if not isinstance(record, dict):
        return None
    holder, base = (record["raw"], f"{base}/raw") if isinstance(record.get("raw"), dict) else (record, base)
    asked = _body(holder, base, _ASKED)
    bare = _is_request(record)
    if asked is None and bare:
        asked = Body(record, logged.pointer)
    outer, asked = asked, _within(asked, "request", "contents")
    if asked is None or not _is_request(asked.value):
        return None
    answered = _within(_body(holder, base, _ANSWERED), "response", "candidates")
    if answered is None and isinstance(record.get("choices"), list):
        answered = Body(record, logged.pointer)
    request, response, http = (as_dict(record.get(name)) for name in ("request", "response", "http"))
    url = next((url for url in map(_url, (request, http, record)) if url), "")
    if _COUNTS.search(url):
        return None
    addressed = _MODEL.search(url)
    envelope = bool({"method", "url", "path", "postData"} & request.keys() or http or "raw" in record)
    return Exchange(
        logged.at,
        logged.pointer,
        asked,
        answered,
        time=_time(record),
        seconds=_seconds(record),
        url=url,
        status=as_int(response.get("status")) or as_int(response.get("status_code")) or as_int(http.get("status_code")),
        id=as_text(record.get("request_id")) or as_text(record.get("id")),
        envelope=envelope,
        usage=as_dict(record.get("usage")),
        model=addressed[1] if addressed else as_text(as_dict(outer.value if outer else record).get("model")),
    )


def _url(holder: Record) -> str:
    return as_text(holder.get("url")) or as_text(holder.get("path"))


def _is_request(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if isinstance(value.get("messages"), list):
        return any(isinstance(as_dict(message).get("role"), str) for message in value["messages"][:3])
    if isinstance(value.get("contents"), list):
        return any(isinstance(as_dict(content).get("parts"), list) for content in value["contents"][:3])
    return "input" in value and isinstance(value.get("model"), str)


def _within(body: Body | None, name: str, mark: str) -> Body | None:
    """The body inside the one that Gemini's Code Assist puts around it."""
    inner = body.value.get(name) if body else None
    if body and isinstance(inner, dict) and mark in inner and mark not in body.value:
        return body._replace(value=inner, pointer=f"{body.pointer}/{name}")
    return body


def _body(holder: Record, base: str, names: tuple[str, ...]) -> Body | None:
    for name in names:
        value, pointer = holder.get(name), f"{base}/{name}"
        if isinstance(value, str):
            return _decoded(value, pointer)
        if isinstance(value, list) and (whole := _assembled(value, pointer)):
            return whole
        if not isinstance(value, dict):
            continue
        events = value.get("sse_events") or value.get("ws_events")
        for inner in _BODY:
            found = value.get(inner)
            if inner == "content" and "type" in value:
                continue  # an answer of Anthropic's, not an envelope
            if isinstance(found, dict) and isinstance(found.get("text"), str) and not _is_request(found):
                return _decoded(found["text"], f"{pointer}/{inner}/text")
            if isinstance(found, dict) and found:
                return Body(found, f"{pointer}/{inner}")
            if isinstance(found, str) and found:
                return _decoded(found, f"{pointer}/{inner}")
            if isinstance(found, list) and (whole := _assembled(found, f"{pointer}/{inner}")):
                return whole
        if events:
            return _assembled(events, pointer)
        return Body(value, pointer)
    return None


def _assembled(events: Any, pointer: str) -> Body | None:
    """An answer kept as the events of its stream."""
    whole = assemble(logged_events(events))
    return Body(whole, pointer, hold=True) if whole else None


def _decoded(text: str, pointer: str) -> Body | None:
    """A body kept as text: JSON, or an event stream."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        value = assemble(events_in(text)) if "data:" in text[:2000] else None
    if isinstance(value, list):
        return _assembled(value, pointer)
    return Body(value, pointer, hold=True) if isinstance(value, dict) else None


def _time(record: Record) -> str | None:
    for holder in (record, as_dict(record.get("request"))):
        for name in ("timestamp", "startedDateTime", "startTime", "start_time", "created_at", "time", "date", "ts"):
            value = holder.get(name)
            if isinstance(value, str) and len(value) > 9 and value[:4].isdigit():
                return as_time(value)
            if time := from_epoch(value):
                return time
    return None


def _seconds(record: Record) -> float | None:
    for name in ("duration_ms", "latency_ms", "elapsed_ms"):
        value = as_int(record.get(name))
        if value is not None:
            return value / 1000
    value = record.get("time")  # HAR: milliseconds, beside startedDateTime
    return value / 1000 if "startedDateTime" in record and isinstance(value, int | float) and value >= 0 else None


def named(at: Source, kind: str = "call") -> str:
    """A name by its place, for what the log gives none."""
    return f"{kind} at {at.line if at.line is not None else at.pointer or 'the start'}"
