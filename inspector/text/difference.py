"""What differs between a statement and a passage: numbers, negation, modality, scope, names.

Rule: these decide; similarity only finds what to compare.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.text.cues import cues
from inspector.text.nfc import nfc
from inspector.text.text_index import parted

# Not a place in an order ("the 3rd").
_NUMBER = re.compile(
    r"(?<![\w.])[-+]?\d+(?:[.,]\d+)*(?:\s?(?:%|ms|s|sec|min|h|kb|mb|gb|k|m|px|x)\b)?(?!\d|(?:st|nd|rd|th)\b)",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"`([^`]+)`|(?<!/)((?:[\w.~-]{0,255}/)+[\w.*<>{}-]+)|\b([\w-]{1,255}\.(?:[a-z]{1,4}|json|yaml|toml|html))\b|\b(\w+_\w+"
    r"|[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*)\b|(--[\w-]+)|(#\d+)\b|\b([A-Z]{2,}-\d+)\b"
)

_LINES = re.compile(r"\b(?:lines?|ll?\.)\s*[~≈]?(\d+)(?:\s*(?:[-–]|to|and)\s*(\d+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Difference:
    """What a passage lacks or changes, as words to show."""

    numbers: tuple[str, ...] = ()
    """Of the statement, not in the passage."""
    new_numbers: tuple[str, ...] = ()
    """Of the passage, not in the statement."""
    names: tuple[str, ...] = ()
    scope: tuple[str, ...] = ()
    negated: bool = False
    """One of the two is negative, the other is not."""
    softened: bool = False
    """The statement binds, the passage only allows."""


_GROUPED = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")


def ungrouped(text: str) -> str:
    """A text without commas between groups of three digits: they say how a number is spelled, and not which it is."""
    return _GROUPED.sub("", text)


def numbers(text: str) -> tuple[str, ...]:
    """The numbers of a text with their units, list marks left out."""
    told = parted(re.sub(r"^\s*\d+[.)]\s", "", text))
    return tuple("".join(hit[0].split()).lower() for hit in _NUMBER.finditer(ungrouped(told)))


def line_numbers(text: str) -> frozenset[str]:
    """The numbers of a text that name lines of a file; they move with every edit."""
    return frozenset(number for found in _LINES.findall(text) for number in found if number)


def names(text: str) -> tuple[str, ...]:
    """Paths, identifiers, flags and ticket numbers of a text."""
    # Found where other signs are blanks, told as written: what stands in backticks may hold such signs.
    text = nfc(text)
    spans = (hit.span(hit.lastindex or 0) for hit in _NAME.finditer(parted(text)))
    return tuple(dict.fromkeys(text[start:end].strip(" ()\"'") for start, end in spans))


def is_negative(text: str) -> bool:
    """Whether a text forbids or denies something."""
    return bool(cues().marks("denies", text))


def compare(statement: str, passage: str) -> Difference:
    """What differs. The passage may be several units joined."""
    low = nfc(passage).lower()
    there = set(numbers(passage))
    said = numbers(statement)
    marks = cues().marks
    return Difference(
        numbers=tuple(number for number in said if number not in there),
        new_numbers=tuple(sorted(there - set(said))),
        names=tuple(name for name in names(statement) if name.lower() not in low),
        scope=tuple(sorted(marks("limits", statement) - marks("limits", passage))),
        negated=is_negative(statement) != is_negative(passage),
        softened=bool(marks("binds", statement) and marks("allows", passage) and not marks("allows", statement)),
    )
