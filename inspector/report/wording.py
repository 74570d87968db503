"""Numbers, times and names as a report writes them, the same in every format for people."""

from __future__ import annotations

import re
import unicodedata

from inspector.compare.intervals import GONE, Share
from inspector.model import Basis, TokenCount, Verdict
from inspector.report.document import Kept, ToldCompaction

UNKNOWN = "not in log"
_SURE = frozenset({Basis.RECORDED, Basis.COUNTED, Basis.ENTERED})
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


def number(value: float | None, basis: Basis | str = Basis.RECORDED) -> str:
    """A whole number with separators; estimated ones with ≈."""
    if value is None:
        return UNKNOWN
    return f"{'' if basis in _SURE else '≈'}{value:,.0f}"


def tokens(count: TokenCount) -> str:
    """A token count."""
    return number(count.value, count.basis)


def percent(share: float | None) -> str:
    """A share of 0 to 1."""
    return UNKNOWN if share is None else f"{share:.0%}"


def clock(time: str | None) -> str:
    """A recorded time, to the second."""
    return f"{time[:19].replace('T', ' ')} UTC" if time else UNKNOWN


def duration(seconds: float | None) -> str:
    """Seconds, or minutes and seconds."""
    if seconds is None:
        return UNKNOWN
    return f"{seconds:.0f} s" if seconds < 120 else f"{int(seconds // 60)} min {int(seconds % 60)} s"


def place(line: int | None, item: int | None) -> str:
    """Where something stands: its line, or its item in a log without lines."""
    if line is not None:
        return f"line {line}"
    return f"item {item}" if item is not None else "another session"


def dollars(value: float) -> str:
    """``$0``, ``$0.0020`` below a cent, ``$1.20``."""
    return "$0" if value == 0 else f"${value:.4f}" if value < _CENT else f"${value:.2f}"


_CENT = 0.01


def counted(n: int, thing: str) -> str:
    """``1 problem``, ``2 problems``."""
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"


def used_again(share: Share | Kept) -> str:
    """How what the work used again fared, behind the share of all that it showed; "" where none was."""
    return f"; {share.used_kept} of the {share.used} that were used again kept" if share.used else ""


def verdict_word(verdict: Verdict) -> str:
    """A verdict as a person reads it."""
    return "restated later" if verdict is Verdict.RESTATED else verdict.value


def harm_counts(one: ToldCompaction) -> str:
    """How much was lost, in words."""
    if one.unjudged and not one.harms:
        # Nothing was found because little could be looked at.
        return "could not be judged"
    lost = sum(fact.verdict in GONE for fact in one.harms)
    changed = len(one.harms) - lost
    parts = [f"{lost} lost" if lost else "", f"{changed} altered or weakened" if changed else ""]
    if not lost and not changed and any(fact.verdict in GONE and fact.live for fact in one.facts):
        # Of what the work showed; nothing of it was used again.
        return "none that was missed"
    return ", ".join(filter(None, parts)) or "no loss found"
