"""The rule family a unit belongs to: the first rule of the list that fits names its form.

Rule: the order is the decision. A prohibition inside a request is a prohibition.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from inspector.text.cues import cues, is_english
from inspector.text.openings import ends_of, lead_in, opening_word, without_opening

_BEFORE = (
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|yep|no|and|also|then|but|so|now|first|next|please|pls|just|btw|hmm+|well"
    r"|like|oh|ah|actually|again|"
    r"that|you should|you|we should|we|i'd|i|though|\d+[.)]|[a-eA-E][.)])[,:\s]+)*"
)
_FORBIDS = re.compile(
    _BEFORE + r"(?:do not|don'?t|dont|never|no need|(?:let'?s )?avoid|let'?s not|not|must ?n[o']t|should ?n[o']t"
    r"|stop \w+ing|no (?:more )?\w+ing|isn'?t to)(?!\w)"
    r"|\b(?:must not|should not|shouldn'?t|must never|should never|do not|not allowed)\b"
    r"|(?:[,;(]\s*|\b(?:and|but|please|also)\s)(?:do not|don'?t|dont|never|avoid)\b"
    r"|\b(?:is|are) (?:strictly )?(?:forbidden|prohibited|banned|off[- ]limits)\b"
    r"|\b(?:hands off|(?:stay|keep) out of)\b"
    r"|\b(?:i|we) (?:really |also )?(?:don'?t|dont|do not) (?:really |actually |even )?want\b"
    r"|^\W*(?:please )?no (?:new|more|other|further|changes?|edits?|commits?|push(?:es)?|force)\b"
    r"|\b(?:i|we)(?:'ll| will) (?:do|handle|run|make|see to) (?:the |all |every )?\w[\w ]{1,30}"
    r"\b(?:myself|ourselves)\b",
    re.IGNORECASE,
)
_NOT_FORBIDDING = re.compile(
    r"\b(?:i|we|they|he|she|it|you|why) (?:really |also |still |just )?"
    r"(?:don'?t|dont|do not|did not|didn'?t|never)\b(?! (?:\w+ )?want)"
    r"|\b(?:do not|don'?t) have (?:access|any)\b"
    r"|^\W*(?:don'?t we|no[,.]? (?:it|that|i)\b|not (?:sure|yet|really|bad)"
    r"|no (?:\w+ ){1,3}(?:is|are|was|were|has|have|had|showed|came|appear\w*|left|found|needed|so far)\b)",
    re.IGNORECASE,
)
# "You can't use docker." A reason or a condition behind it tells how things are: "…, it is not installed".
_MAY_NOT = re.compile(
    r"^\W*(?:(?:and|but|also|so|please note that|remember,?) )?you (?:can ?not|can'?t|may not|are not allowed to) "
    r"(?:use|push|commit|install|touch|merge|rebase|modify|deploy)\b"
    r"(?!.*\b(?:without|until|unless|when|while|if|once|because|since|anyway|yet|installed|available|exist)\b)",
    re.IGNORECASE,
)
_BINDS = re.compile(
    r"\b(?:must|has to|have to be|needs? to (?:be|have|cover|work|support|include|run|stay|remain)"
    r"|(?<!that )(?<!which )needs (?!to)\w+"
    r"|(?:this|it|that|these|they|everything) needs? to \w+"
    r"|ensure|make sure|be sure|is required|are required|mandatory"
    r"|should (?:be|have|only|always|also|capture|cover|use|work|support|include|stay|run|show|handle|contain|just"
    r"|still|stop|start|fit)|(?:it|they|this|that|everything|each|every \w+) s?should"
    r"|(?<!to )always (?!return|fail|get|show)|at least|at most|no more than|strictly|default to|until we"
    r"|under \d|(?:before|after) (?:every|each)|use [\w./@-]+,? (?:not|never|instead of|rather than)"
    r"|only (?:use|the|for|when|if|in|on|want|with|one|a)|\w only\W*$|so (?:that )?(?:we|it|they)(?:'re| are"
    r"| is| can| still) \w+"
    r"|remember (?:to|that|the))\b|\w only\W*$",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:prefers?\b|ideally|would rather|i'?d rather|would be (?:good|nice|great|better) (?:to|for|not)|nice to have"
    r"|i(?:'d| would) (?:only |really )?(?:want|like) (?:\w+ ){0,4}to be|i would only want"
    r"|i (?:basically |only )want (?:a|an|the|it|only|fully)\b|especially|mostly concerned|concerned about|focus on"
    r"|stick to|care about|be careful)",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    _BEFORE
    + r"(?:keep(?! in mind\b| going\b| on\b)|leave|preserve|stick|limit|follow|retain|maintain|respect|use only|only"
    r"|default|using"
    r"|continue until|check with|start with|run .{2,30} (?:before|after))\b"
    r"|\b(?:stays?|remains?) (?:unchanged|untouched|as(?: it)?[ -]is|the same|\w+-only)\b"
    r"|(?:(?<!left )\buntouched|\bunchanged)\W*$",
    re.IGNORECASE,
)
_CHOOSES = re.compile(
    _BEFORE + r"(?:(?:let'?s|we(?:'ll| will| can|'d)?|i(?:'ll|'d| would)?)? ?(?:go|going) (?:with|for)|option \w\b"
    r"|i (?:think|like|prefer|choose|approve|vote)\b.{0,12}?\b(?:[A-E]\b|\d\b|option|the (?:first|second|third"
    r"|latter|former))|\(?[A-E][).]|#?\d[).,]?\s*(?:$|does|is|seems|looks|please|it)|let'?s (?:do|use|keep"
    r"|store|stay|try|take|drop) |skip\b|keep it(?= as| that| like| the|\W*$)|can leave|rename to|i can live with)"
    r"|\bseems? like a (?:good|decent|fine) |\bfor (?:now|the first cut|this phase)\b|^\S+ (?:->|→) \S"
    r"|\b(?:makes sense to|decided|agreed)\b",
    re.IGNORECASE,
)
_ASKS_FOR = re.compile(
    _BEFORE + r"(?:(?:can|could|would|will) (?:you|we|u|i)\b|please|pls|plz|let'?s|lets|i(?:'d| would)? (?:want|like"
    r"|need|love)|we (?:need|should|must|have) to|you (?:need|should|have) to|help me|go ahead"
    r"|(?:it )?would be (?:great|nice|good)|how about|what about|shall we|should we|we'?d? should)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^\W*(?:ok(?:ay)?,? |hmm+,? |ah+,? |so,? |but |and |also,? |though |because |since )*(?:i|we|it|he|she"
    r"|they|there|this|that|these|those|the|a|an|my|our|your|its|some|all|now|still|when|if|as|for|in"
    r"|everything|nothing|looks|seems?|getting|got|seeing)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|will|can|could|would|may|might|isn'?t|aren'?t|doesn'?t|didn'?t"
    r"|won'?t|can'?t|keeps?|works?|fails?|failed|shows?|seems?|gets?|got|causes?|'s|'re|'ve)\b|\w's\b|\w'(?:re|ve)\b",
    re.IGNORECASE,
)
_FILLERS = (
    r"^\W*(?:(?:ok(?:ay)?|yes|yeah|yep|no|and|also|then|but|so|now|first|next|just|btw|hmm+|well|like|oh|ah"
    r"|actually|again|though|\d+[.)]|[a-eA-E][.)])[,:\s]+)*"
)
_INTERROGATIVE = re.compile(
    _FILLERS + r"(?:what'?s?|why|how|where'?s?|when|which|who|whose|is|are|do|does|did|has|have|was|were|any|isn'?t"
    r"|aren'?t|doesn'?t|will|would|should|could|can)\b",
    re.IGNORECASE,
)
# Written without a question mark: "when" and "where" open clauses, and an auxiliary asks where its subject follows.
_INVERTED = re.compile(
    _FILLERS + r"(?:what'?s?|why|how|which|whose|who|where'?s"
    r"|(?:is|are|do|does|did|has|have|was|were|isn'?t|aren'?t|doesn'?t|don'?t|will|would|should|could|can)"
    r" (?:it|this|that|there|the|a|an|we|you|i|they|he|she|these|those|any|our|my|your|all|both)\b)(?!\w)",
    re.IGNORECASE,
)


def _asks(text: str) -> bool:
    return text.rstrip(" )\"'`").endswith(("?", "？")) or bool(_ASKS_AT_END.search(text[-_END:]))


_ASKS_AT_END = re.compile(r"(?:[吗呢嗎]|(?:です|ます|ません|でしょう|いい)か|습니까|까요|나요|가요)\W*$")
_END = 40


def _is_approval(text: str) -> bool:
    return len(text.split()) <= 4 and bool(cues().opens("approval", text)) and not _asks(text)


def says_nothing(text: str) -> bool:
    """Whether a text is approval, thanks, small talk or "it doesn't matter", and no more.

    What it approves is looked for where that was said.
    """
    words = text.lower().strip(_MARKS)
    said = bool(words)
    while words:
        found = next((cue for name in _EMPTY if (cue := cues().opens(name, words))), "")
        if not found:
            return False
        words = words[words.index(found) + len(found) :].strip(_MARKS)
    return said


_EMPTY = ("nothing", "approval", "chatter")
_MARKS = " \t\n.,;:!?…。、！？*_~()-–—"


def _opens_foreign(name: str, text: str) -> bool:
    return not is_english(text) and bool(
        cues().opens_foreign(name, text) or cues().opens_foreign(name, without_opening(text))
    )


def _forbids(text: str) -> bool:
    english = _MAY_NOT.search(text) or (_FORBIDS.search(text) and not _NOT_FORBIDDING.search(text))
    forbids = english or _opens_foreign("prohibition", text) or cues().found_foreign("forbids", text)
    return bool(forbids) and not _asks(text)


def _wishes(text: str) -> bool:
    return bool(_WISHES.search(text) or cues().found_foreign("wish", text)) and not _asks(text)


def _chooses(text: str) -> bool:
    return bool(_CHOOSES.search(text) or _opens_foreign("choice", text)) and not _asks(text)


def _binds(text: str) -> bool:
    binds = _BINDS.search(text) or cues().found_foreign("obligation", text)
    return bool(binds) and not _asks(text)


def _requests(text: str) -> bool:
    return bool(_ASKS_FOR.match(text)) or _opens_foreign("request", text)


def _questions(text: str) -> bool:
    return bool((_INTERROGATIVE if _asks(text) else _INVERTED).match(text)) or _opens_foreign("question", text)


def _tells(text: str) -> bool:
    return bool(_VERB.search(text) or cues().found_foreign("states", text))


def _imperative(text: str) -> bool:
    return opening_word(text) in cues().verbs


def _reports(text: str) -> bool:
    return bool(_SUBJECT.match(text)) and bool(_VERB.search(text))


FORMS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("approval", _is_approval),
    ("retraction", lambda text: bool(cues().opens("turn", text)) and not _asks(text)),
    ("prohibition", _forbids),
    ("request question", lambda text: _asks(text) and _requests(text)),
    ("wish", _wishes),
    ("choice", _chooses),
    ("obligation", _binds),
    ("keeping", lambda text: bool(_KEEPS.search(text)) and not _asks(text)),
    ("request", _requests),
    ("question", _questions),
    ("tag question", _asks),
    ("imperative", _imperative),
    ("report", _reports),
    ("error", lambda text: bool(cues().found("error", text))),
    ("clause", _tells),
)


_OF_LEADS = frozenset({"report", "error", "clause", "fragment"})
_OF_ORDERS = frozenset({"imperative", "request", "request question", "keeping", "choice"})


@lru_cache(maxsize=4_096)
def form_of(text: str) -> str:
    """The rule family of a unit; "fragment" where none fits."""
    seen = ends_of(text)
    form = _first_form(seen)
    # "When the gates hang, restart them": what comes behind is said, what stands in front says when.
    lead = lead_in(seen) if form in _OF_LEADS else 0
    behind = _first_form(seen[lead:]) if lead else ""
    return behind if behind in _OF_ORDERS else form


def _first_form(text: str) -> str:
    return next((name for name, fits in FORMS if fits(text)), "fragment")
