"""Numbers in their units, counts, money and places; what a log does not tell is words, never 0."""

from __future__ import annotations

from inspector.model import Basis, TokenCount

UNKNOWN = "not in this log"
_SURE = frozenset({Basis.RECORDED, Basis.COUNTED, Basis.ENTERED})
_CENT = 0.01
_UNTOLD = "unknown"


def number(value: float | None, basis: Basis | str = Basis.RECORDED) -> str:
    """A whole number with separators; estimated ones with ≈."""
    if value is None:
        return UNKNOWN
    return f"{'' if basis in _SURE else '≈'}{value:,.0f}"


def tokens(count: TokenCount) -> str:
    """A token count."""
    return number(count.value, count.basis)


def cut_short(words: str, most: int) -> str:
    """Words as far as there is room for; clean them first, since half a secret is known for none."""
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


def percent(share: float | None) -> str:
    """A share of 0 to 1."""
    return UNKNOWN if share is None else f"{share:z.0%}"


def dollars(value: float) -> str:
    """``$0``, ``$0.0020`` below a cent, ``$1.20``."""
    return "$0" if value == 0 else f"${value:.4f}" if value < _CENT else f"${value:.2f}"


def counted(n: int, thing: str) -> str:
    """``1 problem``, ``2 problems``."""
    return f"{n:,} {thing}" if n == 1 else f"{n:,} {thing}s"


def as_expected(requests: int) -> str:
    """That so many requests are counted at their expected price; "" for none."""
    if not requests:
        return ""
    whose = "its" if requests == 1 else "their"
    return f"{counted(requests, 'request')} did not report usage; {whose} expected price is counted."


def is_known(word: str) -> bool:
    """Whether a log tells this kind or trigger."""
    return word != _UNTOLD


def known(word: str) -> str:
    """A kind or trigger as a person reads it: what no log tells is not called ``unknown`` as if that were one."""
    return word if is_known(word) else UNKNOWN


def place(line: int | None, item: int | None) -> str:
    """Where something stands: its line, or its item in a log without lines."""
    if line is not None:
        return f"line {line}"
    return f"item {item}" if item is not None else "another session"


def compaction_count(own: int, in_subagents: int) -> str:
    """How often a session was compacted; its subagents' histories are apart from its own."""
    return f"{own:,} (subagents {in_subagents:,})" if in_subagents else f"{own:,}"
