"""The rule family a unit belongs to: the first rule of the list that fits names its form.

Rule: the order is the decision. A prohibition inside a request is a prohibition.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from inspector.text.cues import cues, is_english
from inspector.text.openings import ends_of, lead_in, opening_word, without_opening
from inspector.text.phrases import says


def _asks(text: str) -> bool:
    return text.rstrip(" )\"'`").endswith(("?", "？")) or bool(_ASKS_AT_END.search(text[-_END:]))


_ASKS_AT_END = re.compile(r"(?:[吗呢嗎]|(?:です|ます|ません|でしょう|いい)か|습니까|까요|나요|가요)\W*$")
_END = 40


def _is_approval(text: str) -> bool:
    return len(text.split()) <= 4 and bool(cues().opens("approval", text))


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
    english = says("may not", text) or (says("forbids", text) and not says("does not forbid", text))
    return english or _opens_foreign("prohibition", text) or bool(cues().found_foreign("forbids", text))


def _chooses(text: str) -> bool:
    return says("chooses", text) or _opens_foreign("choice", text)


def _requests(text: str) -> bool:
    return says("asks for", text) or _opens_foreign("request", text)


def _questions(text: str) -> bool:
    return _asks(text) or says("asks without a mark", text) or _opens_foreign("question", text)


def _telling(fits: Callable[[str], bool]) -> Callable[[str], bool]:
    """The same of a text that does not ask."""
    return lambda text: fits(text) and not _asks(text)


def _either(english: str, foreign: str) -> Callable[[str], bool]:
    """Whether a text has a phrase, or a cue of another language."""
    return lambda text: says(english, text) or bool(cues().found_foreign(foreign, text))


FORMS: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("approval", _telling(_is_approval)),
    ("retraction", _telling(lambda text: bool(cues().opens("turn", text)))),
    ("prohibition", _telling(_forbids)),
    ("request question", lambda text: _asks(text) and _requests(text)),
    ("wish", _telling(_either("wishes", "wish"))),
    ("choice", _telling(_chooses)),
    ("obligation", _telling(_either("binds", "obligation"))),
    ("keeping", _telling(lambda text: says("keeps", text))),
    ("request", _requests),
    ("question", _questions),
    ("imperative", lambda text: opening_word(text) in cues().verbs),
    ("report", lambda text: says("subject", text) and says("verb", text)),
    ("error", lambda text: bool(cues().found("error", text))),
    ("clause", _either("verb", "states")),
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
