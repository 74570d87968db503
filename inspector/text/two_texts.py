"""Two texts compared: lines first, then words inside the lines that changed; blocks that only moved are found.

Rule: a difference is presentation. Nothing here says whether a meaning survived.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rapidfuzz import fuzz

MOST_LINES = 40_000
"""Of both texts together; above it whole texts count as replaced."""
MOST_PAIRS = 40_000
"""Lines of one side times lines of the other, inside one changed block; above it they count as replaced."""
MOST_WORDS = 1_000_000
"""Words of one line times words of the other."""
_ALIKE = 55
_LEAST_MOVED = 12
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_MARK = re.compile(r"^[\s>#*•\-–]*(?:\d+[.)]\s+)?(?:\[[ xX]\]\s*)?|[*`_]+")


class Mark(StrEnum):
    """What a span of a text is to the other text."""

    REMOVED = "removed"
    ADDED = "added"
    MOVED = "moved"
    """Stands elsewhere in the other text, unchanged but for list marks, emphasis and case."""


@dataclass(frozen=True, slots=True)
class Span:
    """Characters ``start`` to ``end`` of one of the texts, half-open."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together on both sides, half-open; a side without lines is empty."""

    before: tuple[int, int]
    after: tuple[int, int]
    is_same: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs, side by side."""

    blocks: tuple[Block, ...]
    """The whole of both texts, in order."""
    before: tuple[Span, ...]
    after: tuple[Span, ...]
    is_cut: bool
    """Whether the texts were too long to compare in full."""
    starts: tuple[tuple[int, ...], tuple[int, ...]] = ((0,), (0,))
    """Where each line begins, of both texts, in characters; one more than there are lines."""

    @property
    def changes(self) -> tuple[Block, ...]:
        """The blocks that differ."""
        return tuple(block for block in self.blocks if not block.is_same)

    def partner(self, line: float, *, of_after: bool = False) -> float:
        """The line of the other text that stands level with this one: what linked scrolling needs."""
        for block in self.blocks:
            (low, high), (other_low, other_high) = (
                (block.after, block.before) if of_after else (block.before, block.after)
            )
            if low <= line < high:
                return other_low + (line - low) * (other_high - other_low) / (high - low)
        last = self.blocks[-1] if self.blocks else None
        return float((last.before if of_after else last.after)[1]) if last else 0.0


def compare_texts(before: str, after: str, check: Callable[[], object] = lambda: None) -> Difference:
    """Compare two texts; blanks at the ends of lines are no difference. ``check`` may raise to stop the work."""
    lines = _lines(before), _lines(after)
    starts = _starts(lines[0]), _starts(lines[1])
    if len(lines[0]) + len(lines[1]) > MOST_LINES:
        whole = Block((0, len(lines[0])), (0, len(lines[1])), False)
        removed = (Span(0, len(before), Mark.REMOVED),) if before else ()
        added = (Span(0, len(after), Mark.ADDED),) if after else ()
        return Difference((whole,), removed, added, True, (tuple(starts[0]), tuple(starts[1])))
    blocks = tuple(_blocks(*lines))
    moved = _moved(lines, blocks)
    left: list[Span] = []
    right: list[Span] = []
    is_cut = False
    for block in blocks:
        check()
        if block.is_same:
            continue
        olds = _left(block.before, moved[0], lines[0], starts[0], left)
        news = _left(block.after, moved[1], lines[1], starts[1], right)
        if len(olds) * len(news) > MOST_PAIRS:
            is_cut = True
            pairs: list[tuple[tuple[int, int], tuple[int, int]]] = []
        else:
            pairs = _pair(before, after, olds, news)
        for old, new in pairs:
            _words(before, after, old, new, left, right)
        left += [Span(*old, Mark.REMOVED) for old in olds if all(old != pair[0] for pair in pairs)]
        right += [Span(*new, Mark.ADDED) for new in news if all(new != pair[1] for pair in pairs)]
    spans = tuple(tuple(sorted(side, key=_start)) for side in (left, right))
    return Difference(blocks, spans[0], spans[1], is_cut, (tuple(starts[0]), tuple(starts[1])))


def _start(span: Span) -> int:
    return span.start


def _lines(text: str) -> list[str]:
    """Lines with their ends. Only "\n" ends one: so lines are counted alike wherever they are shown."""
    found = [f"{line}\n" for line in text.split("\n")]
    found[-1] = found[-1][:-1]
    return found if found[-1] else found[:-1]


def _starts(lines: Sequence[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts


def _blocks(before: Sequence[str], after: Sequence[str]) -> Iterator[Block]:
    plain = [line.rstrip() for line in before], [line.rstrip() for line in after]
    for tag, low, high, other_low, other_high in difflib.SequenceMatcher(None, *plain).get_opcodes():
        yield Block((low, high), (other_low, other_high), tag == "equal")


def _moved(
    lines: tuple[Sequence[str], Sequence[str]], blocks: Sequence[Block]
) -> tuple[frozenset[int], frozenset[int]]:
    """Lines, by side, that were taken out in one place and put in at another."""
    out: dict[str, list[int]] = {}
    for block in blocks:
        for line in range(*block.before) if not block.is_same else ():
            out.setdefault(_plain(lines[0][line]), []).append(line)
    gone, come = set(), set()
    for block in blocks:
        for line in range(*block.after) if not block.is_same else ():
            words = _plain(lines[1][line])
            if len(words) >= _LEAST_MOVED and out.get(words):
                gone.add(out[words].pop(0))
                come.add(line)
    return frozenset(gone), frozenset(come)


def _plain(line: str) -> str:
    return " ".join(_MARK.sub("", line).lower().split())


def _left(
    block: tuple[int, int], moved: frozenset[int], lines: Sequence[str], starts: Sequence[int], spans: list[Span]
) -> list[tuple[int, int]]:
    """The lines of a block that did not move, as characters; those that did are marked at once."""
    found = []
    for line in range(*block):
        start, end = starts[line], starts[line] + len(lines[line].rstrip("\n"))
        if line in moved:
            spans.append(Span(start, end, Mark.MOVED))
        elif end > start:
            found.append((start, end))
    return found


def _pair(
    before: str, after: str, olds: Sequence[tuple[int, int]], news: Sequence[tuple[int, int]]
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The lines of a block that are versions of one another, the likest first.

    Lines that share little are left alone: they read better as a whole than as confetti around a common "the".
    """
    alike = []
    for i, old in enumerate(olds):
        for j, new in enumerate(news):
            likeness = fuzz.ratio(before[slice(*old)], after[slice(*new)], score_cutoff=_ALIKE)
            if likeness:
                alike.append((-likeness, abs(i - j), i, j))
    pairs, taken_old, taken_new = [], set(), set()
    for _, _, i, j in sorted(alike):
        if i not in taken_old and j not in taken_new:
            taken_old.add(i)
            taken_new.add(j)
            pairs.append((olds[i], news[j]))
    return pairs


def _words(
    before: str, after: str, old: tuple[int, int], new: tuple[int, int], left: list[Span], right: list[Span]
) -> None:
    """Mark the words that differ between two lines; very long lines are marked whole."""
    olds, news = _tokens(before, old), _tokens(after, new)
    if len(olds) * len(news) > MOST_WORDS:
        left.append(Span(*old, Mark.REMOVED))
        right.append(Span(*new, Mark.ADDED))
        return
    texts = [before[start:end] for start, end in olds], [after[start:end] for start, end in news]
    for tag, low, high, other_low, other_high in difflib.SequenceMatcher(None, *texts, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        if high > low:
            left.append(Span(olds[low][0], olds[high - 1][1], Mark.REMOVED))
        if other_high > other_low:
            right.append(Span(news[other_low][0], news[other_high - 1][1], Mark.ADDED))


def _tokens(text: str, stretch: tuple[int, int]) -> list[tuple[int, int]]:
    return [hit.span() for hit in _WORD.finditer(text, *stretch)]
