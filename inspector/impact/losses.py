"""What the human had said and a compaction lost or changed: where it was said first, and when it came back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.impact.scene import Scene
from inspector.model import Fact, FactKind, Item, ItemKind, Survival, Verdict
from inspector.survival.outcome import Outcome
from inspector.survival.shares import DISTORTED, GONE
from inspector.text.normalise import normalise
from inspector.text.similarity import containment, stems_of
from inspector.text.units import split

SAID = frozenset({FactKind.CONSTRAINT, FactKind.PREFERENCE, FactKind.DECISION, FactKind.TASK, FactKind.GIVEN})
HURT = DISTORTED | {Verdict.LOST}
_OWN = frozenset({ItemKind.REASONING, ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.EVENT})
"""What the agent says or the harness notes brings nothing back."""
_STANDS = 0.75
_LEAST_STEMS = 3


@dataclass(frozen=True, slots=True)
class LostFact:
    """One statement of the human at the compaction that lost or changed it."""

    fact: Fact
    """As it was when it was lost; may be the words of a summary."""
    said: Fact
    """As the human said it."""
    survival: Survival
    compaction: int
    start: int
    """The first item behind the compaction."""

    @property
    def item(self) -> int:
        """Where the human said it first."""
        return self.said.quotes[0].item

    @property
    def text(self) -> str:
        """The human's words."""
        return self.said.texts[0]


def losses(scene: Scene) -> Iterator[LostFact]:
    """Every statement of the human that was still alive when it was lost or changed, once each, in order of the log."""
    first: dict[str, Fact] = {}
    known: set[str] = set()
    for number, outcome in sorted(scene.outcomes.items()):
        pairs = list(zip(outcome.facts, outcome.survivals, strict=True))
        for fact, _ in pairs:
            if not fact.from_summary and fact.quotes[0].item > 0:
                first.setdefault(fact.id, fact)
        for fact, survival in pairs:
            said = first.get(fact.id)
            if said is None or fact.kind not in SAID or fact.id in known:
                continue
            if survival.verdict in GONE:
                # Whether it was said again later is a finding of its own, and changes none.
                survival = replace(survival, verdict=Verdict.LOST)
            if not survival.live or survival.verdict not in HURT or _stands_elsewhere(scene, outcome, said):
                continue
            known.add(fact.id)
            yield LostFact(fact, said, survival, number, scene.start(number))


def _stands_elsewhere(scene: Scene, outcome: Outcome, said: Fact) -> bool:
    """Whether instructions that were kept or put back hold the words."""
    told = (ItemKind.INSTRUCTIONS, ItemKind.ATTACHMENT)
    after = scene.after(outcome.compaction)
    return any(item.kind in told and holds_words(scene, item, said.texts[0]) for item in after)


class Words:
    """A statement that is looked for, taken apart once."""

    def __init__(self, text: str) -> None:
        self.normal = normalise(text).strip(" .")
        self.stems = stems_of(text)


class Text:
    """A text that is looked through for many statements; every part of it is made when it is first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def normal(self) -> str:
        """The text in its normal form."""
        return normalise(self._text)

    @cached_property
    def _stems(self) -> frozenset[str]:
        return stems_of(self._text)

    @cached_property
    def _sentences(self) -> tuple[frozenset[str], ...]:
        return tuple(stems_of(unit.text) for unit in split(self._text))

    def holds(self, words: Words) -> bool:
        """Whether a statement stands there, word for word or in a sentence with nearly all its words."""
        if words.normal in self.normal:
            return True
        if len(words.stems) < _LEAST_STEMS or containment(words.stems, self._stems) < _STANDS:
            return False
        return any(containment(words.stems, there) >= _STANDS for there in self._sentences)


def holds_words(scene: Scene, item: Item, words: str) -> bool:
    """Whether a text holds a statement, word for word or in a sentence with nearly all its words."""
    return Text(scene.read(item)).holds(Words(words))


def came_back(scene: Scene, loss: LostFact, before: int) -> bool:
    """Whether the words stood in the context again before an item: said, read or put back since the loss."""
    long_enough = (one for one in scene.items_between(loss.start, before) if one.chars >= len(loss.text) // 2)
    return any(item.kind not in _OWN and holds_words(scene, item, loss.text) for item in long_enough)
