"""What a summary says of the human that his messages do not bear out: words, wishes, consent, requests."""

from __future__ import annotations

import re

from inspector.text.similarity import content
from inspector.text.units import Unit
from inspector.verdicts.claim_words import (
    LEAST,
    QUOTED,
    Told,
    lists_messages,
    long_names,
    without_asides,
    without_names,
)
from inspector.verdicts.history import History

_OF_USER = re.compile(
    r"(?:^|[.;:(*\s])(?:the )?user(?:'s)?(?: (?:then|also|explicitly|initially|later|originally|now|specifically))* "
    r"(?P<verb>feedback|requirement|preference|request|wants?|wanted|asked|requested|said|stated|confirmed"
    r"|chose|selected|decided|approved|suggested|proposed|"
    r"noted|mentioned|prefers?|preferred|insisted|specified|instructed|rejected|agreed|clarified|reported"
    r"|pointed out|emphasi[sz]ed|expects?|likes?|ran)\b"
    r"(?: (?:that|to|for|about|on|with|wanting))*[:\s]*(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_PREFERENCES = re.compile(
    r"user (?:preferences?|requirements?|constraints?|instructions?)|preferences? \(?user", re.IGNORECASE
)
_FIRST_PART = re.compile(r"\*\*|(?<!\s)\s++[-–—]++\s|;\s|\.\s|, (?:so|and then|which|instructing)\b")
_AGREES = frozenset({"confirmed", "approved", "agreed", "decided"})
# What he asked, chose or ran is often told in other words than his own; that proves nothing.
_SPEAKS = frozenset(
    {"asked", "chose", "selected", "reported", "said", "ran", "requested", "rejected", "pointed out", "stated"}
)
_SUMMARY = (
    r"\bsummar(?:y|ize|ise)(?: (?:of )?(?:the|this|our|what)\b[^.;:]{0,30}?\b(?:conversation|session|chat|so far)"
    r"|(?= request)|(?=\W*$)|(?=[.,;]))"
)
_ASKS_SUMMARY = re.compile(
    rf"\buser\b(?:'s)?[^.;:]{{0,40}}\b(?:ask\w*|request\w*|want\w*|message)\b(?:[^.;]{{0,30}}?{_SUMMARY}"
    r"|[^;]{0,300}?\((?:2|3|b|c|ii)\) (?:to )?(?:create|write|provide|produce) (?:this|a|the) (?:detailed )?summary\b)",
    re.IGNORECASE,
)
_LISTED_SUMMARY = re.compile(
    r"your task is to (?:create|write|produce)[^.]{0,30}\bsummary\b|\brequest for (?:a )?summary\b|\bsummary request\b"
    r"|\bsummary of (?:the|this|our) (?:\w+ )?(?:conversation|session|chat)",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"\bcontinuation prompt\b|\bcontinue the (?:conversation|session) from where (?:we|you|it) left off\b",
    re.IGNORECASE,
)
_A_MESSAGE = re.compile(r"\b(?:user|human) (?:message|prompt|request)s?\b", re.IGNORECASE)
_QUOTES_USER = re.compile(r"^\W*(?:the )?user (?:said|asked|wrote)", re.IGNORECASE)
_SHORTENED = re.compile(r"\[|\.\.\.|…")
_SUPPOSES = re.compile(r"\b(?:if|whether|unless|in case|should|once|when|until)\b[^.;:]*$", re.IGNORECASE)
_SAID, _SAID_BARE, _COUNTED = 0.34, 0.55, 0.28
_AGENT_SAID = 0.6
_QUOTE_SHARE = 0.6
_VERBATIM = 5
"""Words that stand in a row nowhere by chance."""


