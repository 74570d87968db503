"""Texts without differences that mean nothing."""

from __future__ import annotations

from functools import lru_cache

from inspector.text.nfc import nfc

_PLAIN = {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": ".", "\u00a0": " "}
_EDGES = " .,;:!?…\"'()[]*#|-" + "。，、；：！？「」『』（）【】《》〈〉・" + "؟،؛" + "।॥" + "«»„‚‹›¿¡"
"""Of all scripts: a sentence is quoted without its full stop, or in quotes of its own language."""


def normalise(text: str) -> str:
    """A text without differences that mean nothing.

    These are case, kinds of quotes and dashes, marks, runs of blanks, and in how many signs an accent is written.
    """
    plain = text if text.isascii() else _plain(nfc(text))
    plain = plain.replace("**", "").replace("`", "").replace("\\", "")
    return " ".join(plain.lower().split())


@lru_cache(maxsize=1 << 13)
def bare(text: str) -> str:
    """The normal form of some words without the marks at their edges: what is looked for in that of a text."""
    return normalise(text).strip(_EDGES)


def _plain(text: str) -> str:
    # Most texts hold none of them, and looking for one sign is much quicker than translating all.
    for sign, plain in _PLAIN.items():
        text = text.replace(sign, plain)
    return text
