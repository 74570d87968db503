"""Subagents that were away at a compaction and were sent off again after it, unheard of in between."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.named import stands_alone
from inspector.impact.scene import Scene
from inspector.model import Basis, Fact
from inspector.read.tools import ToolKind
from inspector.survival.shares import OUT
from inspector.work.finders.delegates import name_of


def forgotten(scene: Scene) -> Iterator[Finding]:
    """One finding a subagent, in order of the log."""
    told: set[str] = set()
    for number, outcome in sorted(scene.outcomes.items()):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            if fact.extractor == "delegates" and survival.verdict in OUT and fact.id not in told:
                finding = _sent_again(scene, number, fact)
                if finding is not None:
                    told.add(fact.id)
                    yield finding


def _sent_again(scene: Scene, number: int, fact: Fact) -> Finding | None:
    start = scene.start(number)
    behind = scene.calls_between(start, scene.end)
    again = next((step for step in behind if step.kind is ToolKind.DELEGATE and name_of(step) == fact.value), None)
    names = [name for name in (fact.value, fact.action.partition(" ")[2]) if len(name) > 3]
    if again is None or _heard(scene, names, start, again.item.number):
        return None
    return Finding(
        kind=Kind.FORGOTTEN,
        compaction=number,
        item=again.item.number,
        subject=fact.value,
        why=f"Still running at compaction {number}, and started again after it.",
        sure=Sure.CERTAIN,
        evidence=(fact.quotes[0].item, again.item.number),
        fact=fact.id,
        said=fact.quotes[0].item,
        text=fact.statement,
        basis=Basis.COUNTED,
    )


def _heard(scene: Scene, names: list[str], first: int, last: int) -> bool:
    """Whether anything named it there: a result that came in, a look at its output, a word of the agent."""
    texts = (scene.read(item) for item in scene.items_between(first, last))
    return any(stands_alone(name, text) for text in texts for name in names)
