"""Signs for the characters of a log that act or cannot be seen: nothing of a text is hidden, nothing turns it about."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

UNSEEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufdd0-\ufdef"
    "\ufeff\ufff9-\ufffb\ufffe\uffff\ud800-\udfff"
)
"""Control characters but tab and line feed, marks of direction and of nothing, half surrogate pairs. The joiners of
emoji and of Indic and Arabic scripts are not among them: without them the words are others."""
_CONTROLS = (
    "NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI "
    "DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US"
).split()
_SIGNED = re.compile(f"[{UNSEEN}\U000e0000-\U000e007f]")


def signed(line: str) -> str:
    """A line with signs for what is not seen."""
    return _SIGNED.sub(lambda match: sign(match[0]), line)


def signed_alike(line: str) -> str:
    """A line with U+FFFD for each character that is not seen: of the same length, for who counts places in it."""
    return _SIGNED.sub("\ufffd", line[:-1] + " " if line.endswith("\r") else line)


@lru_cache(maxsize=512)
def sign(character: str) -> str:
    """What is drawn for one that is not seen, its name in brackets; any other stands for itself."""
    code = ord(character)
    if not _SIGNED.match(character):
        return character
    # Unicode has pictures of these, but hardly a font that has fixed pitch has them.
    if code < len(_CONTROLS):
        return f"⟨{_CONTROLS[code]}⟩"
    return f"⟨{unicodedata.name(character, '').lower() or f'U+{code:04X}'}⟩"


def copyable(text: str) -> str:
    """The text as the clipboard takes it: one half of a surrogate pair would empty it, U+FFFD stands for it."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
