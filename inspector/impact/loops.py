"""Compactions that fire again within so few requests that little or nothing was done between them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene


def loops(scene: Scene) -> Iterator[Finding]:
    """One finding a run of compactions that led to nothing, with the one that ended it; of those rewound none."""
    there = {one.number: one for one in scene.compactions}
    for is_loop, run in groupby(there.values(), lambda one: one.outcome == "loop"):
        if is_loop:
            looped = list(run)
            last = looped[-1].number + 1
            places = tuple(max(1, scene.start(one.number) - 1) for one in (*looped, there[last]))
            more = f"{len(looped):,} compactions" if len(looped) > 1 else "compaction"
            yield Finding(
                kind=Kind.LOOP,
                compaction=looped[0].number,
                item=places[-1],
                subject=f"compactions {looped[0].number} to {last}",
                why=f"The next {more} fired within 2 requests{' each' if len(looped) > 1 else ''}.",
                sure=Sure.CERTAIN,
                evidence=places,
                basis=looped[0].record.basis,
            )
