"""Texts without differences that mean nothing, and the way back to where their words stand."""

from __future__ import annotations

import re
from array import array
from functools import lru_cache

from inspector.text.nfc import letters, nfc

_PLAIN = {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": ".", "\u00a0": " "}
_DROPPED = frozenset("`\\")
_MARKS = re.compile(r"[\W_]+")
_TEXTS = 16


def normalise(text: str) -> str:
    """A text without differences that mean nothing.

    These are case, kinds of quotes and dashes, marks, runs of blanks, and in how many signs an accent is written.
    """
    plain = text if text.isascii() else _plain(nfc(text))
    plain = plain.replace("**", "").replace("`", "").replace("\\", "")
    return " ".join(plain.lower().split())


def _plain(text: str) -> str:
    # Most texts hold none of them, and looking for one sign is much quicker than translating all.
    for sign, plain in _PLAIN.items():
        text = text.replace(sign, plain)
    return text


def squeezed(text: str) -> str:
    """A text without anything but letters and digits, in lower case."""
    return _MARKS.sub("", nfc(text).lower())


def place_in(text: str, start: int, end: int) -> tuple[int, int]:
    """Where a part of the normal form of a text stands in the text itself; (0, 0) where that cannot be told."""
    starts, ends = _places(text)
    return (starts[start], ends[end - 1]) if 0 <= start < end <= len(starts) else (0, 0)


@lru_cache(maxsize=_TEXTS)
def _places(text: str) -> tuple[array[int], array[int]]:
    """For each sign of the normal form, where what it stands for begins and ends in the text."""
    starts, ends = array("L"), array("L")
    behind = blank = -1
    for start, end in letters(text):
        sign = text[start:end]
        if start < behind or sign in _DROPPED:
            continue
        if sign == "*" and text.startswith("**", start):
            behind = start + 2
            continue
        for one in _plain(nfc(sign)).lower():
            if one.isspace():
                blank = start if blank < 0 else blank
                continue
            if blank >= 0 and starts:
                starts.append(blank)
                ends.append(blank + 1)
            blank = -1
            starts.append(start)
            ends.append(end)
    # Some writings compose signs that stand for themselves: where one was missed, all behind it would be shifted.
    return (starts, ends) if len(starts) == len(normalise(text)) else (array("L"), array("L"))
