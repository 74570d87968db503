"""A chain: a strategy on its own output, again and again with nothing new in between: what a second summary forgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.facts.found import Found
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
from inspector.verdicts.intervals import DISTORTED, KEPT


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
    """One compaction of a chain. Facts that no longer matter are in none of its numbers."""

    number: int
    """From 1."""
    judged: JudgedRun
    scores: tuple[Score, ...]
    kept: int
    distorted: int
    lost: int
    undecided: int
    gone: tuple[Fact, ...]
    """Facts that are lost now and were not before."""
    back: tuple[Fact, ...]
    """Facts that are not lost now and were before: a text has said them again, or differently."""


def generations(
    strategy: Strategy,
    material: Material,
    found: Found,
    times: int,
    summarizer: Summarizer | None = None,
    find: Find | None = None,
) -> Iterator[Generation]:
    """Each generation in turn, up to the first that fails: behind it there is no context to go on with."""
    lost: frozenset[str] = frozenset()
    for number, done in enumerate(chain(strategy, material, times, summarizer, find), 1):
        made = _generation(number, judge(replace(done.run, id=f"{done.run.id}:{number}"), found), lost)
        yield made
        if done.run.error:
            return
        lost = (lost | {fact.id for fact in made.gone}) - {fact.id for fact in made.back}


def _generation(number: int, judged: JudgedRun, lost: frozenset[str]) -> Generation:
    facts = {fact.id: fact for fact in judged.facts}
    verdicts = {one.fact: one.verdict for one in judged.survivals if still_matters(one)}
    now = frozenset(name for name, verdict in verdicts.items() if verdict is Verdict.LOST)
    return Generation(
        number,
        judged,
        scores_of((judged,)),
        kept=sum(verdict in KEPT for verdict in verdicts.values()),
        distorted=sum(verdict in DISTORTED for verdict in verdicts.values()),
        lost=len(now),
        undecided=sum(verdict is Verdict.UNDECIDED for verdict in verdicts.values()),
        gone=tuple(facts[name] for name in verdicts if name in now and name not in lost),
        back=tuple(facts[name] for name in verdicts if name in lost and name not in now),
    )
