"""The facts of the human as ticks under the plot: where each was said, and whether the context holds it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
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


@dataclass(frozen=True, slots=True)
class Sign:
    """Facts that are drawn as one: said at one place as far as can be seen, with one presence. Pixels."""

    x: float
    presence: Presence
    facts: tuple[int, ...]
    """Their places in the order of the log."""


def signs(
    at: Sequence[tuple[int, float]], presences: Sequence[Presence], width: Callable[[int], float]
) -> tuple[Sign, ...]:
    """The facts as signs that do not overlap: one begins where its first fact was said.

    Who was said where one stands already joins it; ``width`` is that of a sign for so many facts.
    """
    found: list[Sign] = []
    held: dict[Presence, list[int]] = {}
    begin = end = 0.0
    for fact, x in at:
        if held and x >= end:
            found += _beside(begin, held, width)
            held = {}
        if not held:
            begin = x
            end = x
        presence = presences[fact] if fact < len(presences) else Presence.LATER
        facts = held.setdefault(presence, [])
        end += width(len(facts) + 1) - (width(len(facts)) if facts else 0)
        facts.append(fact)
    return (*found, *_beside(begin, held, width))


def _beside(x: float, held: dict[Presence, list[int]], width: Callable[[int], float]) -> Iterator[Sign]:
    for presence in Presence:
        if presence in held:
            yield Sign(x, presence, tuple(held[presence]))
            x += width(len(held[presence]))


def presences(document: Document, ticks: Sequence[FactTick], focus: Focus) -> tuple[Presence, ...]:
    """What became of each fact at the cursor; at the end of the session where nothing is selected."""
    present, horizon = context_at(document, cursor_op(document, focus))
    return tuple(tick.life.at(present, horizon) for tick in ticks)


def presence_words(presence: Presence) -> str:
    """Where a fact is, in words."""
    return {
        Presence.LATER: tr("not said yet at the cursor"),
        Presence.THERE: tr("in the context at the cursor"),
        Presence.CHANGED: tr("in the context in part, or, as a judge says, changed"),
        Presence.GONE: tr("not in the context at the cursor"),
        Presence.UNSURE: tr("whether the context at the cursor holds it could not be decided"),
    }[presence]
