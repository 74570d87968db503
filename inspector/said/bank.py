"""A fact bank: sentences saved from one run and looked for in another, so that a failure becomes a regression test.

A bank is the JSON that ``--save-facts`` writes, or a text that a team writes by itself: a sentence a line; a line that
begins with # is a comment. A bank of schema 1, which the program wrote before it named statements by their words alone,
is read: kinds stand for nothing, and what the work showed is left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson

from inspector.errors import CannotRead, cause
from inspector.given import given_bytes
from inspector.model import Basis, Fact, FactKind, Quote, Session
from inspector.wording.harmless import harmless_json

SCHEMA = 2
_READ = (1, SCHEMA)
BANK = "bank"
ELSEWHERE = Quote(0, 0, 0)
"""The quote of a fact from another session: there is no such place in this log."""


def dump_bank(session: Session, facts: Iterable[Fact]) -> bytes:
    """The bank as JSON, one object a fact."""
    once = {fact.id: fact for fact in facts}
    value = {"schema": SCHEMA, "session": session.id, "facts": [_as_json(fact) for fact in once.values()]}
    return harmless_json(value, indented=True).encode()


def read_statements(path: Path, session: Session | None) -> tuple[Fact, ...]:
    """The facts of a bank, or of a ``.txt`` with a statement a line. Raises CannotRead where it holds none."""
    raw = _bytes(path)
    facts = _from_lines(raw, path) if path.suffix.lower() == ".txt" else load_bank(raw, session, str(path))
    if not facts:
        raise CannotRead(f"The fact bank {path} holds no fact.", path=str(path))
    return facts


def _bytes(path: Path) -> bytes:
    try:
        return given_bytes(path)
    except OSError as why:
        raise CannotRead(f"The fact bank {path} cannot be read: {why.strerror}.", path=str(path)) from why


def load_bank(raw: bytes, session: Session | None, name: str) -> tuple[Fact, ...]:
    """The facts of a bank, for a session. Raises CannotRead where it is none, or of another schema."""
    try:
        told = orjson.loads(raw)
        if told["schema"] not in _READ:
            raise CannotRead(f"The fact bank {name} has schema {told['schema']}; this program reads 1 and {SCHEMA}.")
        here = session if session is not None and told.get("session") == session.id else None
        # Banks of schema 1 also hold what the work showed, with a value.
        return tuple(dict.fromkeys(_from_json(entry, here) for entry in told["facts"] if not entry.get("value")))
    except (LookupError, TypeError, ValueError, AttributeError) as why:
        hint = "Write one with --save-facts, or a text (.txt) with a sentence a line."
        raise CannotRead(f"The fact bank {name} cannot be read: {cause(why)}.", hint=hint) from why


def _from_lines(raw: bytes, path: Path) -> tuple[Fact, ...]:
    """Statements that have to stay, each on a line of its own."""
    try:
        lines = dict.fromkeys(line.strip() for line in raw.decode("utf-8-sig").splitlines())
    except UnicodeDecodeError as why:
        raise CannotRead(f"The fact bank {path} is no text in UTF-8.", hint="Write a statement a line.") from why
    return tuple(_entered(line) for line in lines if line and not line.startswith("#"))


def _entered(statement: str) -> Fact:
    return Fact(
        id=hashlib.sha256(statement.encode()).hexdigest()[:12],
        kind=FactKind.SAID,
        statement=statement,
        quotes=(ELSEWHERE,),
        texts=(statement,),
        extractor=BANK,
        basis=Basis.ENTERED,
    )


def _as_json(fact: Fact) -> dict[str, Any]:
    places = zip(fact.quotes, fact.texts, strict=True)
    return {
        "id": fact.id,
        "statement": fact.statement,
        "quotes": [{"item": at.item, "start": at.start, "end": at.end, "text": text} for at, text in places],
    }


def _from_json(entry: dict[str, Any], here: Session | None) -> Fact:
    statement = entry["statement"]
    if not isinstance(statement, str) or not statement.strip():
        raise ValueError("a fact has no statement")
    quotes = [quote for quote in entry.get("quotes") or () if isinstance(quote.get("text"), str)]
    if not quotes:
        return _entered(statement)
    places, texts = tuple(_place(quote, here) for quote in quotes), tuple(quote["text"] for quote in quotes)
    return replace(_entered(statement), id=str(entry["id"]), quotes=places, texts=texts)


def _place(quote: dict[str, Any], here: Session | None) -> Quote:
    """Where a quote stands in its session; a place that is not there is none."""
    if here is None:
        return ELSEWHERE
    place = Quote(int(quote["item"]), int(quote["start"]), int(quote["end"]))
    is_item = 0 < place.item <= len(here.items)
    return place if is_item and 0 <= place.start <= place.end <= here.items[place.item - 1].chars else ELSEWHERE
