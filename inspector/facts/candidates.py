"""A unit that could be a statement, with what can be seen of it and of its surroundings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from inspector.model import Item, Part
from inspector.text.units import Unit


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit that could be a statement. ``source``: human, answer, agreed or summary."""

    item: Item
    unit: Unit
    source: str
    features: dict[str, float] = field(hash=False)
    parts: tuple[Part, ...] = ()
    """What an answer answers and chooses, where that stands elsewhere."""


_SECTIONS = {
    "context": re.compile(r"context|background|overview|motivation|problem"),
    "goal": re.compile(r"goal|objective|intent|request|task|purpose"),
    "rules": re.compile(r"constraint|requirement|rule|preference|must|guideline|important|criteria"),
    "decisions": re.compile(r"decision|decided|agreed|design|approach|chosen|option"),
    "steps": re.compile(r"step|implementation|changes|modify|phase|todo|plan"),
    "checks": re.compile(r"verif|test|validation|acceptance|check"),
    "files": re.compile(r"files?|code sections?|artifact"),
    "messages": re.compile(r"user messages|user feedback|all user|said"),
    "pending": re.compile(r"pending|remaining|open|next|in progress|blocked"),
    "current": re.compile(r"current"),
    "errors": re.compile(r"error|fix|issue|problem"),
    "done": re.compile(r"done|completed?|accomplished|progress"),
    "concepts": re.compile(r"concept|technical|knowledge|finding|learned"),
    "analysis": re.compile(r"analysis"),
    "edge cases": re.compile(r"edge case|caveat|note|risk"),
}


def section_names(unit: Unit) -> set[str]:
    """What the headings and the opening line above a unit are about, as feature names."""
    leads = _about(unit.lead) if unit.lead else ()
    return {f"section:{name}" for name in _about(unit.section)} | {f"lead:{name}" for name in leads}


@lru_cache(maxsize=2_048)
def _about(words: str) -> tuple[str, ...]:
    """What a heading is about: all units below it ask."""
    low = words.lower()
    return tuple(name for name, pattern in _SECTIONS.items() if pattern.search(low))
