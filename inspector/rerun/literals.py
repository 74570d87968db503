"""Strings in the sources of a program, found by words that stand in them.

Works on sources, on bundles of one line, and on programs that carry their sources (as those made with Bun do): from a
place in the text back to the quote that opens it. It reads what quotes mean in JavaScript, Python and Go well enough
for prose; a program that was compiled to machine code has no quotes, and nothing is found in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent

_NAME = re.compile(rb"[\w$.]")
_REACH = 60_000
"""Bytes to either side of a word in which its string has to stand."""
_DEEP = 2
"""Strings in strings."""
_TRIES = 200
_BEFORE = re.compile(r"(?:[=(\[{,:;?&|+]|=>|\b(?:return|default|case))[\s(]*[rfbu]?$")
"""What stands ahead of a quote that opens a string."""
_BEHIND = re.compile(r"\s*(?:[;,)\]}:+.?&|]|$|\n)")
_ESCAPE = re.compile(r"\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r?\n)|(.))", re.DOTALL)
_LETTERS = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_VALUE = re.compile("\ue000(.*?)\ue001", re.DOTALL)
"""Where a template string has a value filled in; two signs that no prose has stand around what computes it."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A string as the program has it, with marks where values are filled in."""

    marked: str

    @property
    def values(self) -> tuple[str, ...]:
        """What computes each value, as code."""
        return tuple(_VALUE.findall(self.marked))

    def filled(self, value: str) -> str:
        """The text with the first value that is left replaced by this."""
        return _VALUE.sub(lambda _: value, self.marked, count=1)

    @property
    def text(self) -> str:
        """The text without its values."""
        return _VALUE.sub("", self.marked)


def literals_with(data: bytes, words: Sequence[str]) -> Iterator[Literal]:
    """Strings that hold all of these words, in order; of a value that is a string of the same program its text."""
    first = max(words, key=len).encode()
    place, end = data.find(first), -1
    while place >= 0:
        if place >= end:
            before = data[max(0, place - _REACH) : place].decode("utf-8", "replace")
            behind = data[place : place + _REACH].decode("utf-8", "replace")
            found, length = _around(before, behind, words)
            if found is not None:
                yield _resolved(found, data, 0)
                end = place + length
        place = data.find(first, place + 1)


def _around(before: str, behind: str, words: Sequence[str]) -> tuple[Literal | None, int]:
    whole = before + behind
    for quote in ("`", '"""', "'''", '"', "'"):
        start = len(before)
        for _ in range(_TRIES):
            start = whole.rfind(quote, 0, start)
            if start < 0 or (len(quote) == 1 and quote != "`" and "\n" in whole[start : len(before)]):
                break
            if not _BEFORE.search(whole[max(0, start - 40) : start]):
                continue
            read = _read(whole, start, quote)
            if read is None or read[1] <= len(before):
                continue
            marked, end = read
            if all(word in marked for word in words) and _BEHIND.match(whole, end):
                return Literal(dedent(marked) if len(quote) == 3 else marked), end - len(before)
    return None, 0


def _read(text: str, start: int, quote: str) -> tuple[str, int] | None:
    """The string that a quote opens, and where it ends; None where it does not."""
    at, parts = start + len(quote), list[str]()
    while at < len(text):
        if text.startswith(quote, at):
            return "".join(parts), at + len(quote)
        if text[at] == "\\":
            match = _ESCAPE.match(text, at)
            if match is None:
                return None
            parts.append(_unescaped(match))
            at = match.end()
        elif quote == "`" and text.startswith("${", at):
            end = _value_end(text, at + 2)
            if end is None:
                return None
            parts.append(f"\ue000{text[at + 2 : end - 1]}\ue001")
            at = end
        elif text[at] == "\n" and len(quote) == 1 and quote != "`":
            return None
        else:
            parts.append(text[at])
            at += 1
    return None


def _value_end(text: str, at: int) -> int | None:
    """Behind the brace that closes a value."""
    depth = 1
    while at < len(text):
        sign = text[at]
        if sign in "`\"'":
            read = _read(text, at, sign)
            if read is None:
                return None
            at = read[1]
            continue
        depth += (sign == "{") - (sign == "}")
        at += 1
        if not depth:
            return at
    return None


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2] or match[3]
    if code:
        return chr(int(code, 16)) if int(code, 16) <= 0x10FFFF else ""
    return "" if match[4] else _LETTERS.get(match[5], match[5])


def _named(name: str, data: bytes) -> str | None:
    """The string that is kept under a name; None where none is. A regular expression takes long in a large program."""
    for sign in ("=", " = "):
        place = data.find(f"{name}{sign}".encode())
        while place >= 0:
            start = place + len(name) + len(sign)
            if data[start : start + 1] in (b"`", b'"', b"'") and not _NAME.match(data[max(0, place - 1) : place]):
                text = data[start : start + _REACH].decode("utf-8", "replace")
                read = _read(text, 0, text[0])
                if read is not None:
                    return read[0]
            place = data.find(f"{name}{sign}".encode(), start)
    return None


def _resolved(found: Literal, data: bytes, depth: int) -> Literal:
    """Values that are strings under a name are put in; what is computed stays marked."""

    def put_in(match: re.Match[str]) -> str:
        name = match[1].strip()
        if depth > _DEEP or not re.fullmatch(r"[\w$]+", name):
            return match[0]
        text = _named(name, data)
        return match[0] if text is None else _resolved(Literal(text), data, depth + 1).marked

    return Literal(_VALUE.sub(put_in, found.marked))
