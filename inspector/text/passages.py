"""The passage of some texts that shares most words with a sentence, each word weighed by how few lines have it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import lru_cache

from inspector.text.words import forms_of

_LONGEST = 800
"""Characters of a line: more is no passage that a person could look at."""
_TRIED = 6
"""Lines with the most of the words, whose neighbours are looked at."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of one of the texts, or a part of a long one."""

    place: int
    start: int
    end: int
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Passage:
    """A line with its neighbours. ``place`` counts the texts from 0; characters are half-open in that text."""

    place: int
    start: int
    end: int
    held: frozenset[str]
    """The words sought that stand there."""
    share: float
    """Of the words sought, by weight, 0 to 1."""


class Passages:
    """Some texts, to be searched again and again."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._lines: list[Line] = []
        self._with: dict[str, list[int]] = {}
        for place, text in enumerate(texts):
            for start, end, words in _lines(text):
                for word in words:
                    self._with.setdefault(word, []).append(len(self._lines))
                self._lines.append(Line(place, start, end, words))

    def nearest(self, words: AbstractSet[str], most: int = 1) -> list[Passage]:
        """The passages that share most of some words, the best first; of equals the earlier."""
        having = {word: self._with.get(word, ()) for word in sorted(words)}
        # The fewer lines have a word, the more telling it is here; one that none has, the most.
        weights = {word: math.log(1 + (len(self._lines) + 1) / (1 + len(numbers))) for word, numbers in having.items()}
        wanted = frozenset(weights)
        votes: dict[int, float] = {}
        for word, numbers in having.items():
            weight = weights[word]
            for number in numbers:
                votes[number] = votes.get(number, 0.0) + weight
        total = math.fsum(weights.values())
        first = sorted((-vote, number) for number, vote in votes.items())[:_TRIED]
        found = [self._around(number, wanted, weights, total) for _, number in first]
        distinct = {(one.place, one.start): one for one in sorted(found, key=lambda one: one.share)}
        return sorted(distinct.values(), key=lambda one: (-one.share, one.place, one.start))[:most]

    def _around(self, number: int, wanted: frozenset[str], weights: dict[str, float], total: float) -> Passage:
        """A line with those of its neighbours that add to it."""
        line = self._lines[number]
        start, end = line.start, line.end
        held = line.words & wanted
        for beside in (number - 1, number + 1):
            other = self._lines[beside] if 0 <= beside < len(self._lines) else line
            if other.place == line.place and (more := (other.words & wanted) - held):
                held |= more
                start, end = min(start, other.start), max(end, other.end)
        share = math.fsum(weights[word] for word in held) / total if total else 0.0
        return Passage(line.place, start, end, held, share)


@lru_cache(maxsize=512)
def _lines(text: str) -> tuple[tuple[int, int, frozenset[str]], ...]:
    """Where the lines of a text stand, and their words; those without any are left out."""
    found = []
    start = 0
    for raw in text.splitlines(keepends=True):
        lead = len(raw) - len(raw.lstrip())
        for first, last in _windows(text, start + min(lead, len(raw.rstrip())), start + len(raw.rstrip())):
            if words := forms_of(text[first:last]):
                found.append((first, last, words))
        start += len(raw)
    return tuple(found)


def _windows(text: str, start: int, end: int) -> Iterable[tuple[int, int]]:
    while end - start > _LONGEST:
        cut = text.rfind(" ", start + _LONGEST // 2, start + _LONGEST)
        cut = start + _LONGEST if cut < 0 else cut + 1
        yield start, cut
        start = cut
    yield start, end
