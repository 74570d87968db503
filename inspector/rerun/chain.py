"""A chain: a strategy on its own output, again and again with nothing new in between: what a second summary forgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from inspector.rerun.engine import Find, StrategyResult, run_strategy
from inspector.rerun.material import Material
from inspector.rerun.strategy import Strategy
from inspector.rerun.summarize import Summarizer
from inspector.rerun.view import numbered


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
