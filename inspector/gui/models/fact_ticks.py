"""The facts of the human as ticks under the plot: where each was said, and whether the context holds it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.gui.language import tr
from inspector.gui.models.series import Series
from inspector.workbench.cursor import cursor_op
from inspector.workbench.document import Document
from inspector.workbench.fact_life import Life, Presence, context_at, find_lives
from inspector.workbench.selection import Focus


@dataclass(frozen=True, slots=True)
class FactTick:
    """One fact. ``x`` is in the units of the plot's horizontal axis."""

    x: float
    life: Life


def place_ticks(document: Document, series: Series, requests_of_items: Sequence[int | None]) -> tuple[FactTick, ...]:
    """A tick for every fact whose place the plot has, in order of the log."""
    ticks = []
    for life in find_lives(document):
        request = requests_of_items[life.said - 1] if life.said <= len(requests_of_items) else None
        x = series.position(request) if request is not None else None
        if x is not None:
            ticks.append(FactTick(x, life))
    return tuple(ticks)


def presences(document: Document, ticks: Sequence[FactTick], focus: Focus) -> tuple[Presence, ...]:
    """What became of each fact at the cursor; at the end of the session where nothing is selected."""
    present, horizon = context_at(document, cursor_op(document, focus))
    return tuple(tick.life.at(present, horizon) for tick in ticks)


def presence_words(presence: Presence) -> str:
    """Where a fact is, in words."""
    return {
        Presence.LATER: tr("not said yet at the cursor"),
        Presence.THERE: tr("in the context at the cursor"),
        Presence.CHANGED: tr("in the context only weakened, altered or contradicted"),
        Presence.GONE: tr("not in the context at the cursor"),
        Presence.UNSURE: tr("whether the context at the cursor holds it could not be decided"),
    }[presence]
