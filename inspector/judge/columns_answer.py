"""What a judge answered about several texts, read as far as it can be read. Nothing in here is believed yet."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from inspector.judge.answer import ClaimAnswer, claim_of, object_in
from inspector.model import Verdict

_STATES = {
    "V": Verdict.VERBATIM,
    "R": Verdict.REWORDED,
    "W": Verdict.WEAKENED,
    "A": Verdict.ALTERED,
    "C": Verdict.CONTRADICTED,
    "L": Verdict.LOST,
}
_TEXT = re.compile(r"\"([A-Z])\"\s*:\s*(?=\{\s*\"(?:verdicts|claims)\")")


@dataclass(frozen=True, slots=True)
class ColumnStatement:
    """What a judge says of one statement in one text. ``state`` None where that cannot be read."""

    state: Verdict | None
    words: str
    """Those of the text that carry the statement, or say its opposite."""


@dataclass(frozen=True, slots=True)
class ColumnAnswer:
    """What a judge says of one text, by number of the statement."""

    verdicts: Mapping[int, ColumnStatement] = field(default_factory=dict)
    claims: tuple[ClaimAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnsAnswer:
    """What a judge says of several texts, by letter."""

    texts: Mapping[str, ColumnAnswer]
    whole: bool
    """Whether it was one JSON object as asked for; else what is here was picked out of it."""


def read_columns(text: str) -> ColumnsAnswer:
    """An answer as far as it can be read."""
    found = object_in(text)
    texts = found.get("texts", found) if found is not None else None
    if isinstance(texts, dict) and any(isinstance(one, dict) for one in texts.values()):
        told = {letter.strip().upper(): _column(one) for letter, one in texts.items() if isinstance(one, dict)}
        return ColumnsAnswer(told, whole=True)
    return ColumnsAnswer(_pieces(text), whole=False)


def _pieces(text: str) -> dict[str, ColumnAnswer]:
    """The texts of an answer that broke off or is damaged in one place."""
    decoder = json.JSONDecoder(strict=False)
    found: dict[str, ColumnAnswer] = {}
    for opened in _TEXT.finditer(text):
        try:
            value, _ = decoder.raw_decode(text, opened.end())
        except (ValueError, RecursionError):
            continue
        found[opened[1]] = _column(value)
    return found


def _column(one: Mapping[str, Any]) -> ColumnAnswer:
    verdicts, claims = one.get("verdicts"), one.get("claims")
    told = verdicts if isinstance(verdicts, dict) else {}
    listed = claims if isinstance(claims, list) else []
    return ColumnAnswer(
        {int(number): _said(value) for number, value in told.items() if number.strip().isdecimal()},
        tuple(claim for value in listed if (claim := _claim(value)).quote),
    )


def _said(value: object) -> ColumnStatement:
    """The words and the letter, in whichever order and form they came."""
    if isinstance(value, dict):
        value = list(value.values())
    parts = [part.strip() for part in (value if isinstance(value, list) else [value]) if isinstance(part, str)]
    place = next((place for place in reversed(range(len(parts))) if _state(parts[place]) is not None), None)
    if place is None:
        return ColumnStatement(None, "")
    rest = parts[:place] + parts[place + 1 :]
    return ColumnStatement(_state(parts[place]), max(rest, key=len, default=""))


def _state(word: str) -> Verdict | None:
    return _STATES.get(word) or next((one for one in _STATES.values() if one.value == word.lower()), None)


def _claim(value: object) -> ClaimAnswer:
    """A claim; bare words are one that nothing supports."""
    return claim_of(value if isinstance(value, dict) else {"quote": value, "verdict": "unsupported"})
