"""Whether a reply takes what was proposed as it stands.

Rule: what holds anything back, changes it, picks from it or asks does not; what only goes on does not either,
unless it orders the plan carried out.
"""

from __future__ import annotations

from functools import cache

from inspector.text.cues import cues
from inspector.text.phrases import says
from inspector.text.similarity import stems_of
from inspector.text.units import Unit

_OTHERWISE = ("joins", "prohibition", "refusal", "turn")
"""Cues of other languages that hold something back."""
_HEAD, _SHORT_ORDER = 160, 400
_KNOWN_WORDS = 0.5
_CLOSING = 4


def accepts_whole(reply: str, kind: str, proposal: str) -> bool:
    """Whether a reply of a kind takes a proposal as it stands: plainly, by agreeing, or in the proposal's words."""
    head = reply.strip()[:_HEAD]
    if kind not in ("accepts", "accepts and adds") or holds_back(reply):
        return False
    if says("agrees", head):
        return True
    # In a longer reply a "yes" may open something else; an "ok" opens anything.
    plainly = goes_ahead(head) or says("accepts plainly", head) or cues().opens_foreign("approval", head)
    return kind == "accepts" and (bool(plainly) or _is_told_in(head, proposal))


def goes_ahead(reply: str) -> bool:
    """Whether a reply orders the work, so that it need not have been asked whether to begin."""
    return says("goes ahead", reply.strip()[:_HEAD])


def holds_back(reply: str) -> bool:
    """Whether a reply puts off, changes, cuts or questions what it answers."""
    head = reply.strip()[:_HEAD]
    return says("holds back", head) or any(cues().found_foreign(name, head) for name in _OTHERWISE)


def _is_told_in(reply: str, proposal: str) -> bool:
    told = stems_of(reply) - _openings()
    return len(told) > 1 and len(told & stems_of(proposal)) >= _KNOWN_WORDS * len(told)


@cache
def _openings() -> frozenset[str]:
    return stems_of("great nice cool good fine perfect then")


def orders_plan(reply: str) -> bool:
    """Whether a reply orders a plan that was laid out before to be carried out; a long one brings its own."""
    words = reply.strip()
    ordered = len(words) <= _SHORT_ORDER and says("carries out", words[:_HEAD])
    put_off = (
        says("speaks against", words)
        or words.endswith("?")
        or any(cues().found_foreign(name, words) for name in _OTHERWISE)
    )
    return bool(ordered) and not put_off


def asks_leave(units: tuple[Unit, ...]) -> bool:
    """Whether a message ends by asking whether to go on as it says, and not whether to do some other thing."""
    closing = (unit.text for unit in units[-_CLOSING:] if unit.shape != "code")
    return any(
        says("asks leave", text) or cues().found_foreign("leave", text)
        for text in closing
        if not says("hands over", text)
    )
