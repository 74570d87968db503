"""A chat as one document, whether it was written as one or as a log of changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.content import read_bytes
from inspector.read.documents import read_document
from inspector.read.lines import read_lines, whole_lines
from inspector.read.values import as_dict, as_list

_WHOLE, _SET, _PUSH, _DELETE = 0, 1, 2, 3
_MOST_MISSING = 3
"""Requests that may be missing before the one that a change reaches into."""


@dataclass(slots=True)
class Chat:
    """The chat as it stands after all changes."""

    data: Any
    path: str
    log: bool
    """Whether it is a log: then a text may come from any line, and is held."""
    lines: dict[int, Source] = field(default_factory=dict)
    """For each request the line that last changed anything in it."""

    def at(self, request: int) -> Source:
        """Where a request stands."""
        if self.log:
            return self.lines.get(request, Source(self.path))
        return Source(self.path, pointer=f"/requests/{request}")


def read_chat(path: Path, report: Report) -> Chat:
    if not _is_log(path):
        return Chat(read_document(path, report), str(path), log=False)
    chat = Chat(None, str(path), log=True)
    lost = 0
    for line in read_lines(path, report):
        chat.data, done = apply(chat.data, line.record)
        lost += not done
        at = line.at(chat.path)
        for request in _touched(chat.data, line.record):
            chat.lines[request] = at
    if lost:
        message = f"{lost} changes could not be made: what they change is not there."
        report(Diagnostic(Severity.WARNING, "lost-change", message, Source(chat.path)))
    return chat


def _is_log(path: Path) -> bool:
    """Whether there is a change on any of the first lines; the very first may be longer than what is looked at."""
    if b'"kind"' in read_bytes(path, 64)[0].split(b":", 1)[0]:
        return True
    try:
        return any(isinstance(value, dict) and "kind" in value and "v" in value for value in whole_lines(path))
    except OSError:
        return False


def _touched(data: Any, change: Record) -> list[int]:
    """The requests that a change reaches."""
    keys = as_list(change.get("k"))
    if keys[:1] != ["requests"]:
        return list(range(len(as_list(as_dict(data).get("requests"))))) if "k" not in change and "v" in change else []
    if len(keys) > 1:
        return [keys[1]] if type(keys[1]) is int else []
    count = len(as_list(as_dict(data).get("requests")))
    added = len(as_list(change.get("v"))) if change.get("kind") == _PUSH else count
    return list(range(count - added, count))


def apply(data: Any, change: Record) -> tuple[Any, bool]:
    """The document after one change, and whether it could be made."""
    kind, keys, value = change.get("kind"), as_list(change.get("k")), change.get("v")
    is_whole = kind == _WHOLE or (data is None and "k" not in change)
    if is_whole or not isinstance(data, dict):
        # What is said later is not lost with a beginning that is damaged.
        data = {**as_dict(value if is_whole else None)}
        data["requests"] = as_list(data.get("requests"))
    if is_whole:
        return data, isinstance(value, dict)
    _make_room(data, keys)
    holder = data
    for key in keys[:-1]:
        holder = _at(holder, key)
    if not keys or kind not in (_SET, _PUSH, _DELETE):
        return data, False
    if kind == _PUSH:
        return data, _push(_at(holder, keys[-1]), value, change.get("i"))
    return data, _set(holder, keys[-1], value, delete=kind == _DELETE)


def _make_room(data: Record, keys: list[Any]) -> None:
    """Make the request that a change reaches into, where the one that brought it was damaged."""
    requests = data.get("requests")
    if keys[:1] != ["requests"] or len(keys) < 3 or type(keys[1]) is not int or not isinstance(requests, list):
        return
    place = keys[1]
    if 0 <= place <= len(requests) + _MOST_MISSING:
        requests.extend({} for _ in range(place + 1 - len(requests)))
        if not isinstance(requests[place], dict):
            requests[place] = {}


def _at(holder: Any, key: Any) -> Any:
    if isinstance(holder, dict) and isinstance(key, str):
        return holder.get(key)
    if isinstance(holder, list) and type(key) is int and 0 <= key < len(holder):
        return holder[key]
    return None


def _push(target: Any, values: Any, cut: Any) -> bool:
    """Append; with an index everything from there on goes first."""
    if not isinstance(target, list):
        return False
    if type(cut) is int and cut >= 0:
        del target[cut:]
    target.extend(as_list(values))
    return True


def _set(holder: Any, key: Any, value: Any, *, delete: bool) -> bool:
    if isinstance(holder, dict) and isinstance(key, str):
        if delete:
            holder.pop(key, None)
        else:
            holder[key] = value
        return True
    if isinstance(holder, list) and type(key) is int and 0 <= key <= len(holder):
        if delete and key < len(holder):
            holder[key] = None
        elif not delete:
            holder[key : key + 1] = [value]
        return True
    return False
