"""What a text denies and what it affirms, word by word: "not squashed" says of squashing what "don't squash" says.

Rule: a negation reaches the words behind it up to the end of its clause. What cannot be told turns nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache

from inspector.text.cues import cues
from inspector.text.phrases import phrase, says
from inspector.text.similarity import stem

_CLAUSE = re.compile(
    r"[.;:!?](?=\s|$)|\n|\s[-–—]+\s|[()]"
    r"|,?(?<![ \t])\s++\b(?:but|instead(?! of)|however|although|because|so that|while|whereas|then)\b"
    r"|,\s++(?=(?:so|and)\s)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_REACH = 8
"""Words that a negation is taken to reach; a longer clause has turned to something else."""


@lru_cache(maxsize=4_000)
def stances(text: str) -> tuple[frozenset[str], frozenset[str], tuple[str, ...]]:
    """The stems that a text affirms, those that it denies, and of the denied ones the first behind each negation."""
    affirmed: set[str] = set()
    denied: set[str] = set()
    first: list[str] = []
    plain = phrase("denies nothing").sub(" ", _CAMEL.sub(" ", text.replace("’", "'")))
    plain = phrase("in place").sub(" not ", plain)
    for clause in _CLAUSE.split(plain):
        whole = says("denied behind", clause)
        left, fresh = 0, False
        for found in _WORD.finditer(clause):
            word = found[0].lower()
            if phrase("denial").fullmatch(word) or (
                phrase("stops").fullmatch(word) and _is_gerund(clause[found.end() :])
            ):
                left, fresh = _REACH, True
                continue
            left -= 1
            if fresh and word in _NEEDED:
                # What is not needed is not forbidden.
                left, fresh = 0, False
            if word in cues().stop or word in _MODAL or (fresh and word in _DEGREE):
                continue
            form = stem(word)
            if whole or left >= 0:
                denied.add(form)
                if fresh or (whole and not first):
                    first.append(form)
                    fresh = False
            else:
                affirmed.add(form)
    return frozenset(affirmed), frozenset(denied), tuple(first)


_MODAL = frozenset(
    "must shall may might should would could can will need needs have has always ever really please".split()
)

_NEEDED = frozenset(("need", "needs", "needed"))
_DEGREE = frozenset("longer more further only new single other additional own fully directly ever even just".split())
"""What stands between a negation and its word: "no longer printed" denies printing."""


def _is_gerund(rest: str) -> bool:
    found = _WORD.search(rest)
    return bool(found and found[0].lower().endswith("ing"))


def turned(statement: str, passage: str) -> str:
    """The word that one of the two denies and the other affirms, or "".

    Of a denial its first word counts, of an affirmation its own first words; what a passage calls open or failing, or
    restricts, denies nothing that it was told to do.
    """
    if not is_said(passage):
        return ""
    unspaced = _turned_unspaced(statement, passage)
    if unspaced:
        return unspaced
    affirmed, denied, first = stances(statement)
    there, not_there, _ = stances(passage)
    # "B instead of A" may be told as "from A to B"; whether they were exchanged is looked at elsewhere.
    contrasts = says("in place", statement) and len(affirmed & there) * 2 >= len(affirmed)
    for word in first if not (says("compares", statement) or contrasts) else ():
        if word in affirmed or word in not_there:
            return ""
        if word.isdigit() and any(form.isdigit() and form in there for form in affirmed):
            # "404, not 500" and "404 now, was 500": the number that was wanted is there.
            return ""
        if word in there and len(word) >= _LEAST and not says("restricts", passage):
            return "" if says("takes out", passage) and not phrase("takes out").match(word) else word
    if denied or says("open", passage):
        return ""
    opening = list(dict.fromkeys(_stems(phrase("order lead").sub("", statement))))[:_OPENING]
    return next((word for word in opening if word in not_there and word not in there), "")


def is_said(passage: str) -> bool:
    """Whether a passage says something: a path, a tree of files or a frame of a stack only names."""
    return any(not _NAMES_ONLY.match(line) for line in passage.split("\n"))


_NAMES_ONLY = re.compile(
    r"^(?:.*[│├└]|\s*at [\w.<>$]+ \(|[\W\d]*(?:[\w.~@-]*/)+[\w.@-]*(?:\W{1,4}\([^()\n]{0,40}\))?\W*$)"
)
_OPENING = 2
_LEAST = 3
"""Letters of a word that can be denied: shorter ones are parts of names."""


def _turned_unspaced(statement: str, passage: str) -> str:
    """The same for scripts without blanks: the two signs behind a negation, which the passage has without one."""
    for found in _UNSPACED.finditer(statement):
        key = found["key"]
        places = [hit.start() for hit in re.finditer(re.escape(key), passage)]
        if places and not any(
            sign in passage[max(0, at - _UNSPACED_REACH) : at] for at in places for sign in _UNSPACED_NO
        ):
            return key
    return ""


_UNSPACED = re.compile(r"(?:不(?:要|能|许|得|可以|应该|用|会)?|别|勿|禁止|避免|切勿)(?P<key>[\u3040-\u9fff]{2})")
_UNSPACED_NO = (*"不别没勿无未", "禁止", "避免")
_UNSPACED_REACH = 4


def agrees(statement: str, passage: str) -> bool:
    """Whether both deny the same first word."""
    _, _, first = stances(statement)
    _, not_there, _ = stances(passage)
    return bool(first) and first[0] in not_there


def _stems(text: str) -> list[str]:
    found = (hit[0].lower() for hit in _WORD.finditer(_CAMEL.sub(" ", text)))
    return [stem(word) for word in found if word not in cues().stop and word not in _MODAL]
