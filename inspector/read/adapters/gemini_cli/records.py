"""The records of a Gemini CLI log, whichever form it has: JSON lines, one document, or a saved history."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import Diagnostic, Source
from inspector.read.adapter import Report
from inspector.read.documents import read_document
from inspector.read.lines import Line, read_lines, whole_lines
from inspector.read.values import as_dict, as_list, as_text

_LISTS = ("messages", "clientHistory", "history")


class Told(NamedTuple):
    """One record: what it is (meta, message, content, set, rewind), its value, and where that stands."""

    what: str
    value: dict[str, Any]
    at: Source


def read_records(path: Path, report: Report) -> list[Told]:
    """The records of a log in order; a message written again stands once: where it first stood, as last told."""
    if not _has_lines(path):
        return list(_in_document(path, read_document(path, report)))
    problems: list[Diagnostic] = []
    lines = list(read_lines(path, problems.append))
    if len(lines) == 1 and any(isinstance(lines[0].record.get(key), list) for key in _LISTS):
        return list(_in_document(path, lines[0].record))
    for problem in problems:
        report(problem)
    return _last_told([_of_line(str(path), line) for line in lines])


def _has_lines(path: Path) -> bool:
    """Whether there are objects on lines of their own, and not one document on one line."""
    try:
        values = whole_lines(path)
    except OSError:
        return False
    # A document's messages stand inside it.
    return any(isinstance(value, dict) and not isinstance(value.get("messages"), list) for value in values)


def _of_line(path: str, line: Line) -> Told:
    at = Source(path, line.number, line.start, line.end)
    record = line.record
    if isinstance(record.get("$rewindTo"), str):
        return Told("rewind", record, at)
    if isinstance(record.get("$set"), dict):
        return Told("set", record, at)
    if isinstance(record.get("id"), str) or "type" in record:
        return Told("message", record, at)
    return Told("meta", record, at)


def _last_told(records: list[Told]) -> list[Told]:
    """Each message once in each stretch between two records that change the list, in its last form."""
    told: list[Told | None] = list(records)
    places: dict[str, int] = {}
    for index, record in enumerate(records):
        if record.what == "message" and (own := as_text(record.value.get("id"))):
            place = places.setdefault(own, index)
            if place != index:
                told[place], told[index] = record, None
        elif record.what == "rewind" or "messages" in as_dict(record.value.get("$set")):
            places = {}
    return [record for record in told if record is not None]


def _in_document(path: Path, document: Any) -> Iterator[Told]:
    def at(pointer: str) -> Source:
        return Source(str(path), pointer=pointer)

    if isinstance(document, list):
        history, pointer = document, ""
    elif isinstance(document, dict):
        yield Told("meta", document, at(""))
        for index, message in enumerate(as_list(document.get("messages"))):
            if isinstance(message, dict):
                yield Told("message", message, at(f"/messages/{index}"))
        # A tool checkpoint has the messages shown as history, and those sent as clientHistory.
        key = "clientHistory" if isinstance(document.get("clientHistory"), list) else "history"
        history, pointer = as_list(document.get(key)), f"/{key}"
    else:
        return
    for index, content in enumerate(history):
        if isinstance(content, dict):
            yield Told("content", content, at(f"{pointer}/{index}"))
