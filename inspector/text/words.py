"""The words of a text in order, each with its place: what is compared where two texts do not say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

_WORD = re.compile(
    r"[\u3040-\u9fff\uac00-\ud7af]+|[^\W\u3040-\u9fff\uac00-\ud7af]+(?:['’.][^\W_\u3040-\u9fff\uac00-\ud7af]+)*"
)


class Word(NamedTuple):
    """A word in lower case, and where it stands."""

    form: str
    start: int
    end: int


def words_in(text: str) -> Iterator[Word]:
    """The words of a text; Chinese, Japanese and Korean, which set no blanks, two neighbouring signs at a time."""
    for hit in _WORD.finditer(text):
        word, start = hit[0], hit.start()
        if word[0] >= "\u3040":
            for place in range(max(1, len(word) - 1)):
                yield Word(word[place : place + 2], start + place, start + min(place + 2, len(word)))
        else:
            yield Word(word.lower().replace("’", "'"), start, hit.end())


def forms_of(text: str) -> frozenset[str]:
    """The words of a text without their places."""
    # Most texts are plain letters, whose lower case is as long; then no place has to be kept.
    return frozenset(_WORD.findall(text.lower()) if text.isascii() else (word.form for word in words_in(text)))


word_forms = lru_cache(maxsize=1 << 13)(forms_of)
"""The same for what is looked for again and again: the sentences of a session."""


def word_count(text: str) -> int:
    """How many words a text has."""
    return sum(1 for _ in words_in(text))
