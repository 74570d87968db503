"""The view of OpenHands: the events that the model is shown, and what a condensation takes out of them.

Offsets of a condensation count events, and an event may have put several items into the context or none.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from inspector.model import Item, ItemKind, Splice


class Shown(NamedTuple):
    """One event of the view and the items it put into the context."""

    id: str
    items: tuple[int, ...]


class Condensed(NamedTuple):
    """What one condensation makes of a view: the operation, what was named and is not there, what went along."""

    splice: Splice
    missing: int
    orphans: int


class View:
    """The events shown, oldest first. Lists only grow between condensations, so a moment is a list and a length."""

    def __init__(self) -> None:
        self.events: list[Shown] = []
        self.summary = ""
        """Id of the summary that the newest condensation put in."""

    def add(self, event: str, items: Sequence[int] = ()) -> None:
        """An event that takes part in the view, also where the model is shown nothing of it."""
        self.events.append(Shown(event, tuple(items)))

    def moment(self) -> tuple[list[Shown], int, str]:
        """What ``back`` needs to bring this view back."""
        return self.events, len(self.events), self.summary

    def back(self, moment: tuple[list[Shown], int, str]) -> None:
        events, length, self.summary = moment
        self.events = events[:length]

    def items(self) -> tuple[int, ...]:
        """The context, as the view has it."""
        return tuple(item for event in self.events for item in event.items)

    def place(self, event: str) -> int | None:
        return next((place for place, shown in enumerate(self.events) if shown.id == event), None)

    def condense(
        self, forgotten: Collection[str], told: Shown | None, offset: int | None, items: Sequence[Item]
    ) -> Condensed:
        """Forget events and put a summary in at an offset; without an offset it goes to the end.

        Calls without their results and results without their calls go along: no provider takes them.
        """
        before = self.items()
        left = [event for event in self.events if event.id not in forgotten]
        missing = len(forgotten) - (len(self.events) - len(left))
        orphans = _orphans(items, before, [item for event in left for item in event.items])
        left = [Shown(event.id, tuple(item for item in event.items if item not in orphans)) for event in left]
        place = len(left) if offset is None else min(offset, len(left))
        at = sum(len(event.items) for event in left[:place])
        if told is not None:
            left.insert(place, told)
            self.summary = told.id
        self.events = left
        now = frozenset(self.items())
        gone = tuple(item for item in before if item not in now)
        return Condensed(Splice(remove=gone, insert=told.items if told else (), at=at), missing, len(orphans))


def _orphans(items: Sequence[Item], before: Sequence[int], left: Sequence[int]) -> frozenset[int]:
    """Items left whose other half, call or result, was there before and is gone."""
    pair = {ItemKind.TOOL_CALL: ItemKind.TOOL_RESULT, ItemKind.TOOL_RESULT: ItemKind.TOOL_CALL}
    had = _halves(items, before)
    has = _halves(items, left)
    found = []
    for number in left:
        item = items[number - 1]
        other = (pair.get(item.kind), item.call_id)
        if item.call_id and other in had and other not in has:
            found.append(number)
    return frozenset(found)


def _halves(items: Sequence[Item], numbers: Sequence[int]) -> frozenset[tuple[ItemKind | None, str]]:
    return frozenset((items[number - 1].kind, items[number - 1].call_id) for number in numbers)
