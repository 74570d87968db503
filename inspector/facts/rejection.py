"""A rejection: the words of the human that decide, with what they turn down, choose and give as a reason."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inspector.facts.exchanges import Exchange
from inspector.model import Item, Part, Quote, Role
from inspector.text.openings import word_count
from inspector.text.units import Unit, split

REASON = re.compile(
    r"(?:\b(?:because|since|(?<!long )as (?:it|this|that|they|we|i)\b|otherwise|to (?:avoid|save|prevent)\b"
    r"|so (?:that )?(?:it|we|i|they)\b|the risk\b|i think (?:it|that|this)\b|that way|due to|weil|sonst|protože"
    r"|бо\b|тому що|потому что)|(?<=\s[-–—]\s)(?:it|this|that|they|we|i)\b)[^\n]*?(?=[.!?](?:\s|$)|\n|$)|因为[^\n。]*",
    re.IGNORECASE,
)
"""Why: from the word that opens a reason to the end of its sentence."""
_NEAR = 120
"""Characters behind a sentence in which its reason begins."""
LEAST = 3
"""Words of a sentence that decides, or of a reason."""


@dataclass(frozen=True, slots=True)
class Rejection:
    """The words that decide, as a place in an item, and what they turn down, choose and give as a reason."""

    item: Item
    unit: Unit
    parts: tuple[Part, ...]


def units_of(exchange: Exchange) -> tuple[Unit, ...]:
    """The message cut as it is for statements, so that both find the same words."""
    return split(exchange.text, clauses=True)


def reason_of(exchange: Exchange, unit: Unit) -> tuple[Part, ...]:
    """Why, in the human's words: behind a because, from the sentence that decides on."""
    found = REASON.search(exchange.text, unit.start, min(len(exchange.text), unit.end + _NEAR))
    if found is None or word_count(found[0]) < LEAST:
        return ()
    return (said(Role.REASON, exchange, *found.span()),)


def said(role: Role, exchange: Exchange, start: int, end: int) -> Part:
    """A stretch of the human's message, without blanks at its ends."""
    text = exchange.text[start:end]
    start += len(text) - len(text.lstrip())
    at = exchange.offset + start
    return Part(role, Quote(exchange.item.number, at, at + len(text.strip())), text.strip())


def words_in(role: Role, item: Item, text: str, words: str) -> Part | None:
    """Words of an item's text; None where they do not stand there."""
    start = text.find(words) if words else -1
    return Part(role, Quote(item.number, start, start + len(words)), words) if start >= 0 else None


def in_item(unit: Unit, exchange: Exchange) -> Unit:
    """A unit of the human's words as a place in the item's text."""
    return Unit(unit.start + exchange.offset, unit.end + exchange.offset, unit.text, unit.shape, first=unit.first)
