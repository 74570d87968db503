"""Questions that the agent asked the human again though they had been answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.facts.work import Step
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Item, ItemKind, Origin
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_list, as_text
from inspector.text.similarity import containment, content, words
from inspector.text.units import split

_SAME = 0.85
_LEAST_STEMS = 4
_END = 1_200
# What any task ends with is no question about the work.
_OFFERS = (
    "would you like me to", "do you want me to", "shall i", "want me to", "anything else", "ready to", "let me know",
    "does this look", "is there anything", "how would you like to proceed", "what would you like",
    *(f"should i {verb}" for verb in ("proceed", "continue", "go ahead", "commit", "push", "start")),
)  # fmt: skip


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
    steps = scene.steps
    for place, step in enumerate(steps):
        if step.kind is ToolKind.ASK:
            answer = step.result.number if step.result is not None and not step.failed else None
            for text in _asked(step):
                yield from _question(step.item, text, answer)
        elif step.kind is None and step.item.kind is ItemKind.ASSISTANT:
            following = steps[place + 1].item if place + 1 < len(steps) else None
            answered = following is not None and following.origin is Origin.HUMAN and following.kind is ItemKind.USER
            if answered and following is not None and "?" in step.text[-_END:]:
                for unit in split(step.text[-_END:]):
                    if unit.text.rstrip(" *`)\"'").endswith("?") and not _offers(unit.text):
                        yield from _question(step.item, unit.text, following.number)


def _offers(text: str) -> bool:
    plain = f" {' '.join(words(text))} "
    return any(f" {offer} " in plain for offer in _OFFERS)


def _question(item: Item, text: str, answer: int | None) -> Iterator[_Question]:
    stems = frozenset(content(text))
    if len(stems) >= _LEAST_STEMS:
        yield _Question(item, text, stems, answer)


def _asked(step: Step) -> list[str]:
    arguments = as_dict(step.arguments)
    listed = [as_text(as_dict(one).get("question")) for one in as_list(arguments.get("questions"))]
    return [text for text in (*listed, as_text(arguments.get("question"))) if text]


def _again(scene: Scene, question: _Question, earlier: list[_Question]) -> Finding | None:
    at = question.item.number
    for before in reversed(earlier):
        if before.answer is None or before.item.number == at:
            continue
        number = scene.gone(before.item.number, at)
        alike = min(containment(question.stems, before.stems), containment(before.stems, question.stems))
        if number is None or alike < _SAME:
            continue
        fact = _fact(scene, number, (before.item.number, before.answer))
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
