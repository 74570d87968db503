"""What stages read out of a model's answer: objects, and where a text has the words that it quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_FAILED = 200
"""Braces that open nothing, after which an answer is given up: each may be read to its end before it fails."""
_WORD = re.compile(r"\w+")


def json_objects(answer: str) -> Iterator[dict[str, Any]]:
    """The objects that an answer holds, however they are laid out and wrapped; anything else in it is passed over."""
    # Line ends within a text are no fault of what it says.
    decoder = json.JSONDecoder(strict=False)
    place, failed = answer.find("{"), 0
    while place >= 0 and failed < _FAILED:
        try:
            value, end = decoder.raw_decode(answer, place)
        except (ValueError, RecursionError):
            failed += 1
            end = place + 1
        else:
            yield from _unwrapped(value)
        place = answer.find("{", end)


def _unwrapped(value: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """An object, or those of the one list that it is there for: some models answer with a single object."""
    inner = next(iter(value.values())) if len(value) == 1 else None
    if isinstance(inner, list):
        yield from (one for one in inner if isinstance(one, dict))
    else:
        yield value


def number_of(told: dict[str, Any]) -> int | None:
    """Which of the things it was asked about an object speaks of, under "n"."""
    number = told.get("n")
    if isinstance(number, str) and number.isdecimal():
        return int(number)
    return number if isinstance(number, int) else None


def word_of(told: dict[str, Any], key: str) -> str:
    """A word of an object in lower case; "" where there is none."""
    word = told.get(key)
    return word.strip().lower() if isinstance(word, str) else ""


def find_quote(quote: str, text: str) -> re.Match[str] | None:
    """Where a text has the words that a model quotes, in their order; case, blanks and marks may differ."""
    words = _WORD.findall(quote)
    if not words:
        return None
    # Scripts without blanks have words within words.
    before = r"(?<!\w)" if words[0][0].isascii() else ""
    behind = r"(?!\w)" if words[-1][-1].isascii() else ""
    # The mark that ends a sentence is part of it, where both have one.
    behind += "[.!?…。！？]?" if quote.rstrip("\"'”`*)] ")[-1:] in "….!?。！？" else ""
    return re.search(before + r"\W+".join(words) + behind, text, re.IGNORECASE)
