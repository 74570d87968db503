"""Tolerant JSON documents: a log that is one array or object, opened as far as it goes.

Agents that rewrite the whole file at every change leave one cut short when they crash. What stands complete before
the cut is a session all the same. A list's element counts only when it is whole: half a message would say something
that was never said.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from inspector.errors import CannotRead
from inspector.model import Diagnostic, Severity, Source
from inspector.read.adapter import Record, Report
from inspector.read.content import ends_there, read_bytes
from inspector.read.limits import TOO_DEEP, TooLarge, check_document
from inspector.read.lines import is_too_deep, loads_tolerant
from inspector.read.values import as_dict

_STRING = r'"(?>[^"\\]+|\\.)*+"'
_IN_FRAME = re.compile(rf'(?>[^][{{}},"]+|{_STRING})*+([][{{}},])', re.DOTALL)
# Most of a document is elements of lists, in which nothing counts but where they end.
_IN_ELEMENT = re.compile(rf'(?>[^][{{}}"]+|{_STRING})*+([][{{}}])', re.DOTALL)
_MOST_DAMAGED = 3
"""Lines in front of a document that may be damaged."""
_DEEPEST = 200
"""No log has a frame this deep, and what is cut inside of one is left out."""
_MORE = "Extra data"
"""Python's word for a document behind whose end something stands."""
_BLANK = b"\x00\xef\xbb\xbf \t\r\n"


class Cut(NamedTuple):
    """What is complete of a damaged document, the byte up to which it was kept, and what is wrong there."""

    value: Any
    kept: int
    why: str


def read_document(path: Path, report: Report) -> Any:
    """The value of a JSON document; None, with a diagnostic, where there is none.

    Raises CannotRead, and TooLarge where it is above a bound that was not lifted.
    """
    name = str(path)
    raw, why = read_bytes(path)
    check_document(path, raw)
    if why:
        report(ends_there(why, Source(name)))
    return _document(raw, name, report)


def loads_document(raw: bytes) -> Any:
    """The same value from the same bytes, without a word about damage: for reading texts back."""
    return _document(raw, "", lambda _: None)


def _document(raw: bytes, name: str, report: Report) -> Any:
    try:
        return orjson.loads(raw)
    except orjson.JSONDecodeError:
        pass
    value, skipped = _behind_damage(raw)
    if skipped:
        message = f"The first {skipped:,} bytes are not JSON; the document behind them was read."
        report(Diagnostic(Severity.ERROR, "bad-start", message, Source(name, None, 0, skipped)))
        return value
    value, note = loads_tolerant(raw)
    if value is not None:
        if not raw.startswith(b"\xef\xbb\xbf") or b"\x00" in raw:
            report(Diagnostic(Severity.WARNING, "mended-document", f"Read with repairs: {note}.", Source(name)))
        return value
    cut = loads_cut(raw)
    place = Source(name, None, cut.kept, len(raw))
    lost = f"{len(raw) - cut.kept:,} bytes from byte {cut.kept:,} on are not shown"
    report(Diagnostic(Severity.ERROR, "cut-document", f"The document is not complete JSON ({cut.why}); {lost}.", place))
    return cut.value


def read_part(path: Path, report: Report) -> Any:
    """The value of one of the files of a session; None where it is not there, or, with a diagnostic, cannot be read.

    Raises TooLarge.
    """
    if not path.exists():
        return None
    try:
        return read_document(path, report)
    except TooLarge:
        raise
    except CannotRead as why:
        report(unread_file(path, why))
        return None


def small_object(path: Path) -> Record:
    """The object that a small file holds; empty where the file is not there or cannot be read."""
    try:
        return as_dict(orjson.loads(path.read_bytes()))
    except (OSError, ValueError):
        return {}


def unread_file(path: Path, why: CannotRead) -> Diagnostic:
    """That one of the files of a session cannot be read: the rest of it can."""
    return Diagnostic(Severity.ERROR, "unread-file", why.message, Source(str(path)))


def not_records(rows: Sequence[Any], path: Path | str | None, pointer: str) -> Diagnostic | None:
    """What to list of a list of records, at ``pointer``, where some of its elements are no objects."""
    odd = [place for place, row in enumerate(rows) if not isinstance(row, dict)]
    if not odd:
        return None
    said = (
        "1 record is no object; it is not shown."
        if len(odd) == 1
        else f"{len(odd)} records are no objects; they are not shown."
    )
    return Diagnostic(Severity.ERROR, "not-a-record", said, Source(str(path), pointer=f"{pointer}/{odd[0]}"))


