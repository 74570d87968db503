"""Texts in normal form, all searched at once for words in normal form."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

_RUN = re.compile(rb"[0-9A-Za-z]+")


class Phrases:
    """Texts that were normalised, so that a line break stands in none; numbered from 0."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._forms = tuple(forms)
        encoded = [_encoded(form) for form in self._forms]
        self._all = b"\n".join(encoded)
        self._runs = frozenset(_RUN.findall(self._all))
        self._starts = list(accumulate((len(form) + 1 for form in encoded), initial=0))

    def holding(self, phrase: str) -> Iterator[int]:
        """The texts in which some words stand, be it inside of longer words; none for none."""
        sought = _encoded(phrase)
        place = self._all.find(sought) if sought else -1
        while place >= 0:
            number = bisect_right(self._starts, place)
            yield number - 1
            place = self._all.find(sought, self._starts[number])

    def with_words(self, phrase: str) -> Iterator[int]:
        """The texts in which some words stand as they are, and none at their edges goes on."""
        # Most sentences have a word that none of the texts has, which tells sooner than looking through all of them.
        if not self._runs.issuperset(_RUN.findall(_encoded(phrase))):
            return iter(())
        return (number for number in self.holding(phrase) if _stands(phrase, self._forms[number]))


def _encoded(text: str) -> bytes:
    # One emoji makes a string of megabytes four times as large, and finding in it ten times as slow.
    return text.encode("utf-8", "surrogatepass")


def _stands(phrase: str, text: str) -> bool:
    start = text.find(phrase)
    while start >= 0:
        end = start + len(phrase)
        if not (_joins(phrase[0], text[start - 1 : start]) or _joins(phrase[-1], text[end : end + 1])):
            return True
        start = text.find(phrase, start + 1)
    return False


def _joins(edge: str, beside: str) -> bool:
    # Scripts without blanks have words within words.
    return beside.isalnum() and edge.isalnum() and edge < "\u3040"
