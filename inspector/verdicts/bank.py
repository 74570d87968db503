"""A fact bank: facts saved from one run and judged in another, so that a failure becomes a regression test."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import orjson

from inspector.errors import CannotRead, cause
from inspector.model import Basis, Fact, FactKind, Part, Quote, Role, Session, Strength

SCHEMA = 1
ELSEWHERE = Quote(0, 0, 0)
"""The quote of a fact from another session: there is no such place in this log."""


def dump_bank(session: Session, facts: Iterable[Fact]) -> bytes:
    """The bank as JSON, one object a fact, with the place where it was said and not where a summary told it later."""
    once: dict[str, Fact] = {}
    for fact in facts:
        known = once.setdefault(fact.id, fact)
        if known.from_summary and not fact.from_summary:
            once[fact.id] = fact
    value = {"schema": SCHEMA, "session": session.id, "facts": [_as_json(fact) for fact in once.values()]}
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)


def read_bank(path: Path, session: Session) -> tuple[Fact, ...]:
    """The facts of a bank in a file. Raises CannotRead where it is none, or of another schema."""
    try:
        raw = path.read_bytes()
    except OSError as why:
        raise CannotRead(f"The fact bank {path} cannot be read: {why.strerror}.", path=str(path)) from why
    return load_bank(raw, session)


def load_bank(raw: bytes, session: Session) -> tuple[Fact, ...]:
    """The facts of a bank. Raises CannotRead where it is none, or of another schema."""
    try:
        told = orjson.loads(raw)
        if told["schema"] != SCHEMA:
            raise CannotRead(f"The fact bank has schema {told['schema']}; this program reads {SCHEMA}.")
        here = told.get("session") == session.id
        return tuple(_from_json(entry, here) for entry in told["facts"])
    except (KeyError, TypeError, ValueError, AttributeError) as why:
        raise CannotRead(f"The fact bank cannot be read: {cause(why)}.", hint="Write one with --save-facts.") from why


def _as_json(fact: Fact) -> dict[str, Any]:
    return {
        "id": fact.id,
        "kind": fact.kind.value,
        "strength": fact.strength.value if fact.strength else None,
        "statement": fact.statement,
        "scope": fact.scope,
        "value": fact.value,
        "action": fact.action,
        "extractor": fact.extractor,
        "parts": [{"role": part.role.value, **_as_quote(part.quote), "text": part.text} for part in fact.parts],
        "quotes": [{**_as_quote(quote), "text": text} for quote, text in zip(fact.quotes, fact.texts, strict=True)],
    }


def _as_quote(quote: Quote) -> dict[str, int]:
    return {"item": quote.item, "start": quote.start, "end": quote.end}


def _quote(entry: dict[str, Any], here: bool) -> Quote:
    return Quote(int(entry["item"]), int(entry["start"]), int(entry["end"])) if here else ELSEWHERE


def _from_json(entry: dict[str, Any], here: bool) -> Fact:
    quotes = entry["quotes"]
    return Fact(
        id=str(entry["id"]),
        kind=FactKind(entry["kind"]),
        statement=str(entry["statement"]),
        quotes=tuple(_quote(quote, here) for quote in quotes),
        texts=tuple(str(quote["text"]) for quote in quotes),
        strength=Strength(entry["strength"]) if entry.get("strength") else None,
        scope=str(entry.get("scope") or ""),
        value=str(entry.get("value") or ""),
        action=str(entry.get("action") or ""),
        extractor=str(entry.get("extractor") or "bank"),
        basis=Basis.ENTERED,
        parts=tuple(
            Part(Role(part["role"]), _quote(part, here), str(part["text"])) for part in entry.get("parts") or ()
        ),
    )
