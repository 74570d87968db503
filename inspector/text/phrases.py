"""English phrases by which sentences are told apart, read once from ``resources/phrases.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache

from inspector.resources import resource

FILE = "phrases.toml"
_FILLERS = (
    r"ok(?:ay)?|yes|yeah|yep|no|and|also|then|but|so|now|first|next|just|btw|hmm+|well|like|oh|ah|actually|again|though"
    r"|\d+[.)]|[a-eA-E][.)]"
)
_POLITE = _FILLERS + r"|please|pls|that|you should|you|we should|we|i'd|i"
_PLACES = {
    "holds": (r"\b(?:", r")\b"),
    "starts": (r"^\W*(?:", r")\b"),
    "asks": (rf"^\W*(?:(?:{_FILLERS})[,:\s]+)*(?:", r")\b"),
    "opens": (rf"^\W*(?:(?:{_POLITE})[,:\s]+)*(?:", r")\b"),
    "opens_with": (rf"^\W*(?:(?:{_POLITE})[,:\s]+)*(?:", ")"),
    "marks": ("(?:", ")"),
}
"""What stands around the phrases of a place: nothing, borders of words, the start of a text, words that open it."""


def says(name: str, text: str) -> bool:
    """Whether a text has one of the phrases of a name, where that asks for it."""
    return phrase(name).search(text) is not None


@cache
def phrase(name: str) -> re.Pattern[str]:
    """What finds the phrases of a name in a text; raises KeyError for a name that the table lacks."""
    places = _table()[name]
    found = ("|".join(phrases).join(_PLACES[place]) for place, phrases in places.items())
    return re.compile("|".join(found), re.IGNORECASE)


@cache
def _table() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return tomllib.loads(resource(FILE).read_text("utf-8"))
