"""Words that turn a statement round: enable for disable, before for after, from here to there and back."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from inspector.text.order import same_order
from inspector.text.phrases import phrase, says
from inspector.text.similarity import content, stem, words
from inspector.text.wording import wording

_LIMITS = ("at least", "at most")
_ONE, _OTHER = r"(?P<a>[`\"'\w./~-]{1,200}(?:\(\))?)", r"(?:the |a )?(?P<b>[`\"'\w./~-]+)"
_TO = r"(?:over )?(?:to|into|onto)"
_TURNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_ONE} (?:(?:is|are|was|were|be|used|preferred|chosen) )*(?:instead of|rather than|over|not|statt) {_OTHER}",
        rf"\bfrom (?:the )?{_ONE} (?:\w+ )?{_TO} {_OTHER}",
        rf"\b(?:renam|mov|chang|convert|migrat|switch|cop)\w* (?:the )?{_ONE} {_TO} {_OTHER}",
        rf"\b(?:replac|substitut)\w* (?:the )?{_ONE} (?:with|by) {_OTHER}",
        rf"{_ONE} ?(?:->|→|=>) ?{_OTHER}",
    )
)


@cache
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in wording().opposites:
        one, other = map(_form, pair)
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


def _form(word: str) -> str:
    return "-".join(stem(part) for part in word.split("-"))


@lru_cache(maxsize=4_000)
def _forms(text: str) -> frozenset[str]:
    low = text.lower()
    joined = {_form(hit) for hit in re.findall(r"(?<!\w)\w++-\w+", low)}
    return frozenset(stem(word) for word in words(text)) | joined


@cache
def _times() -> frozenset[str]:
    return frozenset(map(_form, ("before", "after", "first", "last", "vor", "nach")))


def is_undoing(word: str) -> bool:
    """Whether a word and its opposite can both be done, one after the other: what was added may be removed later."""
    return word in _undone()


@cache
def _undone() -> frozenset[str]:
    return frozenset(map(_form, wording().undone))


def opposite(statement: str, passage: str) -> tuple[str, str] | None:
    """A word of the statement and its opposite, which the passage has in its place; None where there is none."""
    said, there = _forms(statement), _forms(passage)
    if same_order(statement, passage):
        said -= _times()
    for word in sorted(said - there):
        for other in sorted(_opposites().get(word, ())):
            if other in there and other not in said:
                return word, other
    for here, back in (_LIMITS, _LIMITS[::-1]):
        one, two = phrase(here).search(statement), phrase(back).search(passage)
        if one and two and not says(back, statement) and not says(here, passage):
            return one[0].lower(), two[0].lower()
    return None


def exchanged(statement: str, passage: str) -> tuple[str, str] | None:
    """Two things whose places are exchanged: from A to B for from B to A, A instead of B for B instead of A."""
    for pattern in _TURNS:
        for said in pattern.finditer(statement):
            first, second = _bare(said["a"]), _bare(said["b"])
            if not first or not second or first == second:
                continue
            for there in pattern.finditer(passage):
                if (_bare(there["a"]), _bare(there["b"])) == (second, first):
                    return said["a"], said["b"]
    return None


def _bare(text: str) -> str:
    return " ".join(content(text)) or text.strip("`\"' ").lower()
