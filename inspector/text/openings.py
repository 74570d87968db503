"""How a unit opens, and how long it is."""

from __future__ import annotations

import re

from inspector.text.cues import cues
from inspector.text.phrases import phrase

CJK = re.compile(r"[\u3040-\u9fff]")
_WORD = re.compile(r"\w+(?:['’]\w+)?")


def ends_of(text: str) -> str:
    """A text as it is; of a very long one the beginning and the end, where one sees what it is."""
    return text if len(text) <= _HEAD + _TAIL else f"{text[:_HEAD]} {text[-_TAIL:]}"


_HEAD, _TAIL = 1_500, 100
_FILLERS = 3
"""Words before a sentence that say nothing of it: "ok, now please"."""


def word_count(text: str) -> int:
    """Words of a text; two signs of Chinese or Japanese count as one."""
    signs = len(CJK.findall(text))
    return signs // 2 + len(_WORD.findall(CJK.sub(" ", text)))


def opening_word(text: str) -> str:
    """The first word behind openings such as "ok, please", in lower case."""
    rest = without_opening(text.strip(" *`\"'(_")) or text
    found = _WORD.search(rest)
    return found[0].lower() if found else ""


def without_opening(text: str) -> str:
    """A text without openings such as "ok, please"; the same text where it has none."""
    rest = phrase("leading").sub("", text)
    for _ in range(_FILLERS):
        filler = cues().opens_foreign("fillers", rest)
        if not filler:
            break
        rest = rest[len(filler) :].lstrip(" ,:")
    return rest


def lead_in(text: str) -> int:
    """How long the phrase is that says for what, where or when the rest of a text holds: "when the gates hang, "."""
    found = phrase("lead-in").match(text)
    return found.end() if found else 0
