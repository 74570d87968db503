"""How commands speak: JSON for programs, tables for people, numbers that show how they are known."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from inspector.model import TokenCount
from inspector.wording.harmless import harmless, harmless_json, harmless_line

SCHEMA = 2
_RICH_ROWS = 2_000
_PUT_IN = "inspector.put_in_json"
_SHORT = 60
"""Texts up to this length are filled up in a pipe, so that what follows stands in a column."""


def put_in_json(key: str, value: Any) -> None:
    """Add something to every JSON object that the command at hand prints."""
    context = click.get_current_context(silent=True)
    if context is not None:
        context.meta.setdefault(_PUT_IN, {})[key] = value


def print_json(value: Mapping[str, Any] | Iterable[Any]) -> None:
    """Write one JSON document; lists on the first level go out element by element, one a line."""
    out = sys.stdout
    if not isinstance(value, Mapping):
        _print_elements(iter(value))
        out.write("\n")
        return
    context = click.get_current_context(silent=True)
    more = context.meta.get(_PUT_IN, {}) if context else {}
    for place, (key, part) in enumerate({**value, **more}.items()):
        out.write(("{" if not place else ",\n ") + f"{harmless_json(key)}: ")
        if isinstance(part, Iterator | list | tuple):
            _print_elements(iter(part))
        else:
            out.write(harmless_json(part))
    out.write("}\n")


def _print_elements(elements: Iterator[Any]) -> None:
    out = sys.stdout
    out.write("[")
    for place, element in enumerate(elements):
        out.write((",\n  " if place else "\n  ") + harmless_json(element))
    out.write("]")


def count_json(count: TokenCount) -> dict[str, Any]:
    """A number with its basis, as the JSON contract writes it; both null when it is not known."""
    return {"value": count.value, "basis": count.basis.value if count.value is not None else None}


def line_or_item(line: int | None, item: int) -> str:
    """Where something stands, for a column: its line, ``#12`` for the item of a log without lines, "" for neither."""
    return str(line) if line else f"#{item}" if item else ""


def print_json_line(value: Mapping[str, Any]) -> None:
    """Write one JSON object on a line of its own, for lists that have no end yet."""
    sys.stdout.write(harmless_json(value) + "\n")


def print_text(text: str) -> None:
    """A text on stdout as it is; on a terminal without the control characters that it would obey."""
    click.echo((harmless(text) if sys.stdout.isatty() else text).encode("utf-8", "backslashreplace"), nl=False)


def print_table(columns: Sequence[Column], rows: Iterable[Sequence[str]]) -> None:
    """A table on stdout: fitted to a terminal, whole and plain anywhere else. Nothing where there are no rows.

    Why there are none is for the caller to say: a head alone tells a person nothing.
    """
    clean = [[harmless_line(cell) for cell in row] for row in rows]
    if not clean:
        return
    if sys.stdout.isatty() and len(clean) <= _RICH_ROWS:
        from inspector.cli.fitted import print_fitted

        print_fitted(columns, clean)
        return
    widths = [
        _padded(column, max([len(column.title), *(len(row[place]) for row in clean)]))
        for place, column in enumerate(columns)
    ]
    for row in [[column.title for column in columns], *clean]:
        cells = [
            cell.rjust(width) if column.right else cell.ljust(width)
            for cell, width, column in zip(row, widths, columns, strict=True)
        ]
        sys.stdout.write("  ".join(cells).rstrip() + "\n")


def _padded(column: Column, longest: int) -> int:
    return longest if longest <= _SHORT or not column.wide else 0


def say(words: str) -> None:
    """Talk: one line on stderr."""
    click.echo(harmless_line(words), err=True)


def print_line(words: str = "") -> None:
    """One line of data for people."""
    sys.stdout.write(harmless_line(words) + "\n")


def print_below(lines: Iterable[str]) -> None:
    """Lines of data for people, apart from the table above them; nothing for none."""
    told = list(lines)
    for words in ["", *told] if told else []:
        print_line(words)


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
