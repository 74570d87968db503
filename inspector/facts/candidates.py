"""A unit that could be a statement, with what can be seen of it and of its surroundings."""

from __future__ import annotations

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
    "context": ("context", "background", "overview", "motivation", "problem"),
    "goal": ("goal", "objective", "intent", "request", "task", "purpose"),
    "rules": ("constraint", "requirement", "rule", "preference", "must", "guideline", "important", "criteria"),
    "decisions": ("decision", "decided", "agreed", "design", "approach", "chosen", "option"),
    "steps": ("step", "implementation", "changes", "modify", "phase", "todo", "plan"),
    "checks": ("verif", "test", "validation", "acceptance", "check"),
    "files": ("file", "code section", "artifact"),
    "messages": ("user messages", "user feedback", "all user", "said"),
    "pending": ("pending", "remaining", "open", "next", "in progress", "blocked"),
    "current": ("current",),
    "errors": ("error", "fix", "issue", "problem"),
    "done": ("done", "complete", "accomplished", "progress"),
    "concepts": ("concept", "technical", "knowledge", "finding", "learned"),
    "analysis": ("analysis",),
    "edge cases": ("edge case", "caveat", "note", "risk"),
}
"""What a heading is about, by what it holds."""


def section_names(unit: Unit) -> set[str]:
    """What the headings and the opening line above a unit are about, as feature names."""
    leads = _about(unit.lead) if unit.lead else ()
    return {f"section:{name}" for name in _about(unit.section)} | {f"lead:{name}" for name in leads}


@lru_cache(maxsize=2_048)
def _about(words: str) -> tuple[str, ...]:
    """What a heading is about: all units below it ask."""
    low = words.lower()
    return tuple(name for name, words_of in _SECTIONS.items() if any(word in low for word in words_of))
