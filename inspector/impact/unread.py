"""What the work behind a compaction shows of each fact before it, where nobody can read what the compaction left.

Nothing is called lost here. Behind such a compaction (Codex's since it is remote, Cursor's, those of the providers'
own) a fact can be *shown known*: the agent named it, or worked on that file, before it stood anywhere again; *fetched
again*: it was read or run again first; *said again* by the human; or *never tested*, which is most often all there is
to say. What stayed in the context as it was is *kept*.

What a call writes into a file shows little: the file may have been read, or put back. Only the agent's own words count,
and the file that it works on.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from inspector.impact.read_again import Readings
from inspector.impact.scene import Scene
from inspector.impact.sentence_again import find_again
from inspector.impact.shown_by import Seen, value_shown, words_shown
from inspector.model import Compaction, Fact, ItemKind, Survival, Zone
from inspector.model.shown import ORDER, Shown
from inspector.survival.shares import KEPT, SPOKEN
from inspector.text.normalise import bare
from inspector.text.phrases import Phrases

_LEAST = 6
"""Characters of a value that can be told from mere chance."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One fact, by its id, behind one compaction; ``item`` shows it, None where nothing does."""

    fact: str
    shown: Shown
    item: int | None = None


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact from before, and the item that shows something of it; None where nothing does."""

    fact: Fact
    item: int | None


@dataclass(frozen=True, slots=True)
class ShownGroup:
    """All facts of which the work shows the same: the human's words first, then by the item that shows it."""

    shown: Shown
    facts: tuple[ShownFact, ...]


def traces(scene: Scene, compaction: Compaction) -> tuple[Trace, ...]:
    """Of every fact that stood before a compaction what the work behind it shows, up to the next compaction."""
    outcome = scene.outcomes.get(compaction.number)
    if outcome is None:
        return ()
    start = scene.start(compaction.number)
    later = [scene.start(one.number) for one in scene.compactions if one.number > compaction.number]
    end = min(later, default=scene.end)
    behind = _Behind(scene, start, end)
    stayed = compaction.whole.union(compaction.restored)
    readings = Readings(scene, start)

    def trace(fact: Fact, survival: Survival) -> Trace:
        found = _stayed(fact, survival, stayed)
        if found is None and fact.kind in SPOKEN:
            again = find_again(scene, fact, start)
            said = again.number if again is not None else None
            words = bare(fact.texts[0])
            found = _first(scene, fact, behind.holding(words), partial(words_shown, words, said))
        elif found is None and len(fact.value) >= _LEAST and not fact.value.isdigit():
            found = _first(scene, fact, behind.seen, partial(value_shown, scene, readings, fact, fact.value.casefold()))
        return found or Trace(fact.id, Shown.UNTESTED)

    return tuple(trace(*pair) for pair in zip(outcome.facts, outcome.survivals, strict=True))


def counts(found: Iterable[Trace]) -> dict[str, int]:
    """How many facts have each trace, all in order."""
    told = Counter(one.shown for one in found)
    return {shown.value: told[shown] for shown in Shown}


def grouped(found: Iterable[Trace], facts: Iterable[Fact]) -> tuple[ShownGroup, ...]:
    """The facts of a compaction by what the work shows of them, in order of ``ORDER``; empty groups are left out."""
    known = {fact.id: fact for fact in facts}
    by_shown: dict[Shown, list[ShownFact]] = defaultdict(list)
    for trace in found:
        if trace.fact in known:
            by_shown[trace.shown].append(ShownFact(known[trace.fact], trace.item))
    for group in by_shown.values():
        group.sort(key=lambda one: (one.fact.kind not in SPOKEN, one.item or one.fact.quotes[0].item))
    return tuple(ShownGroup(one, tuple(by_shown[one])) for one in ORDER if one in by_shown)


class _Behind:
    """The items behind a compaction and before the next, in order."""

    def __init__(self, scene: Scene, start: int, end: int) -> None:
        calls = scene.calls_between(start, end)
        steps = {step.item.number: step for step in calls}
        steps |= {step.result.number: step for step in calls if step.result is not None}
        items = scene.items_between(start, end)
        self.seen = tuple(Seen(item, text, steps.get(item.number)) for item in items if (text := scene.read(item)))
        self._talk = [one for one in self.seen if one.item.kind is not ItemKind.TOOL_CALL]

    @cached_property
    def _normal(self) -> Phrases:
        return Phrases(one.normal for one in self._talk)

    def holding(self, words: str) -> Iterator[Seen]:
        """Those in which some words in normal form stand, calls left out."""
        return (self._talk[number] for number in self._normal.holding(words))


def _stayed(fact: Fact, survival: Survival, stayed: frozenset[int]) -> Trace | None:
    """Kept, where its item stayed in the context, or what stayed there carries it."""
    if any(quote.item in stayed for quote in fact.quotes):
        return Trace(fact.id, Shown.KEPT, fact.quotes[-1].item)
    carried = [one for one in survival.evidence if one.zone is not Zone.SUMMARY] if survival.verdict in KEPT else []
    return Trace(fact.id, Shown.KEPT, carried[0].item) if carried else None


def _first(scene: Scene, fact: Fact, after: Iterable[Seen], shown_by: Callable[[Seen], Shown | None]) -> Trace | None:
    """The first item that shows something; what stood somewhere in passing is known to nobody's credit any more."""
    passed = False
    for one in after:
        scene.check()
        shown = shown_by(one)
        if shown is Shown.UNTESTED:
            passed = True
        elif shown is not None and not (passed and shown is Shown.KNOWN):
            return Trace(fact.id, shown, one.item.number)
    return None
