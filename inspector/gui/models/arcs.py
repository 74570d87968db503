"""Chains as arcs over the plot: from where it was said, over the compaction that lost it, to what that led to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.plot_marks import CompactionMark
from inspector.gui.models.series import Series
from inspector.impact.chains import Chain
from inspector.workbench.document import Document
from inspector.workbench.selection import Focus


@dataclass(frozen=True, slots=True)
class ArcStop:
    """One place of a chain. ``what`` is said, lost, broken or again."""

    what: str
    x: float
    title: str


@dataclass(frozen=True, slots=True)
class Arc:
    """One chain as far as the plot has its places, in order of time."""

    chain: Chain
    stops: tuple[ArcStop, ...]

    def words(self) -> str:
        """``said at #2 → lost at ┊C2 → broken at #169``."""
        return " → ".join(stop.title for stop in self.stops)


def find_arcs(
    document: Document,
    series: Series,
    requests_of_items: Sequence[int | None],
    compactions: Sequence[CompactionMark],
) -> tuple[Arc, ...]:
    """An arc for every chain with at least two places on the plot."""
    lost = {mark.number: mark.x for mark in compactions}

    def place(item: int | None) -> float | None:
        request = requests_of_items[item - 1] if item is not None and item <= len(requests_of_items) else None
        return None if request is None else series.position(request)

    arcs = []
    for one in document.aftermath or ():
        for chain in one.chains:
            known = (
                ("said", place(chain.said), tr("said at #{n}"), chain.said),
                ("lost", lost.get(chain.compaction), tr("lost at ┊C{n}"), chain.compaction),
                ("broken", place(chain.broken), tr("broken at #{n}"), chain.broken),
                ("again", place(chain.again), tr("said again at #{n}"), chain.again),
            )
            stops = tuple(
                ArcStop(what, x, title.format(n=number(at)))
                for what, x, title, at in known
                if x is not None and at is not None
            )
            if len(stops) > 1:
                arcs.append(Arc(chain, tuple(sorted(stops, key=lambda stop: stop.x))))
    return tuple(arcs)


def selected(arc: Arc, focus: Focus) -> bool:
    """Whether a chain is the one that is looked at: its fact is selected, or one of its items."""
    chain = arc.chain
    if focus.fact is not None and chain.fact:
        return focus.fact == chain.fact and focus.compaction in (None, chain.compaction)
    return focus.item is not None and focus.item in (chain.said, chain.broken, chain.again)
