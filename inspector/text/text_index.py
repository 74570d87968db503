"""What stands in some texts, by normal form: built once, so that tens of thousands of facts are lookups.

Rule: a form counts only as a whole token. ``8080`` is not in ``18080``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple
from weakref import ref

from inspector.text.text_cache import text_of
from inspector.text.tokens import WORD

_MANY = 500
_UNSPACED = re.compile(r"[\u3000-\u9fff\uac00-\ud7af\uff00-\uff65]")
"""Signs of writings that set no blank between a name and the words around it: Chinese, Japanese, Korean."""


def parted(text: str) -> str:
    """A text with a blank for every sign of a writing without blanks: what is in plain letters stands where it was."""
    return text if text.isascii() else _UNSPACED.sub(" ", text)


class Hit(NamedTuple):
    """A form that was found: which of the texts, and where in it."""

    place: int
    start: int
    end: int


class Named(NamedTuple):
    """A path as a text spells it."""

    form: str
    steps: tuple[str, ...]
    token: str
    place: int


class TextIndex:
    """An index over texts. Every part of it is built when it is first asked for."""

    def __init__(self, texts: Sequence[str], written: TextIndex | None = None) -> None:
        self.texts = texts
        # Not itself, and not for good: while facts are found nobody looks for cycles, and texts are most of the memory.
        self._written_in = None if written is None else ref(written)
        self._asked = 0

    @property
    def _written(self) -> TextIndex:
        return (self._written_in and self._written_in()) or self

    def fitting(self, sought: str) -> TextIndex:
        """The index to look for some words in: as written, or for plain letters the one that parts them from others."""
        return self._written if _UNSPACED.search(sought) else self._written.parted

    @property
    def parted(self) -> TextIndex:
        """The same texts with a blank for every sign of a writing without blanks, so that the places are the same."""
        return self._parted or self

    @cached_property
    def _parted(self) -> TextIndex | None:
        if all(text.isascii() or not _UNSPACED.search(text) for text in self.texts):
            return None
        return TextIndex(tuple(map(parted, self.texts)), self)

    @cached_property
    def paths(self) -> dict[str, list[Named]]:
        """Last step of a path → the paths that end with it."""
        found: dict[str, list[Named]] = {}
        for place, text in enumerate(self.texts):
            for form, steps, token in text_of(text).paths:
                found.setdefault(steps[-1], []).append(Named(form, steps, token, place))
        return found

    @cached_property
    def words(self) -> frozenset[str]:
        """Every run of letters, digits and underscores."""
        return frozenset[str]().union(*(text_of(text).words for text in self.texts))

    @cached_property
    def lines(self) -> tuple[tuple[Hit, str], ...]:
        """Every line that says something: where it stands, and its normal form as words."""
        found = []
        for place, text in enumerate(self.texts):
            found += [(Hit(place, start, end), form) for start, end, form, _ in text_of(text).lines]
        return tuple(found)

    @cached_property
    def lines_of(self) -> dict[str, list[int]]:
        """Word in lower case → the places in ``lines`` that hold it."""
        found: dict[str, list[int]] = {}
        number = 0
        for text in self.texts:
            for _, _, _, words in text_of(text).lines:
                for word in words:
                    found.setdefault(word, []).append(number)
                number += 1
        return found

    def find(self, word: str, may_follow: Callable[[str, int], bool] | None = None) -> Hit | None:
        """Where a text stands as a whole token."""
        return next(self.find_all(word, may_follow), None)

    def find_all(
        self, word: str, may_follow: Callable[[str, int], bool] | None = None, *, whole: bool = False
    ) -> Iterator[Hit]:
        """Every place where a text stands as a whole token.

        ``may_follow`` says what may come behind it; ``whole``, that this is never a letter or a digit.
        """
        first, last = word[0], word[-1]
        for place, start in self.starts(word, whole=whole or may_follow is None):
            text, end = self.texts[place], start + len(word)
            if not (_joins(first) and start and _joins(text[start - 1])) and (
                may_follow(text, end) if may_follow else not (_joins(last) and _joins(text[end : end + 1]))
            ):
                yield Hit(place, start, end)

    def starts(self, sought: str, *, whole: bool) -> Iterator[tuple[int, int]]:
        """Where a text stands. Places where it begins inside of a word may be left out.

        ``whole``: and those where it ends inside of one. Asked for a few, the texts are read through each time;
        asked for thousands, where their words stand is noted once.
        """
        self._asked += 1
        words = list(WORD.finditer(sought)) if self._asked > _MANY else []
        if words and not whole and words[-1].end() == len(sought):
            # What it ends with may be the beginning of a word.
            words.pop()
        if words:
            # The rarest of its words leads to the fewest places; a word at its start stands whole, too.
            word = min(words, key=lambda hit: self._how_often.get(hit[0], 0))
            for place, held in self._words_at.get(word[0], ()):
                for at in held:
                    start = at - word.start()
                    if start >= 0 and self.texts[place].startswith(sought, start):
                        yield place, start
            return
        for place, text in enumerate(self.texts):
            start = text.find(sought)
            while start >= 0:
                yield place, start
                start = text.find(sought, start + 1)

    @cached_property
    def _words_at(self) -> dict[str, list[tuple[int, list[int]]]]:
        """Word → the texts it stands in, in order, with its places there."""
        found: dict[str, list[tuple[int, list[int]]]] = {}
        for place, text in enumerate(self.texts):
            for word, held in text_of(text).words_at.items():
                found.setdefault(word, []).append((place, held))
        return found

    @cached_property
    def _how_often(self) -> dict[str, int]:
        """Word → how many places it has."""
        return {word: sum(len(held) for _, held in found) for word, found in self._words_at.items()}

    def has_words(self, text: str) -> bool:
        """Whether every word of a text stands somewhere: cheap, and settles most questions with no."""
        return self.words.issuperset(WORD.findall(text))

    def line_around(self, hit: Hit) -> tuple[str, str]:
        """What stands before a place on its line, and what behind it."""
        text = self.texts[hit.place]
        end = text.find("\n", hit.end)
        return text[text.rfind("\n", 0, hit.start) + 1 : hit.start], text[hit.end : len(text) if end < 0 else end]


def _joins(character: str) -> bool:
    return character.isalnum() or character == "_"


def in_run(text: str, place: int) -> bool:
    """Whether the character at a place would belong to a path."""
    return 0 <= place < len(text) and (text[place].isalnum() or text[place] in "_/\\-@~+")
