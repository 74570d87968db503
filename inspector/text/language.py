"""Which language a text is written in, as far as it takes to know that words alone cannot compare two texts.

Rule: a script tells by its letters, a language in Latin letters by its small words. What does not tell is unknown,
and unknown differs from nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from inspector.text.wording import wording

ENGLISH = "en"
_SCRIPTS = {
    "Cyrillic": re.compile(r"[\u0400-\u052f]"),
    "Greek": re.compile(r"[\u0370-\u03ff]"),
    "Hebrew": re.compile(r"[\u0590-\u05ff]"),
    "Arabic": re.compile(r"[\u0600-\u06ff]"),
    "Indic": re.compile(r"[\u0900-\u0dff]"),
    "Thai": re.compile(r"[\u0e00-\u0e7f]"),
    "Hangul": re.compile(r"[\uac00-\ud7af]"),
    # Japanese mixes its own signs with Chinese ones, so the two are one here.
    "Han": re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]"),
}
_LATIN = re.compile(r"[A-Za-z]{2,}")
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+(?:['’][^\W\d_]+)?(?![\w-])")
_CODE = re.compile(r"`[^`\n]*`")
_NAMES = re.compile(r"[/\\_.@]\S")
_HAN_SIGNS = 2
"""Signs that stand for about a word of letters."""
_LEAST, _AHEAD = 2, 2
_READ = 8_000
"""Characters that a text is told by."""


@lru_cache(maxsize=4_096)
def language_of(text: str) -> str:
    """The script of a text, or its language where that is Latin; "" where neither can be told."""
    plain = " ".join(word for word in _CODE.sub(" ", text[:_READ]).split() if not _NAMES.search(word))
    return ("" if plain.isascii() else _by_script(plain)) or _by_small_words(plain)


def _by_script(text: str) -> str:
    """The script that most signs of a text belong to, or "" where more of it are Latin letters."""
    scripts = Counter({name: len(signs.findall(text)) for name, signs in _SCRIPTS.items()})
    name, signs = scripts.most_common(1)[0]
    letters = sum(map(len, _LATIN.findall(text)))
    return name if signs * (_HAN_SIGNS if name == "Han" else 1) > letters else ""


def _by_small_words(text: str) -> str:
    """The language whose small words a text has most of; they share some, so it has to be plainly ahead."""
    said = Counter(word.lower() for word in _WORD.findall(text))
    counts = {language: sum(map(said.__getitem__, words & said.keys())) for language, words in wording().small.items()}
    (first, most), (_, next_most) = Counter(counts).most_common(2)
    return first if most >= _LEAST and most >= _AHEAD * next_most else ""


def differ(one: str, other: str) -> bool:
    """Whether two texts are in different languages, as far as both can be told."""
    ours, theirs = language_of(one), language_of(other)
    return bool(ours and theirs) and ours != theirs
