"""Questions that the agent put to the human by its tool for it, again in the same words though they had been answered.

The same is what has the same normal form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.lost_last import lost_last
from inspector.impact.scene import Scene
from inspector.model import Basis, Item
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_list, as_text
from inspector.text.normalise import normalise
from inspector.work.steps import Step


@dataclass(frozen=True, slots=True)
class _Question:
    item: Item
    text: str
    words: str
    """Its normal form."""
    answer: int | None
    """The item that answered it."""


def asked(scene: Scene) -> Iterator[Finding]:
    """The questions asked again, in order of the log; one finding a question."""
    answered: dict[str, _Question] = {}
    for question in _questions(scene):
        before = answered.get(question.words)
        finding = _again(scene, question, before) if before is not None else None
        if finding is not None:
            yield finding
        if question.answer is not None:
            answered[question.words] = question


def _questions(scene: Scene) -> Iterator[_Question]:
    for step in scene.calls:
        if step.kind is ToolKind.ASK:
            answer = step.result.number if step.result is not None and not step.failed else None
            yield from (_Question(step.item, text, normalise(text), answer) for text in _asked(step))


def _asked(step: Step) -> list[str]:
    arguments = as_dict(step.arguments)
    listed = [as_text(as_dict(one).get("question")) for one in as_list(arguments.get("questions"))]
    return [text for text in (*listed, as_text(arguments.get("question"))) if text]


def _again(scene: Scene, question: _Question, before: _Question) -> Finding | None:
    at, first, answer = question.item.number, before.item.number, before.answer
    gone = scene.gone(first, at)
    if gone is None or answer is None:
        return None
    # What nobody can read may tell the question, and is no reason to be silent about it: it was asked again.
    told = scene.texts_after(gone) is not None
    number = lost_last(scene, gone, at, lambda text: question.words in normalise(text)) if told else gone
    if number is None:
        return None
    return Finding(
        kind=Kind.ASKED,
        compaction=number,
        item=at,
        subject=question.text,
        why=f"Asked and answered before compaction {number}, and asked again after it in the same words.",
        sure=Sure.CERTAIN,
        evidence=(first, answer, at),
        fact=_fact(scene, gone, answer),
        said=answer,
        text=before.text,
        basis=Basis.COUNTED,
    )


def _fact(scene: Scene, compaction: int, answer: int) -> str:
    """The id of the fact that holds the answer: its words stand in the result, or in a message right behind it."""
    outcome = scene.outcomes.get(compaction)
    facts = outcome.facts if outcome else ()
    return next((fact.id for fact in facts if any(quote.item in (answer, answer + 1) for quote in fact.quotes)), "")
