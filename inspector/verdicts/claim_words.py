"""How summaries speak of the human's messages and of finished work: forms that several checks share."""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.model import Item
from inspector.text.difference import names
from inspector.text.units import Unit
from inspector.text.word_rows import rows


class Doubt(NamedTuple):
    """What a check says of a unit."""

    subject: str
    """approval, completion, number, quotation or authorship."""
    kind: str
    """unsupported or contradicted."""
    why: str


QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{12,})[\"”“»]")
DENIES = rows(
    "not|isn't|aren't|haven't|hasn't|until|once|when|if|before|should|must|will|to_be|need|ensure|make_sure|verify"
    "|confirm|check|purpose|want|wants|wanted|asked|said|in_order|after"
)
"""What makes of a claim a condition, an order, or words of somebody."""
_MESSAGES = ("user messages", "user's messages", "users messages", "user said")
_LEAST_NAME = 6
LEAST = 3
"""Telling words below which a claim is too short to be looked up."""


def lists_messages(unit: Unit) -> bool:
    """Whether a unit stands in a list of what the human wrote."""
    return is_under(unit, *_MESSAGES)


def is_under(unit: Unit, *words: str) -> bool:
    """Whether a unit stands below a heading with any of some words."""
    section = unit.section.lower()
    return any(word in section for word in words)


def is_claimed(hit: re.Match[str] | None, unit: Unit) -> bool:
    """Whether words that were found in a unit are said there as they stand: not denied, not listed as a message."""
    return hit is not None and not DENIES.search(unit.text[: hit.end()]) and not lists_messages(unit)


def long_names(text: str) -> list[str]:
    """Paths and names of a text, and words joined by a hyphen: who wrote them spoke of the same thing."""
    joined = (word.strip("`*\"'.,:;()") for word in text.split() if "-" in word)
    found = dict.fromkeys((*names(text), *(word for word in joined if word.replace("-", "").isalpha())))
    return [name for name in found if len(name) >= _LEAST_NAME]


def at_line(item: Item) -> str:
    """Where an item stands, in words: its line in the log, or its number where a log has no lines."""
    line = item.source.own_line
    return f"line {line}" if line is not None else f"item {item.number}"
