"""Names that are words of everyday language: ``session``, ``main``. Prose uses them without naming anything."""

from __future__ import annotations

import re

from inspector.text.text_index import Hit, TextIndex

_PLAIN = re.compile(r"[a-z]+")
_KIND = re.compile(
    r"\b(?:functions?|methods?|class(?:es)?|variables?|flags?|fields?|propert(?:y|ies)|parameters?|arguments?|options?"
    r"|const|let|var|def|fn|func|struct|interface|enum|trait|type)[ \t]+[\"'“]?$",
    re.IGNORECASE,
)
_LONGEST_KIND = 16
_VALUE = re.compile(r": ?\d")
_PLURAL = "(s)"


def is_plain(name: str) -> bool:
    """Whether a name is one word in small letters, as prose has them."""
    return _PLAIN.fullmatch(name) is not None


def is_named(hit: Hit, texts: TextIndex) -> bool:
    """Whether a word is a name where it stands: in backticks, called, with a value, or behind a word for its kind."""
    text = texts.texts[hit.place]
    before, behind = text[max(0, hit.start - _LONGEST_KIND) : hit.start], text[hit.end : hit.end + len(_PLURAL)]
    called = behind.startswith("(") and behind != _PLURAL
    called = called or _VALUE.match(behind) is not None
    return called or before.endswith("`") or behind.startswith("`") or _KIND.search(before) is not None
