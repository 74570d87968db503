"""Texts on lines of their own below their row: where beside it hardly any of them could be read, or copied whole."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from inspector.cli.column import Column

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
