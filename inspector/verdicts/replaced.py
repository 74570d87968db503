"""Numbers and names that another one stands in the place of: port 9090 for port 8080, B() for A()."""

from __future__ import annotations

import re

from inspector.text.difference import line_numbers, names, ungrouped
from inspector.text.normalise import squeezed
from inspector.text.similarity import containment, content, stem, stems_of

_NUMBER = re.compile(
    r"(?<![\w.,/#:-])v?(?P<number>\d+(?:[.,]\d+)*)(?P<unit>\s?%|[a-z]{1,3}\b)?(?![\w/:-]|\.\d)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]+")
_QUOTED = re.compile(r"[\"“'`](?P<name>[\w.@/ -]{1,40}?)[\"”'`](?!\w)")
_CAPITAL = re.compile(r"(?<=[a-z,0-9] )[A-Z][A-Za-z0-9]{2,}\b")
"""A word with a capital that opens no sentence."""
_LONGEST_QUOTED = 3


def replaced_number(statement: str, passage: str, everything: str) -> tuple[str, str] | None:
    """A number of the statement that stands nowhere, and the one that stands beside the same word in its place."""
    there, said = _numbers(ungrouped(passage)), _numbers(ungrouped(statement))
    for number, unit, beside in said:
        if any(number == other for other, _, _ in there) or _stands(number, everything):
            continue
        for other, other_unit, other_beside in there:
            if other_unit != unit or any(other == one for one, _, _ in said):
                continue
            if any(one == two for one, two in zip(beside, other_beside, strict=True) if one):
                return f"{number}{unit}", f"{other}{other_unit}"
    return None


_MEASURE = re.compile(
    r"(?<![\w.])(?<!\d,)(?P<number>\d++(?:[.,]\d++)*)[ -]?"
    r"(?P<unit>ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?|months?|years?"
    r"|[kmgt]i?b|(?:kilo|mega|giga)?bytes?|bits?|%|percent|px|pixels?|r?em|pt|dollars?|euros?|cents?)(?!\w)",
    re.IGNORECASE,
)
_UNITS = {
    "sec": "second",
    "s": "second",
    "min": "minute",
    "h": "hour",
    "millisecond": "ms",
    "pixel": "px",
    "percent": "%",
    "kilobyte": "kb",
    "megabyte": "mb",
    "gigabyte": "gb",
}


def replaced_unit(statement: str, passage: str) -> tuple[str, str] | None:
    """A number that stands in both, with another unit of measure in the passage."""
    statement, passage = ungrouped(statement), ungrouped(passage)
    there: dict[str, set[str]] = {}
    for hit in _MEASURE.finditer(passage):
        there.setdefault(hit["number"], set()).add(_unit(hit["unit"]))
    for hit in _MEASURE.finditer(statement):
        units = there.get(hit["number"])
        if units and _unit(hit["unit"]) not in units:
            return hit[0], f"{hit['number']} {sorted(units)[0]}"
    return None


def _unit(written: str) -> str:
    low = written.lower()
    bare = low[:-1] if len(low) > 2 and low.endswith("s") else low
    return _UNITS.get(bare, bare)


def _stands(number: str, text: str) -> bool:
    # Its digits may stand in groups there.
    spelled = ",?".join(re.findall(r"\d{1,3}(?=(?:\d{3})*$)", number)) if number.isdigit() else re.escape(number)
    return re.search(rf"(?<![\d.]){spelled}(?!\d|\.\d)", text) is not None


def _numbers(text: str) -> list[tuple[str, str, tuple[str, str]]]:
    """Numbers with their unit and the telling words right before and behind."""
    found = []
    lines = line_numbers(text)
    for hit in _NUMBER.finditer(text):
        if hit["number"] in lines:
            continue
        unit = (hit["unit"] or "").strip().lower()
        before = _WORD.findall(text[max(0, hit.start() - 30) : hit.start()])[-1:]
        behind = _WORD.match(text[hit.end() :].lstrip())
        beside = (stem(before[0].lower()) if before else "", stem(behind[0].lower()) if behind else "")
        found.append((hit["number"], unit, (_telling(beside[0]), _telling(beside[1]))))
    return found


def _telling(word: str) -> str:
    return word if content(word) else ""


def things(text: str) -> tuple[str, ...]:
    """What a text calls by a name of its own: identifiers, paths, flags, words with a capital, short quoted names."""
    quoted = (hit["name"].strip() for hit in _QUOTED.finditer(text))
    found = [*names(text), *_CAPITAL.findall(text)]
    found += [name for name in quoted if name and len(name.split()) <= _LONGEST_QUOTED]
    return tuple(dict.fromkeys(name.strip(" ()\"'`.,").lower() for name in found))


def replaced_name(statement: str, passage: str, bare: str) -> tuple[str, str] | None:
    """A name of the statement, where none of its names stands anywhere and the passage has others in their place.

    ``bare`` is everything that was kept, squeezed.
    """
    said = [name for name in things(statement) if _is_name(name)]
    if not said or any(squeezed(step) in bare for name in said for step in (name, name.rsplit("/", 1)[-1])):
        return None
    if not _about_the_same(statement, passage, said):
        return None
    here = squeezed(statement)
    others = [name for name in things(passage) if _is_name(name) and squeezed(name) not in here]
    return (said[0], others[0]) if others else None


_SAME = 0.6


def _about_the_same(statement: str, passage: str, said: list[str]) -> bool:
    """Whether the words around the names are the same."""
    inside = {word for name in said for word in content(name)}
    around = [word for word in content(statement) if word not in inside]
    return not around or containment(around, stems_of(passage)) >= _SAME


def _is_name(name: str) -> bool:
    return not any(map(str.isspace, name)) and name not in _VALUES and any(map(str.isalpha, name))


_VALUES = frozenset({"true", "false", "null", "none", "nil", "undefined"})
