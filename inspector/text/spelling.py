"""Whether a passage quotes a statement with its typing errors mended: what nobody meant to type is no other word.

Rule: all other words have to stand there in their order. Of two words that are alike by chance ("staging", "staying")
a whole sentence seldom has the rest in common.
"""

from __future__ import annotations

from difflib import SequenceMatcher

from rapidfuzz.distance import OSA

from inspector.text.cues import cues
from inspector.text.similarity import words

_LEAST_WORDS = 4
_LEAST_LETTERS, _SHORTEST = 4, 3
"""Of the longer word, and of the other."""
_LONG = 8
"""Letters of a word in which two may be wrong; else one."""
_MOST_MENDED = 0.4
"""Of a statement's words: with more, it is another one."""


def quotes_mended(statement: str, passage: str) -> bool:
    """Whether every word of a statement stands in a passage, in order, some in another spelling."""
    said, there = words(statement), words(passage)
    if len(said) < _LEAST_WORDS:
        return False
    mended, first, last = 0, None, 0
    for op, begin, end, start, stop in SequenceMatcher(None, said, there, autojunk=False).get_opcodes():
        if op == "equal":
            first, last = start if first is None else first, stop
        elif op == "insert":
            continue
        elif op == "delete" or not _are_spellings(said[begin:end], there[start:stop]):
            return False
        else:
            mended += end - begin
            first, last = start if first is None else first, stop
    # Words between them that nobody said make another sentence of it.
    return first is not None and 0 < mended <= _MOST_MENDED * len(said) and last - first <= len(said) + mended


def _are_spellings(said: list[str], there: list[str]) -> bool:
    """Whether some words are others with a letter wrong, missing, doubled or out of place, or run together."""
    if len(said) == len(there):
        return all(one == other or is_spelling(one, other) for one, other in zip(said, there, strict=True))
    return len(said) < 4 and is_spelling("".join(said), "".join(there))


def is_spelling(one: str, other: str) -> bool:
    """Whether one word is the other with a typing error. Numbers, short words and words that bind or deny never are."""
    shorter, longer = sorted((len(one), len(other)))
    if shorter < _SHORTEST or longer < _LEAST_LETTERS or one[0] != other[0] or not (one + other).isalpha():
        return False
    if {one, other} <= cues().stop or any(cues().marks(mark, f"{one} {other}") for mark in ("denies", "binds")):
        return False
    return OSA.distance(one, other) <= (2 if longer >= _LONG else 1)
