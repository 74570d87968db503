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
            # Where the name of a setting begins is looked for afterwards: most places are passed at their first letter.
            setting = re.compile(rf"({noun}\w*)[\"']?\s*[:=]\s*(\d+)(?![\d.\w])")

            def broken(act: Act, setting: re.Pattern[str] = setting, most: int = most) -> str:
                low = act.added.lower() if act.changed else ""
                wrong = next((found for found in setting.finditer(low) if int(found[2]) > most), None)
                if wrong is None:
                    return ""
                # A few letters become two in lower case; then the places are no longer the same.
                text = act.added if len(act.added) == len(low) else low
                return f"set {_word(text, wrong.start(), wrong.end(1))} to {wrong[2]} in {act.changed[0][0]}"

            yield Rule("most", (noun,), broken)


def _word(text: str, start: int, end: int) -> str:
    """A part of a text, from where its word begins."""
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start:end]


def _noun(ahead: str, behind: str) -> str:
    """What is counted: the word behind the number, or the verb in front of "at most 4 times"."""
    noun = behind.lower()
    if noun in ("times", "time", ""):
        noun = next((word for word in reversed(words(ahead)) if word.isalpha()), "")
    if len(noun) <= _LEAST_NOUN or noun in _UNTELLING or noun in _NO_VERBS:
        return ""
    return noun.removesuffix(next((ending for ending in _ENDINGS if noun.endswith(ending)), ""))
