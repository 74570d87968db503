"""A terminal's output without its colour codes, with the way back to where things stand in the original."""

from __future__ import annotations

import re
from bisect import bisect_right

_CODE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Uncoloured:
    """A text without colour codes: they part words that belong together, and end what does not end there."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts, self._shifts = [0], [0]
        if "\x1b" not in text:
            return
        shift = 0
        for code in _CODE.finditer(text):
            shift += len(code[0])
            self._starts.append(code.end() - shift)
            self._shifts.append(shift)
        self.text = _CODE.sub("", text)

    def place(self, start: int, end: int) -> tuple[int, int]:
        """Where a part of the bare text stands in the original, without the codes on either side."""
        return self._original(start), self._original(end - 1) + 1 if end > start else self._original(start)

    def _original(self, place: int) -> int:
        return place + self._shifts[bisect_right(self._starts, place) - 1]
