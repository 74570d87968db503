"""Whether a reply takes what was proposed as it stands.

Rule: what holds anything back, changes it, picks from it or asks does not; what only goes on does not either,
unless it orders the plan carried out.
"""

from __future__ import annotations

import re
from functools import cache

from inspector.text.cues import cues
from inspector.text.similarity import content
from inspector.text.units import Unit

_ASKS_LEAVE = re.compile(
    r"\b(?:(?:want me(?: to)?|should i|shall i|would you like me to|ready (?:for me )?to"
    r"|if you(?:'d)? (?:want|like)\b.{0,20}\bi (?:can|could|will))\b).{0,90}?"
    r"\b(?:implement|apply|proceed|go ahead|go with|start|begin|build|carry|execute"
    r"|do (?:that|this|so|it|them|these|both|all|exactly)|make (?:these|this|those|that))\b"
    r"|\b(?:does|do|is|are) (?:this|that|these|it)\b.{0,60}"
    r"\b(?:look|sound|work|match|make sense|right|ok(?:ay)?|good|fine)\b"
    r"|\byour (?:preference|take|thoughts?|call)\b|\bthoughts\?|\badjustments\b|\bobjections\b"
    r"|\b(?:proceed|go ahead)\b(?![^?]*\bwhich\b)[^.!]*\?|\bready to (?:start|begin)\b|\bon your go\b"
    r"|\bsay (?:the word|go)\b",
    re.IGNORECASE,
)
# Leave for what is done with finished work is no leave for a proposal.
_HANDS_OVER = re.compile(r"\b(?:commit|push|merge|post|deploy|publish|release|delete|upload)\b", re.IGNORECASE)
_AGREES = re.compile(
    r"\b(?:i agree|agreed|sounds (?:good|great|right)|looks (?:good|great|right|amazing)|makes sense|lgtm|approved?"
    r"|(?:what|as|like|everything) you (?:have )?(?:suggest|propos|recommend|describ)\w*"
    r"|(?:your|these|all|those) (?:suggestion|recommendation|proposal|plan)s?)\b"
    r"|^\W*(?:(?:yes|yep|ok(?:ay)?|sure|please)[,.!]* )?(?:go ahead|proceed|do it)\b",
    re.IGNORECASE,
)
_GOES_AHEAD = re.compile(
    r"\b(?:go (?:ahead|for it)|proceed|start (?:implementing|building|coding)"
    r"|(?:implement|execute|build|do|apply)(?:ing)? (?:it|that|this|so|them|these|all|everything|both)"
    r"|(?:implement|execute)(?:ing)?(?=\W*$))\b",
    re.IGNORECASE,
)
_PLAINLY = re.compile(
    r"^\W*(?:(?:yes|yep|yeah|yup|sure|absolutely|of course|please do|go ahead|proceed|do it|agreed|approved|lgtm"
    r"|sounds good|looks good|perfect)\b)",
    re.IGNORECASE,
)
# A number or a letter picks from what was proposed.
_HOLDS_BACK = re.compile(
    r"\b(?:but|except|instead|without|however|though|unless|not|don'?t|dont|no|later|wait|tomorrow|come back|after"
    r"|before|once|hold|only|just|maybe|explain|why|what (?!you)|how|skip|drop|remove|leave out|replace|rather"
    r"|other than|option)\b|[?？]|\b\d{1,2}\b|\b(?-i:[B-E])\b",
    re.IGNORECASE,
)
_CARRIES_OUT = re.compile(
    r"\b(?:begin|start|proceed|go ahead|continue|carry out|execute|implement)\b[^.?!\n]{0,30}"
    r"\b(?:execution|executing|implementation|implementing|plan|phases?(?!\W*\d))\b",
    re.IGNORECASE,
)
# "Not B", "B is out", "B but without the cache": whoever says so does not take B as it stands.
AGAINST = re.compile(
    r"\b(?:not|don'?t|do not|never|no|neither|nicht|kein\w*|ne|but|except|instead|without|however|though"
    r"|later|wait|until|before you|tomorrow)\b"
    r"|\b(?:out of the question|off the table|overkill|risky|unclear)\b"
    r"|^\W*(?:is|looks|seems|sounds|would be)\s+(?:\w+\s+)?(?:bad|wrong|odd|weird|worse|worst|too)\b",
    re.IGNORECASE,
)
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
    if _AGREES.search(head):
        return True
    # In a longer reply a "yes" may open something else; an "ok" opens anything.
    plainly = goes_ahead(head) or _PLAINLY.match(head) or cues().opens_foreign("approval", head)
    return kind == "accepts" and (bool(plainly) or _is_told_in(head, proposal))


def goes_ahead(reply: str) -> bool:
    """Whether a reply orders the work, so that it need not have been asked whether to begin."""
    return _GOES_AHEAD.search(reply.strip()[:_HEAD]) is not None


def holds_back(reply: str) -> bool:
    """Whether a reply puts off, changes, cuts or questions what it answers."""
    head = reply.strip()[:_HEAD]
    return _HOLDS_BACK.search(head) is not None or any(cues().found_foreign(name, head) for name in _OTHERWISE)


def _is_told_in(reply: str, proposal: str) -> bool:
    told = set(content(reply)) - _openings()
    return len(told) > 1 and len(told & set(content(proposal))) >= _KNOWN_WORDS * len(told)


@cache
def _openings() -> frozenset[str]:
    return frozenset(content("great nice cool good fine perfect then"))


def orders_plan(reply: str) -> bool:
    """Whether a reply orders a plan that was laid out before to be carried out; a long one brings its own."""
    words = reply.strip()
    ordered = len(words) <= _SHORT_ORDER and _CARRIES_OUT.search(words[:_HEAD])
    put_off = (
        AGAINST.search(words) or words.endswith("?") or any(cues().found_foreign(name, words) for name in _OTHERWISE)
    )
    return bool(ordered) and not put_off


def asks_leave(units: tuple[Unit, ...]) -> bool:
    """Whether a message ends by asking whether to go on as it says, and not whether to do some other thing."""
    closing = (unit.text for unit in units[-_CLOSING:] if unit.shape != "code")
    return any(
        _ASKS_LEAVE.search(text) or cues().found_foreign("leave", text)
        for text in closing
        if not _HANDS_OVER.search(text)
    )