def summary_request(unit: Unit, history: History) -> Told | None:
    """The compaction's own prompt, told as a message or wish of the human."""
    listed = lists_messages(unit) and _LISTED_SUMMARY.search(unit.text)
    if not listed and not _ASKS_SUMMARY.search(unit.text):
        return None
    quoted = QUOTED.search(unit.text)
    if history.lines_missing or history.asked_for_summary or (quoted and history.human_wrote(quoted[1])):
        return None
    return Told(
        "quotation",
        "contradicted",
        "The compaction's own prompt is told as a request of the user; no message of the user asks for a summary.",
    )


def order_to_go_on(unit: Unit, history: History) -> Told | None:
    """What the harness writes behind a summary, told as a message of the human by the next one."""
    hit = _GOES_ON.search(unit.text)
    if hit is None or not (lists_messages(unit) or _A_MESSAGE.search(unit.text)) or history.human_wrote(hit[0]):
        return None
    return Told(
        "quotation", "contradicted", "The harness's order to go on after the compaction is told as the user's message."
    )


def quotation(unit: Unit, history: History) -> Told | None:
    """Words in quotation marks given as the human's that he never said."""
    if not lists_messages(unit) and not _QUOTES_USER.match(unit.text):
        return None
    quoted = QUOTED.search(unit.text)
    words = quoted[1] if quoted else ""
    if len(words.split()) < LEAST or history.human_wrote(words) or history.human_wrote(without_asides(words)):
        return None
    added = history.added_to_quotation(words)
    if added is not None:
        where = history.place(added[1])
        return Told("quotation", "contradicted", f"The user's message does not have “{added[0]}” ({where}).")
    agent = history.agent_wrote(words) if len(words.split()) >= _VERBATIM else None
    unheard = history.words_missing or history.last_missing or _SHORTENED.search(words) or history.foreign(words)
    if agent is None and unheard:
        return None
    if history.human_share(words) >= _QUOTE_SHARE:
        return None
    if agent is not None:
        where = history.place(agent)
        return Told("quotation", "contradicted", f"Given as the user's words; the agent wrote them ({where}).")
    return Told("quotation", "contradicted", "Given as the user's words; no message of the user holds them.")


def authorship(unit: Unit, history: History) -> Told | None:
    """Something the human is said to have said, wished or decided, of which he said nothing."""
    told = _OF_USER.search(unit.text)
    if told is None or _SUPPOSES.search(unit.text[: told.start("verb")]):
        return None
    what = _FIRST_PART.split(told["what"])[0]
    stems = content(what)
    quoted = QUOTED.search(unit.text)
    if len(stems) < LEAST or (quoted and history.human_wrote(quoted[1])) or history.foreign(unit.text):
        return None
    verb = told["verb"].lower()
    if verb in _AGREES and history.accepted(what):
        return None
    if verb not in _AGREES and any(history.human_wrote(name) for name in long_names(unit.text)):
        return None
    share, asked = history.human_best(what)
    bare = without_names(what)
    if verb not in _AGREES and bare != what and history.human_share(bare) >= _SAID_BARE:
        return None
    if verb in _AGREES and share >= _SAID and asked:
        return Told("approval", "contradicted", "Said to be confirmed by the user; that message only asks.")
    if share >= _SAID or verb in _SPEAKS or history.words_missing or history.human_count(what) >= _COUNTED:
        return None
    if history.handed_over(what) >= _SAID:
        return None
    if history.agent_share(what) >= _AGENT_SAID:
        return Told("authorship", "contradicted", "Credited to the user; only the agent said it.")
    return Told(
        "authorship", "unsupported", f"Credited to the user; {share:.0%} of its words stand in what the user said."
    )


def preference(unit: Unit, history: History) -> Told | None:
    """A bullet under the user's preferences that he never voiced."""
    if history.lines_missing or not _PREFERENCES.search(unit.section) or unit.shape != "bullet":
        return None
    if len(content(unit.text)) < LEAST or history.human_share(unit.text) >= _SAID or history.foreign(unit.text):
        return None
    return Told("authorship", "unsupported", "Listed as a preference of the user; no words of the user say so.")
