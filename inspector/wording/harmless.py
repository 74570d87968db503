"""Words of a log as a terminal, a document or a program may hold them: nothing in them acts on who reads it."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

import orjson

_ACTING = "\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff"
"""Commands to terminals and printers, and marks that turn the direction of what follows on the line."""
_HARMFUL = re.compile(f"[\x00-\x08\x0b-\x1f{_ACTING}\ud800-\udfff]")
_ESCAPED_IN_JSON = re.compile(f"[{_ACTING}\u2028\u2029]")
_LINE_ENDS = re.compile("[\t\n\u2028\u2029]")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet takes for one."""


def harmless(words: str) -> str:
    """The words with every character that acts instead of being read replaced by one that is seen."""
    return _HARMFUL.sub(_picture, words.replace("\r\n", "\n").replace("\r", "\n"))


def harmless_line(words: str) -> str:
    """The same on one line: a blank for each end of a line, and for a tab."""
    return _LINE_ENDS.sub(" ", harmless(words))


def harmless_json(value: Any, *, indented: bool = False) -> str:
    """A value as JSON in which what acts is escaped: data stays what it is, and a terminal shows nothing turned round.

    Raises TypeError for what JSON cannot hold.
    """
    try:
        written = orjson.dumps(value, option=orjson.OPT_INDENT_2 if indented else None).decode()
    except TypeError:
        # Half a surrogate pair, which only escapes can carry.
        return json.dumps(value, ensure_ascii=True, indent=2 if indented else None)
    return _ESCAPED_IN_JSON.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def as_csv(names: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """Rows below their names, for a spreadsheet: None is an empty cell, and no text is run as a formula."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([_cell(value) for value in row] for row in rows)
    return stream.getvalue()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        words = harmless(value)
        return f"'{words}" if words.startswith(_FORMULA) else words
    return value


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 32:
        return chr(0x2400 + code)
    name = unicodedata.name(match[0], "").lower()
    return f"⟨{name}⟩" if name else "\ufffd"
