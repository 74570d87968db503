"""Words of a log as a document may hold them: nothing in them acts on who reads it."""

from __future__ import annotations

import re
import unicodedata

# Terminal and printer commands, half surrogate pairs, and marks that turn the direction of what follows.
_HARMFUL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def harmless(words: str) -> str:
    """The words with every character that acts instead of being read replaced by one that is seen."""
    return _HARMFUL.sub(_picture, words.replace("\r\n", "\n").replace("\r", "\n"))


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 32:
        return chr(0x2400 + code)
    return f"⟨{unicodedata.name(match[0], f'U+{code:04X}').lower()}⟩" if 0x2000 <= code < 0x2100 else "\ufffd"
