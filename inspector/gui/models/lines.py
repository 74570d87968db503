"""A text of any size as display lines: a head and tail first, hard-wrapped where a line is too long to draw."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from inspector.gui.models.signs import signed

HEAD = 50_000
TAIL = 20_000
LONGEST = 2_000
_NOWHERE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The start and end of a text. ``left_out`` characters stand between them; 0 when it is all there."""

    head: str
    tail: str
    left_out: int


def excerpt(text: str) -> Excerpt:
    """The part of a text that is drawn at once: all of it, or its first 50,000 and last 20,000 characters."""
    if len(text) <= HEAD + TAIL:
        return Excerpt(text, "", 0)
    return Excerpt(text[:HEAD], text[-TAIL:], len(text) - HEAD - TAIL)


def wrap_hard(text: str) -> str:
    """The text with every line of more than ``LONGEST`` characters broken; a very long line freezes a text view."""
    return "\n".join(text[start:end] for start, end in spans(text))


def spans(text: str, longest: int = LONGEST) -> Iterator[tuple[int, int]]:
    """Character ranges of the display lines, in order."""
    start, size = 0, len(text)
    while True:
        end = text.find("\n", start)
        stop = size if end < 0 else end
        while stop - start > longest:
            yield start, start + longest
            start += longest
        yield start, stop
        if end < 0:
            return
        start = end + 1


class TextLines(QAbstractListModel):
    """The display lines of one text as a list; a line is cut out of the text only when it is drawn."""

    def __init__(self, text: str, ranges: list[tuple[int, int]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self._ranges = ranges

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _NOWHERE) -> int:
        """How many display lines."""
        return 0 if parent.isValid() else len(self._ranges)

    def data(self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> str | None:
        """One display line, tabs drawn as spaces and what is not seen as signs."""
        if role != Qt.ItemDataRole.DisplayRole or not index.isValid() or index.row() >= len(self._ranges):
            return None
        start, end = self._ranges[index.row()]
        return self.drawn(start, end)

    def drawn(self, start: int, end: int) -> str:
        """How a part of one display line is drawn, from the line's beginning on."""
        return signed(self._text[start : self._stop(start, end)].expandtabs(4))

    def logged(self, first: int, last: int) -> str:
        """The text of these display lines as it stands in the log, without the break behind the last."""
        return self._text[self._ranges[first][0] : self._stop(*self._ranges[last])]

    def rows(self, first: int, last: int) -> range:
        """The display lines that hold characters of a range."""
        low = bisect_left(self._ranges, first, key=lambda line: line[1])
        return range(low, max(bisect_left(self._ranges, last, lo=low, key=lambda line: line[0]), low))

    def marked(self, row: int, marks: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
        """For each marked range of characters that this line holds a part of, what is drawn before it, and it."""
        start, end = self._ranges[row]
        found = []
        for low, high in marks[bisect_left(marks, start, key=lambda mark: mark[1]) :]:
            if low >= end:
                break
            whole = self.drawn(start, min(high, end))
            before = self.drawn(start, max(low, start))
            found.append((before, whole[len(before) :]))
        return found

    def _stop(self, start: int, end: int) -> int:
        """Where a line ends; a carriage return belongs to the break behind it."""
        return end - (self._text[end : end + 1] == "\n" and self._text.endswith("\r", start, end))
