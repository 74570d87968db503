"""Where the words on the plot stand: never over each other, never cut, and off the bars where there is room.

Lengths are in pixels. Names of compactions have a lane of their own above the bars; where they do not all fit, first
what was freed is left out, then neighbours share a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from inspector.gui.language import tr
from inspector.gui.models.plot_marks import CompactionMark

LANE_ROWS = 2
_GAP = 6
_FROM_LINE = 3
_HAIR = 0.01
"""What rounding may add to an edge."""
_LOW = 10
"""Lines of text in the height of a plot, below which the lane has one row."""


class Box(NamedTuple):
    """A place on the plot."""

    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.left + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.top + self.height

    def meets(self, other: Box) -> bool:
        """Whether the two have more than an edge in common."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def is_within(self, other: Box) -> bool:
        """Whether nothing of it stands out of the other."""
        is_across = other.left <= self.left + _HAIR and self.right <= other.right + _HAIR
        return is_across and other.top <= self.top + _HAIR and self.bottom <= other.bottom + _HAIR


class Wanted(NamedTuple):
    """A mark that wants a name at ``x``."""

    x: float
    mark: CompactionMark


@dataclass(frozen=True, slots=True)
class Name:
    """The words for one mark or for neighbours, in a row of the lane."""

    words: str
    left: float
    width: float
    row: int
    marks: tuple[CompactionMark, ...]


@dataclass(frozen=True, slots=True)
class Skyline:
    """The upper edge of the bars as drawn, in units of the axes."""

    edges: NDArray[np.float64]
    tops: NDArray[np.float64]
    """One less than ``edges``; NaN is a gap."""

    def highest(self, low: float, high: float) -> float:
        """The highest bar between two values of the horizontal axis; 0 where none is."""
        first = max(int(np.searchsorted(self.edges, low, side="right")) - 1, 0)
        found = self.tops[first : int(np.searchsorted(self.edges, high))]
        return float(np.nanmax(found)) if np.isfinite(found).any() else 0.0


def lane_rows(height: float, line: float) -> int:
    """How many rows of names a plot of this height has above its bars; ``line`` is the height of a line of text."""
    return LANE_ROWS if height >= _LOW * line else 1


def names(
    wanted: Iterable[Wanted],
    room: tuple[float, float],
    rows: int,
    width: Callable[[str], float],
    chosen: int | None = None,
) -> list[Name]:
    """A name for every mark, from left to right between the two ends of ``room``; several may share one.

    A name begins beside the line of its (first) mark. The mark with the number ``chosen`` is named itself, also in a
    shared name. None at all where the room is narrower than a name.
    """
    order = sorted(wanted, key=lambda one: one.x)
    for words in (_full, _short):
        told = [words(one.mark) for one in order]
        widths = [width(one) for one in told]
        lefts = [_left(one.x, wide, room) for one, wide in zip(order, widths, strict=True)]
        placed = place_rows(lefts, widths, rows)
        if None not in placed and min(lefts, default=room[0]) >= room[0]:
            told_rows = [row for row in placed if row is not None]
            return [
                Name(said, left, wide, row, (one.mark,))
                for said, left, wide, row, one in zip(told, lefts, widths, told_rows, order, strict=True)
            ]
    return _shared(order, room, width, chosen)


def place_rows(lefts: Sequence[float], widths: Sequence[float], rows: int) -> list[int | None]:
    """The row for each label, left to right, so that none covers another; None where there is no room."""
    ends = [float("-inf")] * rows
    placed: list[int | None] = []
    for left, width in zip(lefts, widths, strict=True):
        row = next((row for row, end in enumerate(ends) if left >= end), None)
        placed.append(row)
        if row is not None:
            ends[row] = left + width + _GAP
    return placed


