"""A strategy on its own output again and again: what became of every fact, generation by generation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from inspector.errors import UsageError
from inspector.model import Fact, Survival, TokenCount, Verdict
from inspector.rerun.chain import Generation, generations
from inspector.rerun.library import Strategies
from inspector.rerun.scorer import still_matters
from inspector.survival.erosion import Cell, Erosion, Point, Track
from inspector.survival.shares import KEPT, SPOKEN, wilson
from inspector.verdicts.as_said import looked_for
from inspector.workbench.document import Document
from inspector.workbench.experiments import make_ready

TIMES = 5
"""Generations of a chain, where nobody says how many."""
MOST = 50


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """One generation, with the share kept of what was said and of what the work showed."""

    generation: Generation
    human: Point | None
    """None where no such fact could be judged."""
    work: Point | None


@dataclass(frozen=True, slots=True, eq=False)
class Chain:
    """A chain as far as it has come."""

    strategy: str
    compaction: int
    """Number of the compaction whose context it began with."""
    before: TokenCount
    """What the first generation had before it."""
    links: tuple[Link, ...]
    erosion: Erosion
    """Facts × generations; a fact is gone from the first generation that lost it while it mattered."""

    @property
    def settled(self) -> int | None:
        """The generation behind which nothing changes any more; None where the last one still changed something."""
        last = self.links[-1].generation
        for link in reversed(self.links[:-1]):
            if not _is_same(link.generation, last):
                break
            last = link.generation
        return last.number if last.number < len(self.links) else None


def chains(document: Document, strategies: Strategies, name: str, compaction: int, times: int) -> Iterator[Chain]:
    """The chain after each generation in turn, without a model. Raises UsageError where there is nothing to chain."""
    strategy = strategies.named(name)
    if strategy.llm != "none":
        raise UsageError(needs_a_model(name, times), hint="Or choose a strategy that needs no model.")
    if not document.compactions:
        raise UsageError("Nothing was compacted, as far as this log shows: a chain has no context to begin with.")
    ready = make_ready(document, compaction)
    made: tuple[Link, ...] = ()
    tracks: tuple[Track, ...] = ()
    for one in generations(strategy, ready.material, ready.found, times, None, strategies.named):
        made = (*made, link_of(one))
        tracks = _with(tracks, one)
        numbers = tuple(link.generation.number for link in made)
        before = made[0].generation.judged.run.before
        yield Chain(name, compaction, before, made, Erosion(numbers, tracks))


def needs_a_model(name: str, times: int) -> str:
    """Where a chain of a strategy that asks a model can be run."""
    return (
        f"{name} asks a model to write, and nothing is sent from here. The command line can:\n"
        f"inspector simulate LOG --strategy {name} --chain {times} --model NAME"
    )


def link_of(one: Generation) -> Link:
    """A generation with its shares: of what was said, and of what the work showed."""
    judged = list(zip(one.judged.facts, one.judged.survivals, strict=True))
    human = _point(one.number, (survival for fact, survival in judged if fact.kind in SPOKEN))
    work = _point(one.number, (survival for fact, survival in judged if fact.kind not in SPOKEN))
    return Link(one, human, work)


def _point(age: int, survivals: Iterable[Survival]) -> Point | None:
    """The share kept of those that matter and could be decided; what is not found counts, however sure that is."""
    verdicts = [one.verdict for one in survivals if still_matters(one) and one.verdict is not Verdict.UNDECIDED]
    kept = sum(verdict in KEPT for verdict in verdicts)
    return Point(age, len(verdicts), kept, *wilson(kept, len(verdicts))) if verdicts else None


def _with(tracks: tuple[Track, ...], one: Generation) -> tuple[Track, ...]:
    """The tracks, one generation longer."""
    judged = one.judged
    facts: tuple[Fact, ...] = tuple(track.fact for track in tracks) or judged.facts
    found = {survival.fact: survival for survival in judged.shown}
    known = {track.fact.id: track for track in tracks}
    made = []
    for fact in facts:
        track = known.get(fact.id) or Track(fact, (), 0, None, (), 0)
        survival = found.get(fact.id)
        cell = Cell(one.number, fact.id, survival, looked_for(fact)) if survival is not None else None
        first = one.number if track.first_loss is None and fact.id in one.lost_facts else track.first_loss
        made.append(replace(track, cells=(*track.cells, cell), first_loss=first))
    return tuple(made)


def _is_same(one: Generation, other: Generation) -> bool:
    verdicts = [[survival.verdict for survival in each.judged.shown] for each in (one, other)]
    return verdicts[0] == verdicts[1] and one.judged.run.after.value == other.judged.run.after.value
