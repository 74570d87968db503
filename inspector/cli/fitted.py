"""Tables fitted to a terminal: no figure is ever cut, long texts take what room there is.

What explains a text stands under it where both do not fit, and a text below its row where too little of it could be
read beside. A column that
stands empty is left out. A table that is still too wide goes on below itself, its
key columns said again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from inspector.cli.output import Column

_SHORT = 30
"""Columns of text up to this width are never folded."""
_UNDER = "  "
"""Sets what stands under a text apart from it."""
_LEAST = 16
"""What a column that may be folded or cut keeps at least."""


def print_fitted(columns: Sequence[Column], rows: Sequence[Sequence[str]], console: Console | None = None) -> None:
    """Print a table as wide as the terminal, in as many parts as that takes."""
    console = console or Console(highlight=False)
    columns, rows = _without_empty(columns, rows)
    whole = [_natural(column, [row[place] for row in rows]) for place, column in enumerate(columns)]
    if belong_below(columns, whole, console.width):
        print_texts_below(columns, rows, whole, console)
        return
    stacks = _stacks(columns, stacked=sum(whole) + GAP * (len(whole) - 1) > console.width)
    heads = [replace(columns[stack[0]], title=" / ".join(columns[place].title for place in stack)) for stack in stacks]
    natural = [max(whole[place] for place in stack) for stack in stacks]
    for number, part in enumerate(_parts(heads, natural, console.width)):
        if number:
            console.print()
        widths = _widths([natural[at] for at in part], [_floor(heads[at], natural[at]) for at in part], console)
        table = _head([heads[at] for at in part], widths)
        for row in rows:
            table.add_row(
                *(
                    _stacked([(columns[place], row[place]) for place in stacks[at]], width, console)
                    for at, width in zip(part, widths, strict=True)
                )
            )
        console.print(table)


def _without_empty(
    columns: Sequence[Column], rows: Sequence[Sequence[str]]
) -> tuple[Sequence[Column], Sequence[Sequence[str]]]:
    """The table without the columns in which no row has anything, such as the lines of a log that has none."""
    shown = [place for place in range(len(columns)) if not place or any(row[place] for row in rows)]
    return [columns[place] for place in shown], [[row[place] for place in shown] for row in rows]


def _stacks(columns: Sequence[Column], *, stacked: bool) -> list[list[int]]:
    """Places of columns, those together that stand under each other."""
    stacks: list[list[int]] = []
    for place, column in enumerate(columns):
        if stacked and column.under and stacks:
            stacks[-1].append(place)
        else:
            stacks.append([place])
    return stacks


def _stacked(cells: Sequence[tuple[Column, str]], width: int, console: Console) -> Text:
    """One cell of a column, with what stands under it."""
    (column, words), *under = cells
    if not column.wide:
        return Text(words)
    lines = cut(words, width, column.lines, console)
    for below, told in under:
        room = width - len(_UNDER)
        lines += [Text(_UNDER, "dim").append(line) for line in cut(told, room, below.lines, console)] if told else []
    return Text("\n").join(lines)


def _natural(column: Column, cells: Sequence[str]) -> int:
    """The width at which nothing is cut; a title may break between its words."""
    words = [len(word) for word in column.title.split()] if column.right else [len(column.title)]
    return max([*words, *map(cell_len, cells)], default=0)


def _floor(column: Column, natural: int) -> int:
    """The width below which a column says something else."""
    return natural if column.right or (natural <= _SHORT and not column.wide) else min(natural, _LEAST)


def _parts(columns: Sequence[Column], natural: Sequence[int], width: int) -> list[list[int]]:
    """Places of columns, part by part, so that every part fits; one that cannot has a single column and its keys."""
    floors = [_floor(column, size) for column, size in zip(columns, natural, strict=True)]
    keys = [place for place, column in enumerate(columns) if column.key or not place]
    parts = [list(keys)]
    for place in range(len(columns)):
        if place in keys:
            continue
        tried = sorted({*parts[-1], place})
        fits = sum(floors[at] for at in tried) + GAP * (len(tried) - 1) <= width
        if fits or len(parts[-1]) == len(keys):
            parts[-1] = tried
        else:
            parts.append(sorted({*keys, place}))
    return parts


def _widths(natural: Sequence[int], floors: Sequence[int], console: Console) -> list[int]:
    """What each column gets: its floor, and of the rest a fair share up to what it needs."""
    widths = list(floors)
    room = console.width - sum(widths) - GAP * (len(widths) - 1)
    wanting = [place for place, size in enumerate(natural) if widths[place] < size]
    while room > 0 and wanting:
        share = max(1, room // len(wanting))
        for place in wanting:
            more = min(share, natural[place] - widths[place], room)
            widths[place] += more
            room -= more
        wanting = [place for place in wanting if widths[place] < natural[place]]
    return widths


def _head(columns: Sequence[Column], widths: Sequence[int]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold")
    for column, width in zip(columns, widths, strict=True):
        table.add_column(
            Text(column.title),
            justify="right" if column.right else "left",
            width=width,
            no_wrap=column.wide,
            overflow="ellipsis" if column.wide else "fold",
        )
    return table


GAP = 2
_READABLE = 32
"""With less room than this beside its row a text tells nothing."""


def belong_below(columns: Sequence[Column], natural: Sequence[int], width: int) -> bool:
    """Whether the texts that a table ends with have no room beside figures that fit; ``natural`` widths cut nothing."""
    first = _first_text(columns)
    texts = columns[first:]
    if not first or not texts or not all(column.wide for column in texts):
        return False
    if not all(column.under for column in texts[1:]) or sum(natural) + GAP * (len(natural) - 1) <= width:
        return False
    room = width - sum(map(_titled, columns[:first], natural)) - GAP * first
    cuts = any(column.whole and size + GAP > room for column, size in zip(texts, natural[first:], strict=True))
    return room >= -GAP and (cuts or room < min(_READABLE, max(natural[first:])))


def print_texts_below(
    columns: Sequence[Column], rows: Sequence[Sequence[str]], natural: Sequence[int], console: Console
) -> None:
    """Print each row's figures on one line, and each of its texts below, set in as far as the first column goes."""
    first = _first_text(columns)
    figures, texts = columns[:first], columns[first:]
    widths = list(map(_titled, figures, natural))
    indent = " " * (min(widths[0], _DEEPEST) + GAP)

    def line(cells: Sequence[str]) -> str:
        gaps = [" " * (width - cell_len(cell)) for cell, width in zip(cells, widths, strict=True)]
        told = zip(figures, cells, gaps, strict=True)
        return (" " * GAP).join(gap + cell if column.right else cell + gap for column, cell, gap in told).rstrip()

    console.print(Text(line([column.title for column in figures]), "bold"))
    console.print(Text(indent + " / ".join(column.title for column in texts), "bold"))
    for row in rows:
        console.print(Text(line(row[:first])))
        for column, words in zip(texts, row[first:], strict=True):
            if column.whole and words:
                # Not a break of ours in what one copies; the terminal goes on in the next line by itself.
                console.print(Text(indent + words), soft_wrap=True)
                continue
            for part in cut(words, console.width - len(indent), column.lines, console) if words else ():
                console.print(Text(indent).append(part))


_DEEPEST = 6


def cut(words: str, width: int, most: int, console: Console) -> list[Text]:
    """A text on so many lines; what is left of it is cut."""
    # A text may be as long as a file; marks that take no room are few.
    lines = list(Text(words[: (most + 1) * width * 4]).wrap(console, width))
    if len(lines) <= most:
        return lines
    last = Text(" ".join(line.plain.rstrip() for line in lines[most - 1 :]))
    last.truncate(width, overflow="ellipsis")
    return [*lines[: most - 1], last]


def _first_text(columns: Sequence[Column]) -> int:
    return next((place for place, column in enumerate(columns) if column.wide), len(columns))


def _titled(column: Column, natural: int) -> int:
    """A column's width where its title stands on one line."""
    return max(natural, len(column.title))
