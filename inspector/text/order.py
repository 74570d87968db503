"""What comes first and what behind it: "lint before you commit" says the same as "commit after linting".

Rule: only where both texts tell an order, and each side of one is found on one side of the other.
"""

from __future__ import annotations

import re
from functools import lru_cache

from inspector.text.phrases import says
from inspector.text.similarity import stems_of

_SENTENCE = re.compile(r"[.;!?](?=\s|$)|\n")
_WHEN = (
    r"\b(?:(?P<before>before|prior to|ahead of|bevor|dříve než|předtím,? než|перш ніж|прежде чем|до того,? как)"
    r"|after|nachdem|poté,? co|після того,? як|после того,? как)\b"
)
_OPENS = re.compile(rf"^\W*(?:only )?{_WHEN}(?P<told>[^,:]+)[,:](?P<main>.+)", re.IGNORECASE)
_STANDS = re.compile(rf"^(?P<main>.+?){_WHEN}(?P<told>.+)", re.IGNORECASE)
_THEN = re.compile(
    r"^(?!.*\b(?:if|when|wenn|falls|když|pokud|якщо|если)\b)(?P<one>.+?)(?:,|\b(?:and|und|first|zuerst|nejdřív))\s+"
    r"(?:then|afterwards|dann|danach|potom|pak|потім|затем|потом)\b(?P<other>.+)",
    re.IGNORECASE,
)

Order = tuple[frozenset[str], frozenset[str]]


@lru_cache(maxsize=4_000)
def order(text: str) -> Order | None:
    """The stems of what is done first and of what is done behind it, by the first sentence that tells."""
    for sentence in _SENTENCE.split(text):
        told = _OPENS.search(sentence) or _STANDS.search(sentence)
        if told is not None:
            sides = (told["main"], told["told"])
            # "Never commit before linting": linting comes first.
            behind = (told["before"] is None) != says("denies order", told["main"])
            return _apart(*(sides[::-1] if behind else sides))
        then = _THEN.search(sentence)
        if then is not None and not says("denies order", sentence):
            return _apart(then["one"], then["other"])
    return None


def _apart(one: str, other: str) -> Order:
    first, second = stems_of(one), stems_of(other)
    return first - second, second - first


def same_order(statement: str, passage: str) -> bool | None:
    """Whether both tell the same order of the same two things; None where that cannot be told."""
    said, there = order(statement), order(passage)
    if said is None or there is None:
        return None
    straight = bool(said[0] & there[0] and said[1] & there[1])
    crossed = bool(said[0] & there[1] and said[1] & there[0])
    return straight if straight != crossed else None
