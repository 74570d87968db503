"""How a unit opens, and how long it is."""

from __future__ import annotations

import re

from inspector.text.cues import cues

_CJK = re.compile(r"[\u3040-\u9fff]")
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_LEADING = re.compile(
    r"^(?:(?:ok(?:ay)?|yes|yeah|yep|no|and|also|then|but|so|now|first|next|finally|please|pls|just|great|nice|cool|hmm+|well|right|additionally|"
    r"let'?s|lets|can you|could you|can we|you should|we should|i want you to|quickly|maybe|\d+[.)]|[-*•])[,:\s]+)+",
    re.IGNORECASE,
)


def ends_of(text: str) -> str:
    """A text as it is; of a very long one the beginning and the end, where one sees what it is."""
    return text if len(text) <= _HEAD + _TAIL else f"{text[:_HEAD]} {text[-_TAIL:]}"


_HEAD, _TAIL = 1_500, 100
_FILLERS = 3
"""Words before a sentence that say nothing of it: "ok, now please"."""


def word_count(text: str) -> int:
    """Words of a text; two signs of Chinese or Japanese count as one."""
    signs = len(_CJK.findall(text))
    return signs // 2 + len(_WORD.findall(_CJK.sub(" ", text)))


def opening_word(text: str) -> str:
    """The first word behind openings such as "ok, please", in lower case."""
    rest = without_opening(text.strip(" *`\"'(_")) or text
    found = _WORD.search(rest)
    return found[0].lower() if found else ""


def without_opening(text: str) -> str:
    """A text without openings such as "ok, please"; the same text where it has none."""
    rest = _LEADING.sub("", text)
    for _ in range(_FILLERS):
        filler = cues().opens_foreign("fillers", rest)
        if not filler:
            break
        rest = rest[len(filler) :].lstrip(" ,:")
    return rest


def lead_in(text: str) -> int:
    """How long the phrase is that says for what, where or when the rest of a text holds: "when the gates hang, "."""
    found = _LEAD_IN.match(text)
    return found.end() if found else 0


_LEAD_IN = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yes|no|and|also|then|but|so|now|first|next|again|\d+[.)])[,:\s]+)*"
    r"(?:for|in|on|at|with|from|regarding|about|if|when|whenever|once|after|before|while|until"
    r"|as (?:for|to|soon as)|instead of)\b[^,;:?!\n]{3,80}(?:,\s*|:\s+)(?:then )?(?=\S)",
    re.IGNORECASE,
)
