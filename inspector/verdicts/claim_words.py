"""How summaries speak of the human's messages, of his wishes and of finished work: forms that several checks share."""

from __future__ import annotations

import re
from typing import NamedTuple

from inspector.text.difference import names
from inspector.text.similarity import content
from inspector.text.units import Unit


class Told(NamedTuple):
    """What a check says of a unit."""

    subject: str
    """approval, completion, number, name, quotation or authorship."""
    kind: str
    """unsupported or contradicted."""
    why: str


QUOTED = re.compile(r"[\"“„«]([^\"“”„«»]{12,})[\"”“»]")
DENIES = re.compile(
    r"\b(?:not|isn'?t|aren'?t|haven'?t|hasn'?t|until|once|when|if|before|should|must|will|to be|need|ensure"
    r"|make sure|verify|confirm|check|purpose|want|wants|wanted|asked|said|in order|after)\b",
    re.IGNORECASE,
)
_MESSAGES = re.compile(r"user messages|user'?s messages|user said", re.IGNORECASE)
_JOINED = re.compile(r"\b[A-Za-z]+(?:-[A-Za-z]+)+\b")
_QUOTES = re.compile(r"[\"“„«`][^\"“”„«»`]{1,60}[\"”“»`]")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_LEAST_NAME = 6
LEAST = 3
"""Telling words below which a claim is too short to be looked up."""


def lists_messages(unit: Unit) -> bool:
    """Whether a unit stands in a list of what the human wrote."""
    return bool(_MESSAGES.search(unit.section))


def long_names(text: str) -> list[str]:
    """Paths and names of a text, and words joined by a hyphen: who wrote them spoke of the same thing."""
    return [name for name in (*names(text), *_JOINED.findall(text)) if len(name) >= _LEAST_NAME]


def without_names(text: str) -> str:
    """A text without its names and quotations: a person speaks of a branch without spelling it."""
    bare = _QUOTES.sub(" ", text)
    for name in names(bare):
        bare = bare.replace(name, " ")
    return bare if len(content(bare)) >= LEAST else text


def without_asides(text: str) -> str:
    """A quotation without what stands in brackets: that explains, and is not meant as the person's words."""
    return _ASIDE.sub(" ", text)


def at_line(line: int | None, number: int) -> str:
    """Where something stands, in words: its line in the log, or its number where a log has no lines."""
    return f"line {line}" if line is not None else f"item {number}"
