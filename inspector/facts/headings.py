"""The headings of a document that somebody pasted: they name what stands below them, and state nothing themselves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inspector.text.openings import word_count
from inspector.text.phrases import says
from inspector.text.units import Unit

_DOCUMENT = 2
"""Headings from which on a message holds a document. One alone may be all that a person says."""
# What is set in bold and ends as a sentence does is one.
_MARKED = re.compile(r"#{1,6}\s|\*\*[^*]*[^*.!。！](?:\*\*:?)$")
_UNDERLINED = re.compile(r"[ \t]*\r?\n[ ]{0,3}(?:={3,}|-{3,})[ \t]*(?:\r?\n|$)")
_LINE = 80
_LEAST_ORDERED = 4
"""Words of a heading that says by itself what has to be done: "Never do" leaves it to its list."""


def headings(text: str, units: Sequence[Unit]) -> frozenset[int]:
    """The places, among the units of a message, of those that only head what follows; none where it is no document."""
    found = [place for place, unit in enumerate(units) if _heads(text, unit)]
    if len(found) < _DOCUMENT:
        return frozenset()
    return frozenset(place for place in found if not _orders(units[place].text))


def _heads(text: str, unit: Unit) -> bool:
    if unit.shape == "heading":
        return bool(_MARKED.match(unit.text))
    return unit.shape == "sentence" and unit.first and len(unit.text) <= _LINE and _is_underlined(text, unit)


def _is_underlined(text: str, unit: Unit) -> bool:
    """Whether a unit is a whole line above a line of "===" or "---", and opens its paragraph."""
    ends = unit.text[-1:] in ".!:;,"
    opens = not text[: unit.start].strip(" \t") or text[: unit.start].rstrip(" \t").endswith(("\n\n", "\n\r\n"))
    return opens and not ends and bool(_UNDERLINED.match(text, unit.end))


def _orders(heading: str) -> bool:
    """Whether a heading is an order of its own: "Never push to main"."""
    return word_count(heading) >= _LEAST_ORDERED and says("orders by itself", heading)
