"""What the human had to say again: the words of a lost statement in a later message."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from inspector.facts.pasted import is_pasted, pasted_ranges
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.losses import LostFact, losses
from inspector.impact.rules import rules_of
from inspector.impact.scene import Scene
from inspector.model import FactKind, Item
from inspector.text.normalise import normalise
from inspector.text.similarity import containment, stems_of
from inspector.text.units import split

_SAME, _SAME_AGAIN = 0.75, 0.6
_BACK = 0.5
"""The least share of the new words that the old ones hold."""
_LEAST_STEMS = 3
_AGAIN = re.compile(
    r"\b(?:again|already (?:said|told|asked|mentioned)|i (?:\w+ )?(?:said|told you|asked you|mentioned)"
    r"|as i (?:\w+ )?(?:said|told)|like i said|you forgot|did you forget|remember(?: that| what| when)?|reminder"
    r"|once more|i repeat|how many times)\b",
    re.IGNORECASE,
)


class Sentence(NamedTuple):
    """Words of a message of the human. Characters are half-open in the item's text."""

    item: Item
    start: int
    end: int
    text: str
    stems: frozenset[str]
    normal: str
    """The text in its normal form."""


class Repeat(NamedTuple):
    """A sentence that says again what was lost."""

    sentence: Sentence
    held: float
    """Of the lost words, the share that stands there."""
    reminded: bool
    """Whether the message says that it is not the first time."""


Sentences = dict[int, tuple[Sentence, ...]]
"""Those of messages by item, so that each message is taken apart once."""


def restated(scene: Scene) -> Iterator[Finding]:
    """What was said again, in order of the loss; one finding a message and the message it repeats."""
    sentences: Sentences = {}
    told: set[tuple[int, int]] = set()
    for loss in losses(scene):
        again = said_again(scene, loss, sentences)
        if again is not None and (loss.item, again.sentence.item.number) not in told:
            told.add((loss.item, again.sentence.item.number))
            yield _finding(loss, again)


def said_again(scene: Scene, loss: LostFact, sentences: Sentences) -> Repeat | None:
    """The first words of the human behind a compaction that say again what it lost.

    None for a task without a rule in it: the same work is asked for again and again, whatever was lost.
    """
    if loss.fact.kind is FactKind.TASK and not rules_of(loss.text):
        return None
    stems = stems_of(loss.text)
    # "Still not working" tells how things stand, each time anew.
    if len(stems) < (_LEAST_STEMS if loss.fact.kind is FactKind.GIVEN else _LEAST_STEMS - 1):
        return None
    wanted = normalise(loss.text).strip(" .")
    for item in scene.said_between(loss.start, scene.end):
        if item.number not in sentences:
            sentences[item.number] = tuple(_sentences(scene, item))
        for one in sentences[item.number]:
            held = _held(wanted, stems, one)
            if held < _SAME_AGAIN or containment(one.stems, stems) < _BACK:
                continue
            reminded = any(_AGAIN.search(other.text) for other in sentences[item.number])
            if reminded or held >= _SAME:
                return None if _habit(scene, loss, item) else Repeat(one, held, reminded)
    return None


def _held(wanted: str, stems: frozenset[str], there: Sentence) -> float:
    """How much of the lost words a sentence holds; of very short ones all or nothing."""
    if wanted in there.normal:
        return 1.0
    # Nearly all pairs of a loss and a sentence have nothing in common: that is seen first.
    held = 0.0 if there.stems.isdisjoint(stems) else containment(stems, there.stems)
    return 0.0 if held < 1 and min(len(stems), len(there.stems)) < _LEAST_STEMS else held


def _sentences(scene: Scene, item: Item) -> Iterator[Sentence]:
    text = scene.read(item)
    pasted = pasted_ranges(text)
    for unit in split(text, clauses=True):
        stems = stems_of(unit.text)
        if len(stems) >= _LEAST_STEMS - 1 and not is_pasted(pasted, unit.start, unit.end) and unit.text[-1:] != "?":
            yield Sentence(item, unit.start, unit.end, unit.text, stems, normalise(unit.text))


def _habit(scene: Scene, loss: LostFact, item: Item) -> bool:
    """Whether the same words were said time and again before the loss, or the whole message is one sent before."""
    earlier = scene.said_between(1, loss.start)
    if any(one.preview == item.preview and one.chars == item.chars for one in earlier):
        return True
    return len({quote.item for quote in loss.said.quotes}) > 1


def _finding(loss: LostFact, again: Repeat) -> Finding:
    why = f"{again.held:.0%} of the words were said again after compaction {loss.compaction}"
    return Finding(
        kind=Kind.RESTATED,
        compaction=loss.compaction,
        item=again.sentence.item.number,
        subject=loss.text,
        why=f"{why}, and the user says that it is not the first time." if again.reminded else f"{why}.",
        sure=Sure.CERTAIN if again.reminded or again.held >= 1 else Sure.LIKELY,
        evidence=(loss.item, again.sentence.item.number),
        fact=loss.fact.id,
        said=loss.item,
        verdict=loss.survival.verdict,
        text=again.sentence.text,
    )
