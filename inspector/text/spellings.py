"""Other spellings of a command: its paths with the other slash, and with or without a leading ``./``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.text.text_index import Hit, TextIndex

_SLASHES = re.compile(r"[/\\]+")
_HERE = re.compile(r"\.[/\\]")


def respelled(command: str, texts: TextIndex) -> Iterator[Hit]:
    """Where a command stands in another spelling than its own; what comes behind it is not looked at."""
    # Without its "./" a single word is the name of a file, not a command.
    if not _SLASHES.search(_HERE.sub("", command, count=1)) and not ("/" in command and " " in command):
        return
    pattern = re.compile(" ".join(map(_any_spelling, command.split(" "))))
    telling = max(_SLASHES.split(command.replace(" ", "/")), key=len)
    seen: set[Hit] = set()
    for place, start in texts.starts(telling, whole=True):
        text = texts.texts[place]
        around = max(0, start - 2 * len(command)), start + 2 * len(command)
        for found in pattern.finditer(text, *around):
            hit = Hit(place, *found.span())
            if found[0] != command and hit not in seen:
                seen.add(hit)
                yield hit


def _any_spelling(word: str) -> str:
    if not _SLASHES.search(word):
        return re.escape(word)
    bare = _HERE.sub("", word, count=1) if _HERE.match(word) else word
    # Inside of JSON a backslash is two.
    steps = r"[/\\]{1,2}".join(map(re.escape, _SLASHES.split(bare)))
    return rf"(?:\.[/\\]{{1,2}})?{steps}"
