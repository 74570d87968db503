"""Compactions that fire again before useful work."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene


def loops(scene: Scene) -> Iterator[Finding]:
    """One finding a run of compactions that led to nothing, with the one that ended it."""
    for is_loop, run in groupby(scene.compactions, lambda one: one.outcome == "loop"):
        if not is_loop:
            continue
        looped = list(run)
        behind = (one for one in scene.compactions if one.number > looped[-1].number)
        last = next(behind, looped[-1])
        places = tuple(max(1, scene.start(one.number) - 1) for one in (*looped, last))
        yield Finding(
            kind=Kind.LOOP,
            compaction=looped[0].number,
            item=places[-1],
            subject=f"compactions {looped[0].number} to {last.number}",
            why=f"The next {_many(last.number - looped[0].number)} fired before any useful work was possible.",
            sure=Sure.CERTAIN,
            evidence=places,
            basis=looped[0].record.basis,
        )


def _many(n: int) -> str:
    return f"{n:,} compactions" if n > 1 else "compaction"
