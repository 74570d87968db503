"""What a summary says of the human that their messages do not support: words, wishes, consent, requests."""

from __future__ import annotations

from inspector.text.similarity import content
from inspector.text.units import Unit
from inspector.text.word_rows import rows
from inspector.verdicts.claim_words import (
    LEAST,
    QUOTED,
    Doubt,
    at_line,
    is_under,
    lists_messages,
    long_names,
)
from inspector.verdicts.history import History

_OF_USER = rows(
    "user|user's then|also|explicitly|initially|later|originally|now|specifically?"
    " feedback|requirement|preference|request|want|wants|wanted|asked|requested|said|stated|confirmed|chose|selected"
    "|decided|approved|suggested|proposed|noted|mentioned|prefer|prefers|preferred|insisted|specified|instructed"
    "|rejected|agreed|clarified|reported|pointed_out|emphasised|emphasized|expect|expects|like|likes|ran"
)
_AGREES = ("confirmed", "approved", "agreed", "decided")
# What they asked, chose or ran is often told in other words than their own; that proves nothing.
_SPEAKS = ("asked", "chose", "selected", "reported", "said", "ran", "requested", "rejected", "pointed out", "stated")
_SUPPOSES = rows("if|whether|unless|in_case|should|once|when|until")
_PART_ENDS = ("**", " - ", " – ", " — ", "; ", ". ", ", so ", ", and then ", ", which ", ", instructing ")
_PREFERENCES = ("user preference", "user requirement", "user constraint", "user instruction", "preferences (user")
_ASKS = rows("user|user's .. ask*|request*|want*|message")
_OF_TALK = "summary|summarize|summarise of? the|this|our|what .. conversation|session|chat|so_far"
_THE_SUMMARY = rows(_OF_TALK, "summary request", "create|write|provide|produce this|a|the detailed? summary")
_A_SUMMARY = rows(".. summary|summarize|summarise")
_LISTED_SUMMARY = rows(
    "your task is to create|write|produce .. summary", "request for a? summary", "summary request", _OF_TALK
)
_GOES_ON = rows("continuation prompt", "continue the conversation|session from where we|you|it left off")
_A_MESSAGE = rows("user|human message|messages|prompt|prompts|request|requests")
_QUOTES_USER = ("user said", "user asked", "user wrote")
_SHORTENED = ("[", "...", "…")
_SAID = 0.28
_AGENT_SAID = 0.7
_QUOTE_SHARE = 0.6
_VERBATIM = 5
"""Words that stand in a row nowhere by chance."""


def summary_request(unit: Unit, history: History) -> Doubt | None:
    """The compaction's own prompt, told as a message or wish of the human."""
    listed = lists_messages(unit) and _LISTED_SUMMARY.search(unit.text)
    if not listed and not _asks_summary(unit.text):
        return None
    quoted = QUOTED.search(unit.text)
    if history.lines_missing or history.asked_for_summary or (quoted and history.human_wrote(quoted[1])):
        return None
    why = "The compaction's own prompt is told as a request of the user; no message of the user asks for a summary."
    return Doubt("quotation", "contradicted", why)


def _asks_summary(text: str) -> bool:
    asked = _ASKS.search(text)
    if asked is None or _THE_SUMMARY.search(text, asked.end()):
        return asked is not None
    # What names nothing else to sum up means the conversation.
    last = _A_SUMMARY.match(text, asked.end())
    return last is not None and not text[last.end() :].strip("\"'`*) ")[:1].isalnum()


def order_to_go_on(unit: Unit, history: History) -> Doubt | None:
    """What the harness writes behind a summary, told as a message of the human by the next one."""
    hit = _GOES_ON.search(unit.text)
    if hit is None or not (lists_messages(unit) or _A_MESSAGE.search(unit.text)) or history.human_wrote(hit[0]):
        return None
    why = "The harness's order to go on after the compaction is told as the user's message."
    return Doubt("quotation", "contradicted", why)


def quotation(unit: Unit, history: History) -> Doubt | None:
    """Words in quotation marks given as the human's that they never said."""
    opening = unit.text.lower().lstrip("*_ ").removeprefix("the ")
    if not lists_messages(unit) and not opening.startswith(_QUOTES_USER):
        return None
    quoted = QUOTED.search(unit.text)
    words = quoted[1] if quoted else ""
    if len(words.split()) < LEAST or history.human_wrote(words):
        return None
    agent = history.agent_wrote(words) if len(words.split()) >= _VERBATIM else None
    is_short = any(sign in words for sign in _SHORTENED)
    if agent is None and (is_short or history.words_missing or history.last_missing or history.foreign(words)):
        return None
    if history.human_share(words) >= _QUOTE_SHARE:
        return None
    if agent is not None:
        where = at_line(agent)
        return Doubt("quotation", "contradicted", f"Given as the user's words; the agent wrote them ({where}).")
    return Doubt("quotation", "contradicted", "Given as the user's words; no message of the user holds them.")


def authorship(unit: Unit, history: History) -> Doubt | None:
    """Something the human is said to have said, wished or decided, of which they said nothing."""
    told = _OF_USER.search(unit.text)
    if told is None or _SUPPOSES.search(_clause(unit.text[: told.end()])):
        return None
    what = _first_part(unit.text[told.end() :].lstrip(": ").removeprefix("wanting "))
    quoted = QUOTED.search(unit.text)
    if len(content(what)) < LEAST or (quoted and history.human_wrote(quoted[1])) or history.foreign(unit.text):
        return None
    verb = told[0].lower()
    agrees = verb.endswith(_AGREES)
    if history.accepted(what) if agrees else any(history.human_wrote(name) for name in long_names(unit.text)):
        return None
    share, asked = history.human_best(what)
    if agrees and share >= _SAID and asked:
        return Doubt("approval", "contradicted", "Said to be confirmed by the user; that message only asks.")
    if share >= _SAID or verb.endswith(_SPEAKS) or history.words_missing:
        return None
    if history.handed_over(what) >= _SAID:
        return None
    if history.agent_share(what) >= _AGENT_SAID:
        return Doubt("authorship", "contradicted", "Credited to the user; only the agent said it.")
    return Doubt(
        "authorship", "unsupported", f"Credited to the user; {share:.0%} of its words stand in what the user said."
    )


def _clause(text: str) -> str:
    """The last clause of a text."""
    return text[max(map(text.rfind, ".:;")) + 1 :]


def _first_part(text: str) -> str:
    """What somebody is said to want, without the reasons and consequences behind it."""
    return text[: min(place for end in _PART_ENDS if (place := f"{text}{end}".find(end)) >= 0)]


def preference(unit: Unit, history: History) -> Doubt | None:
    """A bullet under the user's preferences that they never voiced."""
    if history.lines_missing or not is_under(unit, *_PREFERENCES) or unit.shape != "bullet":
        return None
    if len(content(unit.text)) < LEAST or history.human_share(unit.text) >= _SAID or history.foreign(unit.text):
        return None
    return Doubt("authorship", "unsupported", "Listed as a preference of the user; no words of the user say so.")
