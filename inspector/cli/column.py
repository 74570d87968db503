"""The columns of a table for people."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table for people."""

    title: str
    right: bool = False
    wide: bool = False
    """Takes the room that is left on a terminal, and is cut there; never in a pipe or a file."""
    lines: int = 1
    """On a terminal, how many lines a wide text may take before it is cut."""
    under: bool = False
    """On a terminal that cannot show all whole, this wide text stands under the one before it, not beside."""
    whole: bool = False
    """With ``wide``: never cut and never broken; on a terminal without room for all it stands on a line of its own."""
    key: bool = False
    """Tells rows apart, with the first column: stands again where a table goes on below itself."""


def labels(*titles: str) -> tuple[Column, ...]:
    """A column of short words for each title."""
    return tuple(map(Column, titles))


def figures(*titles: str) -> tuple[Column, ...]:
    """A column of figures for each title."""
    return tuple(Column(title, right=True) for title in titles)


def findings(*titles: str, text: str) -> tuple[Column, ...]:
    """What was found at a compaction: where, some labels, the words it is about, and why."""
    place = (Column("at"), Column("line", right=True, key=True))
    words = (Column(text, wide=True, lines=3), Column("why", wide=True, lines=2, under=True))
    return (*place, *labels(*titles), *words)
