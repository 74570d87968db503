"""What can be seen of one unit: the cues it holds, its form, and how it stands in its text."""

from __future__ import annotations

import re

from inspector.facts.forms import form_of
from inspector.text.cues import cues
from inspector.text.openings import ends_of, opening_word, without_opening, word_count
from inspector.text.units import Unit

_PATH = re.compile(r"(?<!/)(?:[\w.~-]{0,255}/)+[\w.-]+|\b\w[\w-]{0,255}\.(?:[a-z]{1,4}|json|yaml|toml|html)\b")
_CAMEL = re.compile(r"\b[a-z]+[A-Z]\w*|\b[A-Z][a-z]+[A-Z]\w*|\b\w+_\w+\b|(?<!\w)\w++\(\)")
_QUOTES = frozenset('"“”«»„')


def bucket(value: float, edges: tuple[float, ...]) -> str:
    """Which of the ranges between edges a number falls in, as the name of its lower edge."""
    below = [edge for edge in edges if value >= edge]
    return f"{below[-1]:g}" if below else "0"


def unit_features(unit: Unit) -> dict[str, float]:
    """The features of the unit's own words and form."""
    found = cues()
    text = ends_of(unit.text)
    names = {"one", f"shape:{unit.shape}", f"words:{bucket(word_count(text), (1, 2, 3, 5, 9, 17, 31, 61))}"}
    names.update(f"cue:{name}" for name in found.kinds(text))
    names.add(f"form:{form_of(text)}")
    rest = without_opening(text)
    for name in (
        "request",
        "approval",
        "refusal",
        "question",
        "prohibition",
        "turn",
        "report",
        "chatter",
        "choice",
        "done",
        "proposal",
        "wish",
        "obligation",
    ):
        if found.opens(name, text):
            names.add(f"open:{name}")
        if rest is not text and found.opens(name, rest):
            names.add(f"then:{name}")
    if opening_word(text) in found.verbs:
        names.add("open:verb")
    names.update(_form(text))
    names.add("first" if unit.first else "cut")
    return dict.fromkeys(names, 1.0)


def _form(text: str) -> set[str]:
    names = set()
    end = text.rstrip(" )\"'*`")[-1:]
    if end in "?？":
        names.add("ends:?")
    elif end in ":：":
        names.add("ends::")
    elif end in ".!。":
        names.add("ends:.")
    has = {
        "path": _PATH.search(text),
        "code name": _CAMEL.search(text),
        "quoted": not _QUOTES.isdisjoint(text),
        "number": any(map(str.isdigit, text)),
        "code": "`" in text,
        "bold": "**" in text,
        "url": "http" in text,
        "arrow": any(sign in text for sign in (" → ", "->", "=")),
    }
    names.update(f"has:{name}" for name, found in has.items() if found)
    letters = sum(map(str.isalpha, text))
    if letters < 0.6 * len(text):
        names.add("few letters")
    return names
