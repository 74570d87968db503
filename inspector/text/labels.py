"""The word that a number or a version belongs to, from the characters in front of it.

All patterns read backwards: one tied to the end would be tried from every start.
"""

from __future__ import annotations

import re

from inspector.text.wording import wording

LEFT = 80
"""Characters in front of a number that are looked at."""
_LINKS = frozenset("is of to was at set from on by about approximately roughly".split())
# A sign of reckoning stands free on both sides or on none; a star of emphasis, and the dash of --port, on one.
_RECKONED = re.compile(r"[*+/%-][\w)\]]|[ \t]+(?:\*\*?|[+/%-])[ \t]")
_DECKED = r"[\"'`*~≈ \t]*+"
# As it is written: = or := or ?= or =>, but none of the signs that compare or reckon; or a colon.
_SET = r"(?:=[:?]?(?![<>!=+*/%~^|&-])|>=(?![<>=])|:(?!:))"
_BLANK = r"(?=[\"'`*~≈]*+[ \t])" + _DECKED
_WORD = r"(?P<name>[\w-]*[A-Za-z_])"
_TIED = re.compile(rf"(?:-?{_DECKED}{_SET}[\"'`* \t]*+|{_BLANK}){_WORD}")
# "wait: TimeInterval = 5", "wait: int | None = 5" and "wait int = 5": what is set stands in front of its type.
_TYPE = r"[\w.<>\[\]?]++"
_DECLARED = re.compile(
    rf"-?{_DECKED}=[ \t]*+(?P<type>{_TYPE}(?:[ \t]*+\|[ \t]*+{_TYPE})*)(?P<colon>[ \t]*+:)?[ \t]*+{_WORD}"
)
_TYPES = re.compile(
    r"(?P<builtin>u?int(?:eger)?\d*|float\d*|[iuf]\d+|[iu]size|double|long|short|number|string|str)\b|(?:\w+\.)*[A-Z]\w*[a-z]"
)
# A version may also be compared with, or stand in brackets of its own: httpx>=0.28, zbus (v5.11.0).
_PINNED = re.compile(
    rf"(?:(?=[\"'`*≈]*+[=<>~^!: \t]){_DECKED}[=<>~^!]*+{_DECKED}:?{_DECKED}|{_DECKED}\([ \t]{_DECKED})"
    r"(?:\][\w,-]*\[)?(?P<name>[\w@./-]+)"
)
_FILES = (".md", ".txt", ".rst", ".py", ".json", ".toml", ".yaml", ".yml", ".lock", ".xml", ".html", ".css", ".sh")


def label_of(left: str) -> str:
    """The word that a number belongs to. Only ``:``, ``=``, a blank and ``(default`` tie one to it."""
    rest = _backwards(left)
    if _RECKONED.match(rest):
        return ""
    declared = _DECLARED.match(rest)
    kind = _TYPES.match(declared["type"][::-1]) if declared else None
    if declared and kind and (declared["colon"] or kind["builtin"]):
        return declared["name"][::-1]
    for _ in range(3):
        tie = _TIED.match(rest)
        if tie is None:
            return ""
        word, rest = tie["name"][::-1], rest[tie.end() :]
        if word == "default" and rest.startswith("("):
            rest = rest[1:]
        elif word not in _LINKS:
            return word
    return ""


def package_of(left: str) -> str:
    """The whole name of what a version belongs to: ``tesseract.js``, ``@expo/vector-icons``; no word of prose."""
    rest = _backwards(left)
    for _ in range(3):
        tie = _PINNED.match(rest)
        if tie is None:
            return ""
        name, rest = tie["name"][::-1].lstrip("./-"), rest[tie.end() :]
        if name not in _LINKS:
            cut = not rest and "\n" not in left and len(left) >= LEFT - 1
            known = (
                not cut
                and (name[:1] in "@_" or name[:1].isalpha())
                and not name.endswith((".", "/", "-"))
                and not name.lower().endswith(_FILES)
            )
            prose = name.lower() in wording().unpackaged or name.endswith("ed")
            return name if known and not prose else ""
    return ""


def _backwards(left: str) -> str:
    return left[left.rfind("\n") + 1 :][::-1]