def _behind_damage(raw: bytes) -> tuple[Any, int]:
    """The whole document that stands behind lines that are damaged, and how many bytes those take; 0 for none."""
    start = 0
    for _ in range(_MOST_DAMAGED):
        start = raw.find(b"\n", start) + 1
        if not start:
            break
        # Inside of a document as well lines may begin so: nothing may stand behind what is taken for the whole.
        if raw[start : start + 1] in (b"{", b"["):
            if start > len(raw) // 2 and loads_document(raw[:start]):
                # What is longer is the log, where anything of it can be read.
                break
            try:
                return orjson.loads(raw[start:]), start
            except orjson.JSONDecodeError:
                continue
    return None, 0


@lru_cache(maxsize=4)
def head_document(head: bytes) -> Any:
    """The JSON document that begins in the head of a file, as far as it is whole there; None where none begins.

    Kept for the next adapter that asks: cutting a document costs more than most of them take to recognise one.
    The value is shared, so it must not be changed.
    """
    if not head.lstrip(_BLANK).startswith((b"{", b"[")):
        return None
    try:
        return orjson.loads(head)
    except orjson.JSONDecodeError:
        pass
    first, line_end, _ = head.lstrip(_BLANK).partition(b"\n")
    if line_end and first.rstrip().endswith((b"}", b"]")):
        # A log of lines: what stands behind the first is another document.
        try:
            return orjson.loads(first)
        except orjson.JSONDecodeError:
            pass
    # Cut by us and not damaged, as far as one can know: where, need not be found out first.
    text = head.decode("utf-8", "replace")
    end, closers = _last_whole(text)
    try:
        return orjson.loads(text[:end] + closers)
    except orjson.JSONDecodeError:
        return loads_cut(head).value


def loads_cut(raw: bytes) -> Cut:
    """What is complete of a damaged array or object before its damage; the value is None where that is nothing."""
    skipped = len(raw) - len(raw.lstrip(_BLANK))
    text = raw[skipped:].decode("utf-8", "replace")
    try:
        good, reason = _until_damage(text)
    except RecursionError:
        return Cut(None, 0, TOO_DEEP)
    except ValueError:
        return Cut(None, 0, "it holds a number too long")
    if not reason:
        return Cut(None, 0, "it is damaged")
    if reason == _MORE:
        whole, _ = loads_tolerant(good.encode())
        return Cut(whole, min(len(raw), skipped + len(good.encode())), "more stands behind its end")
    end, closers = _last_whole(good)
    if not closers:
        return Cut(None, 0, reason)
    value, _ = loads_tolerant((good[:end] + closers).encode())
    return Cut(value, min(len(raw), skipped + len(good[:end].encode())), reason)


def _until_damage(text: str) -> tuple[str, str]:
    """What of a text is not known to be damaged, and why it ends; "" where no damage is found."""
    try:
        orjson.loads(text)
    except orjson.JSONDecodeError as why:
        if is_too_deep(why):
            return text[: why.pos], TOO_DEEP
    try:
        json.loads(text, strict=False)
    except json.JSONDecodeError as why:
        return text[: why.pos], why.msg
    return text, ""


def _last_whole(text: str) -> tuple[int, str]:
    """Where the last whole element ends that belongs to the frame of the document, and what closes it there.

    The frame is the root and what hangs on it by name: an object or array that is itself an element of a list
    is left out unless its end is there.
    """
    open_: list[str] = []
    inside = place = end = depth = 0
    while token := (_IN_ELEMENT if inside else _IN_FRAME).match(text, place):
        mark, place = token[1], token.end()
        if mark in "{[":
            inside += inside > 0 or (bool(open_) and open_[-1] == "]")
            open_.append("}" if mark == "{" else "]")
        elif mark in "}]":
            if not open_:
                # The text was not cut but damaged: what closes here never opened.
                break
            open_.pop()
            inside -= inside > 0
        if len(open_) > _DEEPEST:
            # What is made of a value calls itself at every level.
            break
        if not inside:
            end, depth = token.start(1) if mark == "," else place, len(open_)
    # What was opened since is inside an element; below that nothing was closed, or it would be the end.
    return end, "".join(reversed(open_[:depth]))
