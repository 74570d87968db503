"""Whether words that stand in a text are said there, or denied, revoked, or a part of a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.text.openings import CJK
from inspector.text.phrases import phrase

_SENTENCE = re.compile(r"[.;:!?\n\"“”«»]|\s[-–—]+\s|,\s+(?:but|so|and)\s")
_DENIED = re.compile(
    r"(?:n['’]t|\bnot(?! (?:only|merely))|\bnever|\bcannot|\bno longer|\bwithout|\binstead of|\brather than"
    r"|\bavoid(?:s|ed)?|\b(?:refus|declin)\w+ to|\bstop(?:s|ped)?"
    r"|(?<!n['’]t )(?<!not )(?<!never )\bforg[eo]t\w* to|\bfailed to)\s+(?:to\s+|be\s+|\w+ly\s+)?$",
    re.IGNORECASE,
)
_REACH = 80


def standing(words: str, text: str) -> Iterator[tuple[int, int]]:
    """The places at which words stand in a text as words of their own and are said there."""
    start = text.find(words)
    while start >= 0:
        end = start + len(words)
        if _is_whole(words, text, start, end) and not is_turned(text, start, end):
            yield start, end
        start = text.find(words, start + 1)


def is_turned(text: str, start: int, end: int) -> bool:
    """Whether what stands around a place denies it, or says that it holds no more."""
    before = _SENTENCE.split(text[max(0, start - _REACH) : start])[-1]
    behind = _SENTENCE.split(text[end : end + _REACH].lstrip("\"'”’»`"))[0]
    return bool(_DENIED.search(before) or revoked(behind))


def revoked(text: str) -> str:
    """The words that say of something that it holds no more, or ""."""
    found = phrase("revoked").search(text)
    return found[0] if found else ""


def _is_whole(words: str, text: str, start: int, end: int) -> bool:
    """Whether no letter or digit goes on at either end; scripts without blanks have no such ends."""
    return not (_joins(text[start - 1 : start], words[:1]) or _joins(words[-1:], text[end : end + 1]))


def _joins(one: str, other: str) -> bool:
    return all(sign.isalnum() and not CJK.match(sign) for sign in (one, other))
