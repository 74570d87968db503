"""The records of a Gemini CLI log, whichever form it has: JSON lines, one document, or a saved history.

What later ones tell of earlier ones stands here, too: the walk has to know it before it gets there.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from inspector.model import Diagnostic, ItemKind, Source
from inspector.read.adapter import Report
from inspector.read.documents import read_document
from inspector.read.lines import Line, read_lines, whole_lines
from inspector.read.parts import pieces
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
    at = line.at(path)
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


def written_again(records: list[Told]) -> set[int]:
    """Records that only write the history down once more, right before the list that names just these.

    Answers among them have no model and no tokens: nothing was asked of one.
    """
    again: set[int] = set()
    for index, record in enumerate(records):
        messages = as_list(as_dict(record.value.get("$set")).get("messages")) if record.what == "set" else []
        names = {as_text(as_dict(message).get("id")) for message in messages}
        run: list[int] = []
        for place in range(index - 1, -1, -1):
            if records[place].what == "message" and as_text(records[place].value.get("id")) in names:
                run.append(place)
            elif records[place].what != "set" or "messages" in as_dict(records[place].value.get("$set")):
                # A set of anything else only tells when the log was written last.
                break
        answers = [one for one in (records[place].value for place in run) if one.get("type") == "gemini"]
        if len(run) == len(messages) and answers and not any(one.get("model") or one.get("tokens") for one in answers):
            again.update(run)
    return again


def answered_by_user(records: list[Told], again: set[int]) -> dict[str, int]:
    """Calls by id whose results stand in a record of the user as well, and where the last of these is."""
    found = {}
    for index, record in enumerate(records):
        if record.what != "message" or record.value.get("type") != "user" or index in again:
            continue
        for part in map(as_dict, as_list(record.value.get("content"))):
            name = as_text(as_dict(part.get("functionResponse")).get("id"))
            if name:
                found[name] = index
    return found


def exact_texts(records: list[Told]) -> dict[str, str]:
    """Texts of answers in lists that were written down: by the message's name, and by their words where these tell."""
    named, spoken = dict[str, str](), dict[str, set[str]]()
    for record in records:
        told = as_list(as_dict(record.value.get("$set")).get("messages")) if record.what == "set" else []
        for message in map(as_dict, told):
            content = message.get("content") if message.get("type") == "gemini" else None
            texts = [piece.value for piece in pieces(content, "", "model") if piece.kind is ItemKind.ASSISTANT]
            if isinstance(content, list) and len(texts) == 1 and isinstance(texts[0], str):
                named.setdefault(as_text(message.get("id")), texts[0])
                spoken.setdefault(texts[0].strip(), set()).add(texts[0])
    return {words: next(iter(texts)) for words, texts in spoken.items() if len(texts) == 1} | named
