"""What a judge answered, read as far as it can be read. Nothing in here is believed yet."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any

from inspector.llm.ask import json_objects, number_of, word_of
from inspector.model import Act, FactKind, Limit, Strength, Verdict

KINDS = frozenset({"constraint", "preference", "decision", "task", "given"})
_STATES = frozenset(
    {"verbatim", "reworded", "weakened", "altered", "contradicted", "lost", "superseded", "undecided", "same"}
)
_VERDICTS = frozenset({"supported", "contradicted", "unsupported"})
_LABEL = re.compile(r"[L#]\d+")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class StatementAnswer:
    """One statement as a judge gives it; "" and None where it says nothing, or nothing that is known."""

    quote: str
    label: str
    kind: FactKind | None
    strength: Strength | None
    live: bool
    state: Verdict | None
    evidence: str
    number: int | None = None
    """Of a statement that it was given."""
    same: bool = False
    """It says the same as another one that it was given."""
    limit: Limit | None = None
    """What it forbids, in words that are still to be found."""


@dataclass(frozen=True, slots=True)
class ClaimAnswer:
    """One claim of the summary as a judge gives it."""

    quote: str
    verdict: str
    labels: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Answer:
    """All that could be read of one answer."""

    statements: tuple[StatementAnswer, ...]
    claims: tuple[ClaimAnswer, ...]
    whole: bool
    """Whether it was one JSON object as asked for; else what is here was picked out of it."""
    followed: tuple[StatementAnswer, ...] = ()
    """What it says of the statements that it was given beside what it found."""


def read_answer(text: str) -> Answer:
    """An answer as far as it can be read."""
    found = object_in(text)
    if found is not None:
        statements, claims = found.get("statements"), found.get("claims")
        if isinstance(statements, list):
            told = tuple(_told(one) for one in statements if isinstance(one, dict))
            return Answer(
                told,
                tuple(claim_of(one) for one in _listed(claims)),
                whole=True,
                followed=tuple(_told(one) for one in _listed(found.get("followed"))),
            )
    pieces = list(json_objects(text))
    said = [_told(one) for one in pieces if "state" in one or "kind" in one]
    return Answer(
        tuple(one for one in said if one.quote or one.number is None),
        tuple(claim_of(one) for one in pieces if "verdict" in one),
        whole=False,
        followed=tuple(one for one in said if not one.quote and one.number is not None),
    )


def _listed(value: object) -> list[dict[str, Any]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def object_in(text: str) -> dict[str, Any] | None:
    """The object that an answer is, whatever stands around it; None where it is none."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end <= start:
        return None
    try:
        value = json.loads(text[start : end + 1], strict=False)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _told(one: dict[str, Any]) -> StatementAnswer:
    kind, state, strength = word_of(one, "kind"), word_of(one, "state"), word_of(one, "strength")
    return StatementAnswer(
        quote=_text(one, "quote"),
        label=_label(one.get("line")),
        kind=FactKind(kind) if kind in KINDS else None,
        strength=Strength(strength) if strength in tuple(Strength) else None,
        live=one.get("live") is not False,
        state=Verdict(state) if state in _STATES and state != "same" else None,
        evidence=_text(one, "evidence"),
        number=number_of(one),
        same=state == "same",
        limit=_limit(one.get("bars")),
    )


def _limit(value: object) -> Limit | None:
    if not isinstance(value, dict):
        return None
    act, names = word_of(value, "act"), value.get("names")
    told = tuple(name.strip() for name in names if isinstance(name, str)) if isinstance(names, list) else ()
    return Limit(Act(act), told, value.get("outside") is True) if told and act in tuple(Act) else None


def claim_of(one: dict[str, Any]) -> ClaimAnswer:
    """A claim as far as it can be read."""
    verdict = word_of(one, "verdict")
    lines = one.get("lines")
    named = " ".join(map(str, lines)) if isinstance(lines, list) else str(lines or "")
    labels = tuple(dict.fromkeys(_LABEL.findall(named))) or tuple(f"L{number}" for number in _NUMBER.findall(named))
    return ClaimAnswer(
        _text(one, "quote"), verdict if verdict in _VERDICTS else "", labels, " ".join(_text(one, "why").split())[:400]
    )


def _label(line: object) -> str:
    """A label as the copy writes it; judges also write the bare number."""
    found = _LABEL.search(str(line)) if line is not None else None
    if found:
        return found[0]
    number = _NUMBER.search(str(line)) if line is not None else None
    return f"L{number[0]}" if number else ""


def _text(one: dict[str, Any], key: str) -> str:
    value = one.get(key)
    return value.strip() if isinstance(value, str) else ""
