"""A chain: a strategy on its own output, again and again with nothing new in between: what a second summary forgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.model import Fact, Verdict
from inspector.model.run import Score
from inspector.rerun.engine import Find, StrategyResult, run_strategy
from inspector.rerun.judge import JudgedRun, judge
from inspector.rerun.material import Material
from inspector.rerun.scorer import still_matters
from inspector.rerun.scores import scores_of
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Summarizer
from inspector.rerun.view import numbered
from inspector.survival.found import Found
from inspector.survival.shares import DISTORTED, KEPT


def chain(
    strategy: Strategy, material: Material, times: int, summarizer: Summarizer | None = None, find: Find | None = None
) -> Iterator[StrategyResult]:
    """Each run in turn. A guard that holds on to its fallback does so here, too, where ``find`` knows it."""
    for _ in range(times):
        done = run_strategy(strategy, material, summarizer, find)
        yield done
        if done.refused and strategy.guard.sticky_fallback and find is not None:
            strategy = find(strategy.guard.fallback)
        kept = ("system", "summary")
        entries = (entry if entry.kind in kept else replace(entry, carried=True) for entry in done.entries)
        entries_now = numbered(entries, material.library)
        material = replace(material, entries=entries_now, limits=replace(material.limits, used=done.run.after.value))


@dataclass(frozen=True, slots=True, eq=False)
class Generation:
    """One compaction of a chain, its verdicts as they are shown everywhere: none that the rules are not sure of.

    Facts that no longer matter are in none of its numbers.
    """

    number: int
    """From 1."""
    judged: JudgedRun
    scores: tuple[Score, ...]
    kept: int
    distorted: int
    lost: int
    unsure: int
    """Not found or perhaps changed, but not surely enough to say so; shares do not count them as kept."""
    undecided: int
    gone: tuple[Fact, ...]
    """Facts that are lost or not found now and were neither before."""
    back: tuple[Fact, ...]
    """Facts that are neither now and were before: a text has said them again, or differently."""
    lost_facts: frozenset[str]
    """The ids of those that are lost; who is gone and not among them is not found, and not surely lost."""

    def gone_surely(self) -> tuple[tuple[Fact, bool], ...]:
        """What goes, and whether it is surely lost."""
        return tuple((fact, fact.id in self.lost_facts) for fact in self.gone)


def generations(
    strategy: Strategy,
    material: Material,
    found: Found,
    times: int,
    summarizer: Summarizer | None = None,
    find: Find | None = None,
) -> Iterator[Generation]:
    """Each generation in turn, up to the first that fails: behind it there is no context to go on with."""
    away: frozenset[str] = frozenset()
    for number, done in enumerate(chain(strategy, material, times, summarizer, find), 1):
        made = _generation(number, judge(replace(done.run, id=f"{done.run.id}:{number}"), found), away)
        yield made
        if done.run.error:
            return
        away = (away | {fact.id for fact in made.gone}) - {fact.id for fact in made.back}


def _generation(number: int, judged: JudgedRun, before: frozenset[str]) -> Generation:
    facts = {fact.id: fact for fact in judged.facts}
    shown = [one for one in judged.shown if still_matters(one)]
    unsure = sum(one.unsure is not None for one in shown)
    verdicts = {one.fact: one.verdict for one in shown}
    lost = frozenset(name for name, verdict in verdicts.items() if verdict is Verdict.LOST)
    away = lost | {one.fact for one in shown if one.unsure is Verdict.LOST}
    return Generation(
        number,
        judged,
        scores_of((judged,)),
        kept=sum(verdict in KEPT for verdict in verdicts.values()),
        distorted=sum(verdict in DISTORTED for verdict in verdicts.values()),
        lost=len(lost),
        unsure=unsure,
        undecided=sum(verdict is Verdict.UNDECIDED for verdict in verdicts.values()) - unsure,
        gone=tuple(facts[name] for name in verdicts if name in away and name not in before),
        back=tuple(facts[name] for name in verdicts if name in before and name not in away),
        lost_facts=lost,
    )
