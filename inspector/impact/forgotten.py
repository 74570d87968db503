"""Subagents that were away at a compaction, and were sent off again or never heard of any more."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.facts.finders.delegates import NAMES
from inspector.facts.work import Step
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis, Fact, Survival, Verdict
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text

_LEAST_CALLS = 5


class Forgotten:
    """One finding a subagent."""

    name = "forgotten"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """The forgotten ones, in order of the log."""
        told: set[str] = set()
        for number, outcome in sorted(scene.outcomes.items()):
            for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
                if fact.extractor == "delegates" and survival.verdict is Verdict.LOST and fact.id not in told:
                    finding = _forgotten(scene, number, fact, survival)
                    if finding is not None:
                        told.add(fact.id)
                        yield finding


def _forgotten(scene: Scene, number: int, fact: Fact, survival: Survival) -> Finding | None:
    start = scene.start(number)
    names = [name for name in (fact.value, fact.action.partition(" ")[2]) if len(name) > 3]
    behind = scene.calls_between(start, len(scene.session.items) + 1)
    again = next((step for step in behind if step.kind is ToolKind.DELEGATE and _name(step) == fact.value), None)
    if again is not None and not _heard(scene, names, start, again.item.number):
        why = f"Still away at compaction {number}, and sent off again after it."
        return _finding(number, fact, survival, again.item.number, why, Sure.CERTAIN)
    if again is None and len(behind) >= _LEAST_CALLS and not _heard(scene, names, start, len(scene.session.items) + 1):
        why = f"Still away at compaction {number}, and never heard of or asked for after it."
        return _finding(number, fact, survival, start, why, Sure.POSSIBLE)
    return None


def _name(step: Step) -> str:
    arguments = as_dict(step.arguments)
    return next(filter(None, (as_text(arguments.get(key)) for key in NAMES)), "")


def _heard(scene: Scene, names: list[str], first: int, last: int) -> bool:
    """Whether anything named it there: a result that came in, a look at its output, a word of the agent."""
    if not names:
        return False
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, names))})(?!\w)")
    return any(named.search(scene.read(item)) for item in scene.items_between(first, last))


def _finding(number: int, fact: Fact, survival: Survival, item: int, why: str, sure: Sure) -> Finding:
    return Finding(
        kind=Kind.FORGOTTEN,
        compaction=number,
        item=item,
        subject=fact.value,
        why=why,
        sure=sure,
        evidence=tuple(sorted({fact.quotes[0].item, item})),
        fact=fact.id,
        said=fact.quotes[0].item,
        verdict=survival.verdict,
        text=fact.statement,
        basis=Basis.COUNTED,
    )


FAMILY = Forgotten()
