"""The same sentences over all compactions: what goes, what comes back, what was said again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from inspector.model import Fact, FactKind, Survival
from inspector.survival.outcome import Outcome
from inspector.survival.shares import OUT


@dataclass(frozen=True, slots=True)
class Track:
    """One fact through the session."""

    fact: Fact
    """As it was known last: with every place that says it."""
    cells: tuple[Survival | None, ...]
    """One per compaction, in order; None before it was said, and where nothing is known of it."""
    first: int
    """Index of the first compaction at which it is known."""
    again: tuple[int, ...]
    """Numbers of the compactions before which it was said again, after it had been out."""


@dataclass(frozen=True, slots=True)
class Erosion:
    """Facts × compactions."""

    compactions: tuple[int, ...]
    tracks: tuple[Track, ...]
    """In order of when they were first said."""
    unread: frozenset[int] = frozenset()
    """Numbers of the compactions of which only what stands beside the summary is known."""


def erode(
    outcomes: Sequence[Outcome], overridden: Callable[[Survival], Survival] = lambda survival: survival
) -> Erosion:
    """Follow every fact over the outcomes of a session; ``overridden`` puts a person's verdict in place of another.

    A fact has the same id at every compaction.
    """
    seen: dict[str, dict[int, Survival]] = {}
    known: dict[str, Fact] = {}
    for place, outcome in enumerate(outcomes):
        for fact, survival in zip(outcome.facts, outcome.survivals, strict=True):
            seen.setdefault(fact.id, {})[place] = overridden(survival)
            before = known.get(fact.id, fact)
            # What a judge called it holds where a later compaction was not read.
            is_plain = fact.kind is FactKind.SAID
            known[fact.id] = replace(fact, kind=before.kind, strength=before.strength) if is_plain else fact
    numbers = tuple(outcome.compaction.number for outcome in outcomes)
    tracks = tuple(_track(known[name], cells, numbers) for name, cells in seen.items())
    return Erosion(numbers, tracks, unread(outcomes))


def unread(outcomes: Iterable[Outcome]) -> frozenset[int]:
    """Numbers of the compactions whose text cannot be read: a curve that counted them would know no loss."""
    return frozenset(outcome.compaction.number for outcome in outcomes if outcome.note)


def _track(fact: Fact, seen: dict[int, Survival], numbers: Sequence[int]) -> Track:
    cells = tuple(seen.get(place) for place in range(len(numbers)))
    again: list[int] = []
    out = False
    for number, cell in zip(numbers, cells, strict=True):
        if cell is None:
            continue
        if out and cell.before:
            again.append(number)
        out = cell.verdict in OUT
    return Track(fact, cells, min(seen), tuple(again))
