"""A log's text as it is drawn: every character in its place, those that act or cannot be seen as a sign of theirs.

A text view counts in UTF-16 units, breaks lines by its own rules and lets direction marks turn words about. What is
drawn is made so that none of this changes what a person reads, and each place of it leads back to the log's text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from inspector.gui.models.lines import LONGEST, spans
from inspector.gui.models.signs import UNSEEN, sign

_ODD = re.compile(f"[{UNSEEN}\U00010000-\U0010ffff]")
"""What is drawn as a sign, and what takes two units."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """``words`` are drawn for ``text``. Both lists hold the places at which their counting parts."""

    text: str
    words: str
    _offsets: list[int]
    """In characters of the text."""
    _places: list[int]
    """In units of what is drawn."""
    signs: list[tuple[int, int]]
    """Where our words stand for a character, in units."""

    def place(self, offset: int) -> int:
        """Where a character of the text is drawn."""
        at = bisect_right(self._offsets, offset) - 1
        ahead = self._places[at] + offset - self._offsets[at]
        return min(ahead, self._places[at + 1]) if at + 1 < len(self._places) else ahead

    def offset(self, place: int) -> int:
        """Which character of the text is drawn there; within a sign the one behind it."""
        at = bisect_right(self._places, place) - 1
        ahead = self._offsets[at] + place - self._places[at]
        return min(ahead, self._offsets[at + 1]) if at + 1 < len(self._offsets) else min(ahead, len(self.text))


def draw(text: str, longest: int = LONGEST) -> Drawn:
    """Lay a text out for a text view: signs for what is not seen, and a break in a line too long to be drawn."""
    parts: list[str] = []
    offsets, places = [0], [0]
    signs: list[tuple[int, int]] = []

    def add(words: str, upto: int) -> None:
        parts.append(words)
        offsets.append(upto)
        places.append(places[-1] + len(words) + (words > "\uffff"))

    for start, end in spans(text, longest):
        if start:
            # What it stands for is nothing where a line was too long, else the line's end, of one character or two.
            add("\n", start)
        is_two = text[end : end + 1] == "\n" and text.endswith("\r", start, end)
        stop = end - 1 if is_two else end
        for odd in _ODD.finditer(text, start, stop):
            add(text[offsets[-1] : odd.start()], odd.start())
            add(sign(odd[0]), odd.end())
            if parts[-1] != odd[0]:
                signs.append((places[-2], places[-1]))
        add(text[offsets[-1] : stop], stop)
    return Drawn(text, "".join(parts), offsets, places, signs)
