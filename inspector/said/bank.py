"""A fact bank: facts saved from one run and judged in another, so that a failure becomes a regression test.

A bank is the JSON that ``--save-facts`` writes. Where it is held against any session (``bank_before``), it may also be
a text that a team writes by itself: a statement a line; a line that begins with # is a comment.
"""

from __future__ import annotations

import hashlib
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
    return load_bank(_bytes(path), session)


def read_statements(path: Path, session: Session | None) -> tuple[Fact, ...]:
    """The facts of a bank, or of a ``.txt`` with a statement a line. Raises CannotRead where it holds none."""
    raw = _bytes(path)
    facts = _from_lines(raw) if path.suffix.lower() == ".txt" else load_bank(raw, session)
    if not facts:
        raise CannotRead(f"The fact bank {path} holds no fact.", path=str(path))
    return facts


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as why:
        raise CannotRead(f"The fact bank {path} cannot be read: {why.strerror}.", path=str(path)) from why


def load_bank(raw: bytes, session: Session | None) -> tuple[Fact, ...]:
    """The facts of a bank, for a session. Raises CannotRead where it is none, or of another schema."""
    try:
        told = orjson.loads(raw)
        if told["schema"] != SCHEMA:
            raise CannotRead(f"The fact bank has schema {told['schema']}; this program reads {SCHEMA}.")
        here = session is not None and told.get("session") == session.id
        return tuple(_from_json(entry, here) for entry in told["facts"])
    except (KeyError, TypeError, ValueError, AttributeError) as why:
        raise CannotRead(f"The fact bank cannot be read: {cause(why)}.", hint="Write one with --save-facts.") from why


def _from_lines(raw: bytes) -> tuple[Fact, ...]:
    """Statements that have to stay, each on a line of its own."""
    try:
        lines = dict.fromkeys(line.strip() for line in raw.decode("utf-8-sig").splitlines())
    except UnicodeDecodeError as why:
        raise CannotRead("The fact bank is no text in UTF-8.", hint="Write a statement a line.") from why
    return tuple(_entered(line) for line in lines if line and not line.startswith("#"))


def _entered(statement: str) -> Fact:
    return Fact(
        id=hashlib.sha256(statement.encode()).hexdigest()[:12],
        kind=FactKind.CONSTRAINT,
        statement=statement,
        quotes=(ELSEWHERE,),
        texts=(statement,),
        strength=Strength.MUST,
        extractor="bank",
        basis=Basis.ENTERED,
    )


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
