"""Texts of several items laid out under one another, with the place of every character of every item.

A text view counts in UTF-16 units and knows a few characters of its own; both are taken care of here, so that a
passage of an item is found again in what is shown, whatever stands in it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.gui.language import number, tr
from inspector.gui.models.lines import LONGEST, spans
from inspector.gui.models.signs import signed_alike


@dataclass(frozen=True, slots=True)
class SheetPiece:
    """A run of one item's text. ``place`` is where it begins in the sheet, in characters."""

    item: int
    start: int
    end: int
    place: int


@dataclass(frozen=True, slots=True)
class Title:
    """A heading of the sheet's own, between places."""

    start: int
    end: int
    is_note: bool
    """A quiet remark rather than a heading."""


@dataclass(frozen=True, slots=True)
class SheetMark:
    """A passage in units of the view. ``key`` says what it stands for."""

    start: int
    end: int
    role: str
    key: str = ""
    is_underlined: bool = False


class TextSheet:
    """Add headings and texts in order; then ask where things are."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self.titles: list[Title] = []
        self._pieces: dict[int, list[SheetPiece]] = {}
        self._wide: list[int] = []

    @property
    def text(self) -> str:
        """All of it."""
        return "".join(self._parts)

    @property
    def end(self) -> int:
        """Where it ends, in units of the text view."""
        return self.unit(self._length)

    def add_title(self, words: str, *, is_note: bool = False) -> None:
        """A line of the program's own words."""
        self._new_line()
        start = self._length
        self._add(words.replace("\n", " "))
        self.titles.append(Title(start, self._length, is_note))
        self._add("\n")

    def add_text(self, item: int, text: str, start: int = 0, end: int | None = None) -> None:
        """A part of an item's text, with lines too long to draw broken."""
        self._new_line()
        part = text[start : len(text) if end is None else end]
        for low, high in spans(part, LONGEST):
            piece = SheetPiece(item, start + low, start + high, self._length)
            self._pieces.setdefault(item, []).append(piece)
            self._add(part[low:high])
            self._add("\n")

    def add_windows(self, item: int, text: str, wanted: Iterable[tuple[int, int]], around: int, whole: int) -> None:
        """An item's text, of a long one the ``windows``, with a remark wherever a part is left out."""
        last = 0
        for start, end in windows(len(text), wanted, around, whole):
            self._leave_out(start - last)
            self.add_text(item, text, start, end)
            last = end
        self._leave_out(len(text) - last)

    def _leave_out(self, characters: int) -> None:
        if characters > 0:
            words = tr("⋯ {n} characters are left out here").format(n=number(characters))
            self.add_title(words, is_note=True)

    def mark(
        self, item: int, start: int, end: int, role: str, key: str, *, is_underlined: bool = False
    ) -> list[SheetMark]:
        """A passage of an item as a mark; none where it is not shown."""
        at = self.place(item, start, end)
        return [] if at is None else [SheetMark(*at, role, key, is_underlined)]

    def place(self, item: int, start: int, end: int) -> tuple[int, int] | None:
        """Where a passage of an item stands, in units of the text view; None where it is not shown."""
        pieces = [piece for piece in self._pieces.get(item, ()) if piece.start <= end and start <= piece.end]
        if not pieces:
            return None
        first, last = pieces[0], pieces[-1]
        low = first.place + max(start - first.start, 0)
        high = last.place + min(end, last.end) - last.start
        return (self.unit(low), self.unit(high)) if high > low else None

    def unit(self, place: int) -> int:
        """A character of the sheet as a unit of the text view."""
        return place + bisect_left(self._wide, place)

    def _new_line(self) -> None:
        if self._parts and not self._parts[-1].endswith("\n"):
            self._add("\n")

    def _add(self, words: str) -> None:
        plain = signed_alike(words)
        if not plain.isascii():
            self._wide += [self._length + at for at, sign in enumerate(plain) if sign > "\uffff"]
        self._parts.append(plain)
        self._length += len(plain)


def windows(length: int, wanted: Iterable[tuple[int, int]], around: int, whole: int) -> Sequence[tuple[int, int]]:
    """The parts of a long text that are shown: its start, and what stands around each wanted passage.

    A text of up to ``whole`` characters is shown whole.
    """
    if length <= whole:
        return ((0, length),)
    parts = [(0, whole // 4)]
    for start, end in sorted(wanted):
        low, high = max(start - around, 0), min(end + around, length)
        if low <= parts[-1][1]:
            parts[-1] = (parts[-1][0], max(parts[-1][1], high))
        else:
            parts.append((low, high))
    return parts
