"""Rules about what is written: numbers of a setting that must not grow."""

from __future__ import annotations

import re
from collections.abc import Iterator

from inspector.impact.act import Act
from inspector.impact.rule import Rule, form
from inspector.text.similarity import words

_AT_MOST = form("at_most|no_more_than|not_more_than|never_more_than|up_to|a_maximum_of|max|maximum {number} {noun}?")
_ENDINGS = ("ies", "y", "s", "ing")
# What is so counted is rarely the value of a setting of that name.
_UNTELLING = frozenset("seconds second minutes lines words characters chars sentences files of per".split())
_NO_VERBS = frozenset("it them be is use the".split())
_LEAST_NOUN = 4


def text_rules(text: str) -> Iterator[Rule]:
    """The bounds that a sentence sets."""
    for hit in _AT_MOST.finditer(text):
        noun, most = _noun(text[: hit.start()], hit["noun"] or ""), int(hit["number"])
        if noun:
            setting = re.compile(rf"\b(\w*{noun}\w*)\b[\"']?\s*[:=]\s*(\d+)(?![\d.\w])", re.IGNORECASE)

            def broken(act: Act, setting: re.Pattern[str] = setting, most: int = most, noun: str = noun) -> str:
                if noun not in act.added.lower() or not act.changed:
                    return ""
                wrong = [found for found in setting.finditer(act.added) if int(found[2]) > most]
                return f"set {wrong[0][1]} to {wrong[0][2]} in {act.changed[0][0]}" if wrong else ""

            yield Rule("most", (noun,), broken)


def _noun(ahead: str, behind: str) -> str:
    """What is counted: the word behind the number, or the verb in front of "at most 4 times"."""
    noun = behind.lower()
    if noun in ("times", "time", ""):
        noun = next((word for word in reversed(words(ahead)) if word.isalpha()), "")
    if len(noun) <= _LEAST_NOUN or noun in _UNTELLING or noun in _NO_VERBS:
        return ""
    return noun.removesuffix(next((ending for ending in _ENDINGS if noun.endswith(ending)), ""))
