"""Texts in one Unicode normal form (NFC), with the way back to where things stand in the original.

A path that a Mac lists spells é as two signs, a summary as one: they are the same name.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator

_STACK = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{500}")
"""No letter of any writing has so many accents, and putting them in order takes the square of their number."""


def nfc(text: str) -> str:
    """A text with each accented letter as one sign; one in which accents pile up without end as it is."""
    return text if text.isascii() or _STACK.search(text) else unicodedata.normalize("NFC", text)


def letters(text: str) -> Iterator[tuple[int, int]]:
    """The letters of a text, each with the signs that belong to it, as half-open places."""
    start = 0
    for place in range(1, len(text)):
        sign = text[place]
        # Signs set upon the one before, and the later parts of a Korean syllable.
        if not (sign > "\u02ff" and (unicodedata.combining(sign) or "\u1160" <= sign <= "\u11ff")):
            yield start, place
            start = place
    if text:
        yield start, len(text)


class NfcText:
    """A text with each accented letter as one sign, and the original."""

    __slots__ = ("_shifts", "_starts", "original", "text")

    def __init__(self, text: str) -> None:
        self.original = self.text = text
        self._starts, self._shifts = [0], [0]
        if nfc(text) == text:
            return
        pieces, place = [], 0
        for start, end in letters(text):
            piece = nfc(text[start:end])
            pieces.append(piece)
            place += len(piece)
            if len(piece) != end - start:
                self._starts.append(place)
                self._shifts.append(end - place)
        self.text = "".join(pieces)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of the composed text stands in the original."""
        return self._original(start), self._original(end)

    def _original(self, place: int) -> int:
        return place + self._shifts[bisect_right(self._starts, place) - 1]
