"""The words that stand around a number or a code: "16 char" alone says nothing to whom it is shown."""

from __future__ import annotations

import re

from inspector.text.sentences import sentences

_REACH = 120
"""Characters on either side in which the sentence is looked for: a line may be as long as a file."""
_BEFORE, _SHOWN = 60, 110
"""Characters in front that are shown at most, and on both sides together."""
_MARKS = " \t-–—*•>#|:,;([{"
_LETTERS = re.compile(r"[^\W\d_]{2}")


def words_around(text: str, start: int, end: int) -> str:
    """The sentence that holds a number or a code, as much of it as fits a line; "" where it says nothing else."""
    low, high = _sentence(text, start, end)
    first = _first_word(text, low, start)
    last = _last_word(text, end, high, _SHOWN - (start - first))
    before, after = _plain(text[first:start]).lstrip(_MARKS), _plain(text[end:last]).rstrip(" \t|")
    if not _LETTERS.search(f"{before} {after}"):
        return ""
    opened = "… " if first > low and before else ""
    closed = " …" if last < high and after else ""
    return f"{opened}{before}{_plain(text[start:end])}{after}{closed}".strip()


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """Where the sentence, or the cell of a table, begins and ends, as far as it is looked for."""
    low = max(text.rfind("\n", 0, start) + 1, text.rfind("|", 0, start) + 1, start - _REACH)
    ends = [place for sign in "\n|" if (place := text.find(sign, end, end + _REACH)) >= 0]
    high = min([*ends, end + _REACH, len(text)])
    return next((piece for piece in sentences(text, low, high) if piece[0] <= start and end <= piece[1]), (low, high))


def _first_word(text: str, low: int, start: int) -> int:
    """Where the words in front begin: at the sentence, or at a word so near that it can be shown."""
    if start - low <= _BEFORE:
        return low
    blank = text.find(" ", start - _BEFORE, start)
    return blank + 1 if blank >= 0 else start - _BEFORE


def _last_word(text: str, end: int, high: int, room: int) -> int:
    """Where the words behind end."""
    if high - end <= room:
        return high
    blank = text.rfind(" ", end, end + room)
    return blank if blank >= 0 else end + room


def _plain(words: str) -> str:
    """On one line, without the signs of Markdown."""
    return re.sub(r"\s+", " ", words.replace("**", "").replace("`", ""))
