"""A block of text cut into sentences, and what a person typed cut further where a new thought begins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from inspector.text.cues import cues, is_english
from inspector.text.openings import CJK, lead_in, opening_word, without_opening
from inspector.text.phrases import phrase, says

_SENTENCE_END = re.compile(
    r"(?:(?<![.!?…])[.!?…]++[\"')\]*`”’]*+(?=\s++\S))|[。！？；]+|(?:[\"')\]]{1,2}(?=\s+[A-Z]{2,}))(?<=[.!?]\")"
)
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|bzw|z\.B|ca|tj|např|no|fig|sec|dr|mr|st)|\b[a-zA-Z])\.$",
    re.IGNORECASE,
)
_REACH, _LONGEST_NUMBER = 12, 40
"""Characters in front of a full stop that tell whether it ends a sentence."""
_CLAUSE = re.compile(
    r"(?:(?<=\S)\s+[-–—]{1,2}\s+)|(?:;\s+)|(?:,\s+(?=(?:can|could|would|please|let'?s|lets|but|also|then|so"
    r"|though|maybe|do not|don'?t|make sure|ensure|and (?:then|also|please|if|add|make|do|don'?t|the|it|we|i)\b)\b))"
    r"|(?<!\s)\s++(?:(?=\((?:can|could|don'?t|do not|also|please|but|let'?s|i |we |it ))|(?=(?:but|then) (?:can"
    r"|could|please|let'?s|keep|in|don'?t|do not|first|i|we)\b)|(?=and (?:then|also|please|let'?s|can|could)\b))",
    re.IGNORECASE,
)
_JOINED = re.compile(r"(?:,\s+(?:and\s+)?|(?<!\s)\s++and\s+)(?=(\w+)\s+(?!and\b|or\b)\S)", re.IGNORECASE)
_COMMA = re.compile(r",\s+|，\s*+|(?<!\s)\s++(?:e|y|et|und)\s+(?:(?:que|dass)\s+)?")
_THOUGHTS = ("joins", "request", "forbids", "obligation")
_SEEN = 120
"""Characters of a part by which one sees whether it stands by itself."""
_RUN_ON = 28
_LEAST_CLAUSE = 2
_LEAST_PART = 3
_LEAD_IN = 8
_LETTERED = "\u04ff"
"""The last letter of writings that part words by blanks and are known here."""
_SECOND_QUESTION = 14


def sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences between two characters of a text, as half-open places in it."""
    here = counted = start
    ticks = 0
    for hit in _SENTENCE_END.finditer(text, start, end):
        upto = hit.end()
        # Only what is new is looked at: what has no end is as long as a file.
        ticks += text.count("`", counted, upto)
        counted = upto
        if ticks % 2 or _is_abbreviation(text, here, hit.start() + 1):
            continue
        piece = text[here:upto]
        if len(piece.split()) < _LEAST_CLAUSE and max(piece) <= _LETTERED and not _is_word(piece):
            continue
        yield from _trimmed(text, here, upto)
        here, ticks = upto, 0
    yield from _trimmed(text, here, end)


def _is_abbreviation(text: str, here: int, end: int) -> bool:
    """Whether what ends with a full stop is an abbreviation, or a sentence so far but a number."""
    return bool(
        _ABBREVIATION.search(text[max(here, end - _REACH) : end])
        or (end - here <= _LONGEST_NUMBER and text[here : end - 1].strip().isdecimal())
    )


def asked_together(text: str, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pieces in which questions asked in one breath are one: the second says what the first means."""
    joined: list[tuple[int, int]] = []
    for start, end in pieces:
        short = len(text[start:end].split()) <= _SECOND_QUESTION
        if short and joined and all(text[slice(*piece)].endswith(("?", "？")) for piece in (joined[-1], (start, end))):
            joined[-1] = (joined[-1][0], end)
            continue
        joined.append((start, end))
    return joined


def _is_word(piece: str) -> bool:
    """Whether a one-word sentence answers by itself: "yes." """
    word = piece.strip()
    return bool(cues().opens("approval", word) or cues().opens("refusal", word))


def cut_clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence that a person typed, cut where something of its own begins; each part says something alone."""
    here = start
    runs_on = _words(text[start:end]) >= _RUN_ON
    cuts = [*_CLAUSE.finditer(text, start, end), *_JOINED.finditer(text, start, end)]
    cuts += [hit for hit in _COMMA.finditer(text, start, end) if _opens_thought(_seen(text, hit.end(), end))]
    cuts += _closings().finditer(text, start, end)
    cuts.sort(key=_place)
    for hit in cuts:
        if hit.start() < here:
            continue
        if text.count("`", here, hit.start()) % 2 or text.count('"', here, hit.start()) % 2:
            continue
        # What is long need not be copied whole at each comma to be seen.
        before, after = _seen(text, here, hit.start()), _seen(text, hit.end(), end)
        words = _words(before)
        if words < _LEAST_PART or _words(after) < _LEAST_PART:
            continue
        # "src/a.py is generated, don't edit it": alone, the order would not say what it is about.
        if words == _LEAST_PART and says("points back", after):
            continue
        # "For the harbours, please use the long names": what stands in front says of what the rest is true.
        if words <= _LEAD_IN and lead_in(_seen(text, here, end)):
            continue
        if hit.re is _JOINED and (not runs_on or not _orders_both(before, hit[1])):
            continue
        yield from _trimmed(text, here, hit.start())
        here = hit.end()
    yield from _trimmed(text, here, end)


@cache
def _closings() -> re.Pattern[str]:
    """What stands behind a closed part of a sentence, in languages that mark a part at its end.

    Korean goes on with "to want" or "to be" behind the same ending.
    """
    behind = "|".join(f"(?<={re.escape(ending)})" for ending in cues().ends)
    return re.compile(rf"(?:{behind})(?:\s*[、,，]\s*|\s+)(?!싶|있|나서|계)")


def _seen(text: str, start: int, end: int) -> str:
    return text[start : min(end, start + _SEEN)]


def _opens_thought(text: str) -> bool:
    """Whether what stands behind a comma begins something of its own, in a language other than English."""
    if is_english(text):
        return False
    found = cues()
    return any(found.opens_foreign(name, text) for name in _THOUGHTS) or opening_word(text) in found.verbs


def _words(text: str) -> int:
    """Words between blanks, "tides.py" as one; Chinese and Japanese write without."""
    return len(text.split()) + len(CJK.findall(text)) // 2


def _place(hit: re.Match[str]) -> int:
    return hit.start()


def _orders_both(before: str, verb: str) -> bool:
    """Whether both sides of a comma or "and" order something: "skip the first two and do the rest"."""
    verbs = cues().verbs
    return verb.lower() in verbs and (
        opening_word(before) in verbs or bool(cues().opens("request", without_opening(before)))
    )


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    if end > start and any(map(str.isalnum, text[start:end])):
        yield start, end


def dangles(text: str) -> bool:
    """Whether a text breaks off where no thought ends: "then i want", and in the next line or list what."""
    return says("breaks off", text[-_SEEN:]) or phrase("wants").fullmatch(text) is not None