def _shared(
    order: Sequence[Wanted], room: tuple[float, float], width: Callable[[str], float], chosen: int | None
) -> list[Name]:
    """In one row; a name that would cover the one before takes its marks in."""
    done: list[tuple[float, Name]] = []
    for one in order:
        x, name = one.x, _name(one.x, (one.mark,), room, width, chosen)
        while done and name.left < done[-1][1].left + done[-1][1].width + _GAP:
            x, before = done.pop()
            name = _name(x, (*before.marks, *name.marks), room, width, chosen)
        done.append((x, name))
    return [name for _, name in done if name.left >= room[0]]


def _name(
    x: float,
    marks: tuple[CompactionMark, ...],
    room: tuple[float, float],
    width: Callable[[str], float],
    chosen: int | None,
) -> Name:
    words = _of_several(marks, chosen)
    if width(words) > room[1] - room[0]:
        words = _of_several(marks, None)
    wide = width(words)
    return Name(words, _left(x, wide, room), wide, 0, marks)


def _of_several(marks: Sequence[CompactionMark], chosen: int | None) -> str:
    if len(marks) == 1:
        return _short(marks[0])
    first, last = marks[0].title, marks[-1].title.lstrip("┊")
    own = next((mark.title for mark in marks if mark.number == chosen and not mark.is_edit), "")
    if own:
        return tr("{name} of {first}–{last}").format(name=own, first=first.lstrip("┊"), last=last)
    return f"{first}–{last}"


def _full(mark: CompactionMark) -> str:
    return f"{mark.title} {mark.freed}".strip()


def _short(mark: CompactionMark) -> str:
    return mark.title


def _left(x: float, width: float, room: tuple[float, float]) -> float:
    return min(x + _FROM_LINE, room[1] - width)


def first_free(candidates: Iterable[Box], taken: Sequence[Box], is_clear: Callable[[Box], bool]) -> Box | None:
    """The first place that covers nothing taken and stands clear of the bars; else the first that covers nothing."""
    first: Box | None = None
    for box in candidates:
        if not any(box.meets(other) for other in taken):
            if is_clear(box):
                return box
            first = first or box
    return first


def along(level: float, width: float, height: float, area: Box) -> Iterator[Box]:
    """Places for the words of a level line: at its right end, its left end, then between; above it or under it."""
    steps = int(max(area.width - width, 0) // max(width / 2, 1))
    between = (area.right - width - step * width / 2 for step in range(1, steps + 1))
    for left in (area.right - width, area.left, *between):
        for top in (level - height - 1, level + 1):
            box = Box(left, top, width, height)
            if box.is_within(area):
                yield box


def beside(
    bar: tuple[float, float],
    width: float,
    height: float,
    area: Box,
    taken: Sequence[Box],
    passing: Sequence[Box] = (),
) -> Box:
    """The place of the box that explains a bar (its left and right edge): never over the bar, over nothing ``taken``.

    Where there is no room right beside it, it covers what is ``passing``, which is known without being read; then it
    stands further off. Where the bar is as wide as the plot, in its upper corner.
    """
    tops = (area.top + 4, area.bottom - height - 12)
    near = (bar[1] + 10, bar[0] - 10 - width)
    ends = [place for box in (*taken, *passing) for place in (box.left - width - 4, box.right + 4)]
    off = sorted(ends, key=lambda left: abs(left + width / 2 - sum(bar) / 2))
    boxes = [[Box(left, top, width, height) for left in lefts for top in tops] for lefts in (near, off)]
    inside = [[box for box in some if area.left <= box.left and box.right <= area.right] for some in boxes]
    close, far = ([box for box in some if box.right <= bar[0] or box.left >= bar[1]] for some in inside)
    every = (*taken, *passing)
    for places, others in ((close, every), (close, taken), (far, every)):
        free = next((box for box in places if not any(box.meets(other) for other in others)), None)
        if free is not None:
            return free
    return next(iter((*close, *far, *inside[0], *inside[1])), Box(area.left + 2, tops[0], width, height))
