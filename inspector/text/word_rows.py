"""One notation for the words by which a text tells something: rows of words instead of expressions.

A row is words in their order, in either case. ``a|b`` is either of two, ``fail*`` any word that begins so, ``*`` any
word and ``#`` any number but zero; ``_`` is a blank within one of several; ``?`` behind a word says that it may be
missing. ``..`` stands for up to sixty characters of the same sentence.
"""

from __future__ import annotations

import re
from functools import lru_cache

_PARTS = r"[\s*_`~\"'’-]+"
"""What stands between two words, marks of emphasis and of code among it."""
_FEW = r"(?:(?![.;:!?]\s)[^\n]){0,60}?"


@lru_cache(maxsize=512)
def rows(*told: str) -> re.Pattern[str]:
    """The expression that finds any of some rows."""
    return re.compile("|".join(map(_row, told)), re.IGNORECASE)


def _row(row: str) -> str:
    made, between = "", ""
    for word in row.split():
        if word == "..":
            between = _FEW
        elif word.endswith("?"):
            # Where the row has begun, what parts a word that may be missing from the one before may be missing, too.
            made += f"(?:{between}{_word(word[:-1])})??" if between else f"(?:{_word(word[:-1])}{_PARTS})??"
        else:
            made += between + _word(word)
            between = _PARTS
    return made


def _word(word: str) -> str:
    return rf"(?<!\w)(?:{'|'.join(map(_spelled, word.split('|')))})(?!\w)"


def _spelled(word: str) -> str:
    if word in _ANY:
        return _ANY[word]
    return word.replace("'", "['’]").replace("*", r"\w*").replace("_", _PARTS)


_ANY = {"*": r"\w+", "#": r"[1-9]\d*"}
