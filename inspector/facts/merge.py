"""The same fact said twice becomes one fact with several quotes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from inspector.model import Fact, Role
from inspector.text.similarity import words


def merge(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Facts in order, those with the same words joined; the first place a fact was said stays in front.

    Words of the human and words of a summary stay apart: that one repeats the other is what is looked for later.
    """
    found: dict[tuple[bool, str], Fact] = {}
    for fact in facts:
        # The same answer to another question is another decision.
        asked = " ".join(part.text for part in fact.parts if part.role is Role.QUESTION)
        key = (fact.from_summary, " ".join(words(f"{asked} {fact.texts[0]}")) or fact.id)
        known = found.get(key)
        if known is None:
            found[key] = fact
            continue
        if fact.parts and not known.parts:
            known = found[key] = replace(known, parts=fact.parts)
        if fact.quotes[0] not in known.quotes:
            found[key] = replace(known, quotes=(*known.quotes, *fact.quotes), texts=(*known.texts, *fact.texts))
    return tuple(found.values())
