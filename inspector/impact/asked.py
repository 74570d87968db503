"""Questions that the agent put to the human by its tool for it, again though they had been answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Item, Survival
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_list, as_text
from inspector.survival.shares import GONE
from inspector.text.similarity import containment, stems_of
from inspector.work.steps import Step

_SAME = 0.85
_LEAST_STEMS = 4


@dataclass(frozen=True, slots=True)
class _Question:
    item: Item
    text: str
    stems: frozenset[str]
    answer: int | None
    """The item that answered it."""


def asked(scene: Scene) -> Iterator[Finding]:
    """The questions asked again, in order of the log; one finding a question."""
    earlier: list[_Question] = []
    for question in _questions(scene):
        finding = _again(scene, question, earlier)
        if finding is not None:
            yield finding
        earlier.append(question)


def _questions(scene: Scene) -> Iterator[_Question]:
    for step in scene.calls:
        if step.kind is ToolKind.ASK:
            answer = step.result.number if step.result is not None and not step.failed else None
            for text in _asked(step):
                stems = stems_of(text)
                if len(stems) >= _LEAST_STEMS:
                    yield _Question(step.item, text, stems, answer)


def _asked(step: Step) -> list[str]:
    arguments = as_dict(step.arguments)
    listed = [as_text(as_dict(one).get("question")) for one in as_list(arguments.get("questions"))]
    return [text for text in (*listed, as_text(arguments.get("question"))) if text]


def _again(scene: Scene, question: _Question, earlier: list[_Question]) -> Finding | None:
    at = question.item.number
    for before in reversed(earlier):
        if before.answer is None or before.item.number == at:
            continue
        gone = scene.gone(before.item.number, at)
        alike = min(containment(question.stems, before.stems), containment(before.stems, question.stems))
        if gone is None or alike < _SAME:
            continue
        fact = _fact(scene, gone, (before.item.number, before.answer))
        number = _lost_last(scene, fact, gone, at)
        return Finding(
            kind=Kind.ASKED,
            compaction=number,
            item=at,
            subject=question.text,
            why=f"Asked and answered before compaction {number}; {alike:.0%} of the words are the same.",
            sure=Sure.CERTAIN if alike >= 1 else Sure.LIKELY,
            evidence=(before.item.number, before.answer, at),
            fact=fact,
            said=before.answer,
            text=before.text,
        )
    return None


def _fact(scene: Scene, compaction: int, places: tuple[int, int]) -> str:
    """The fact that holds the answer, where there is one."""
    outcome = scene.outcomes.get(compaction)
    for fact in outcome.facts if outcome else ():
        if any(quote.item in places or quote.item == places[1] + 1 for quote in fact.quotes):
            return fact.id
    return ""


def _lost_last(scene: Scene, fact: str, first: int, at: int) -> int:
    """The last compaction before item ``at`` that lost the answer: a summary may have carried it past the first."""
    behind = (one for number, one in scene.outcomes.items() if number >= first and scene.start(number) <= at)
    lost = [one.compaction.number for one in behind if any(_is_lost(survival, fact) for survival in one.survivals)]
    return max(lost, default=first)


def _is_lost(survival: Survival, fact: str) -> bool:
    return survival.fact == fact and survival.verdict in GONE
