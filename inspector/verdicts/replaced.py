"""Numbers and names that another one stands in the place of: port 9090 for port 8080, B() for A()."""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet

from inspector.text.difference import line_numbers, names, ungrouped
from inspector.text.normalise import squeezed
from inspector.text.similarity import containment, content, stem, words
from inspector.text.wording import wording

_NUMBER = re.compile(
    r"(?<![\w.,/#:-])v?(?P<number>\d+(?:[.,]\d+)*)(?P<unit>\s?%|[a-z]{1,3}\b)?(?![\w/:-]|\.\d)", re.IGNORECASE
)
_MARK = re.compile(r"^\s*(?:\d+[.)]|[-*•])\s+")
_WORD = re.compile(r"[^\W\d_]+")
_CALL = re.compile(r"(?<![\w.])[A-Za-z_]\w*\(\)")
_QUOTED = re.compile(r"[\"“'`](?P<name>[\w.@/ -]{1,40}?)[\"”'`](?!\w)")
_FLAG = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
_VERSION = re.compile(r"\bv?\d+\.\d+(?:\.\d+)*\b")
_CAPITAL = re.compile(r"(?<=[a-z,0-9] )[A-Z][A-Za-z0-9]{2,}\b")
"""A word with a capital that opens no sentence."""
_NUMBERED = re.compile(r"\b[a-z]+(?:-[a-z0-9]+){0,8}-\d+\b")
_LONGEST_QUOTED = 3
_ASIDE = re.compile(r"(?<=\s)\([^()\n]*\)")


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


_NO_NAME = re.compile(r"\s|^#?\d{1,3}$")
_LETTER = re.compile(r"[^\W\d]")
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
    plain = _MARK.sub("", text)
    lines = line_numbers(plain)
    for hit in _NUMBER.finditer(plain):
        if hit["number"] in lines:
            continue
        unit = (hit["unit"] or "").strip().lower()
        before = _WORD.findall(plain[max(0, hit.start() - 30) : hit.start()])[-1:]
        behind = _WORD.match(plain[hit.end() :].lstrip())
        beside = (stem(before[0].lower()) if before else "", stem(behind[0].lower()) if behind else "")
        found.append((hit["number"], unit, (_telling(beside[0]), _telling(beside[1]))))
    return found


def _telling(word: str) -> str:
    return word if content(word) else ""


def things(text: str) -> tuple[str, ...]:
    """What a text calls by a name of its own: identifiers, calls, paths, flags, versions, short quoted names."""
    quoted = (hit["name"].strip() for hit in _QUOTED.finditer(text))
    found = [*names(text), *_CALL.findall(text), *_FLAG.findall(text), *_VERSION.findall(text)]
    found += [*_CAPITAL.findall(text), *_NUMBERED.findall(text)]
    found += [name for name in quoted if name and len(name.split()) <= _LONGEST_QUOTED]
    return tuple(dict.fromkeys(name.strip(" ()\"'`.,").lower() for name in found))


def replaced_choice(statement: str, passage: str, anywhere: AbstractSet[str]) -> tuple[str, str] | None:
    """A word of the statement that stands nowhere, and the one of its sort in its place: Friday for Monday.

    ``anywhere`` are the stems of everything that was kept. None where either text has several words of the sort.
    """
    said, there = _singular(statement), _singular(passage)
    for sort in wording().sorts:
        ours, others = sort & said, sort & there
        if len(ours) == len(others) == 1 and not {stem(form) for one in ours for form in (one, one + "s")} & anywhere:
            return min(ours), min(others)
    return None


def _singular(text: str) -> frozenset[str]:
    """Words but for a last s, as days may be told: Mondays, montags."""
    return frozenset(word.rstrip("s") for word in words(text))


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


def missing_names(statement: str, passage: str, bare: str) -> tuple[tuple[str, ...], int]:
    """The names of a statement that stand nowhere, and how many others do; none where the passage says other things.

    ``bare`` is everything that was kept, squeezed. What stands in brackets explains, and may be left out.
    """
    said = [name for name in things(_ASIDE.sub(" ", statement)) if _is_name(name)]
    gone = tuple(name for name in said if not any(squeezed(step) in bare for step in _steps(name)))
    if not gone or not _about_the_same(statement, passage, said):
        return (), 0
    # What a sentence is about comes first; without it the names that are left are only its surroundings.
    if gone[0] == said[0] and (len(said) == len(gone) or not _are_joined(statement, said[0], said[1])):
        return (), 0
    return gone, len(said) - len(gone)


def _steps(name: str) -> tuple[str, ...]:
    """What of a name is enough to know it by: the file of a path, the function of a call."""
    called = name.partition("(")[0].rstrip(".")
    return name, name.rsplit("/", 1)[-1], called.rsplit(".", 1)[-1] if "(" in name else name


def _are_joined(statement: str, one: str, other: str) -> bool:
    """Whether two names stand in one list."""
    low = statement.lower()
    between = low[low.find(one) + len(one) : max(0, low.find(other))]
    return bool(re.fullmatch(r"[`\"'\s,()]*(?:(?:and|or|und|&|/|,)[`\"'\s]*)+", between))


_SAME = 0.6


def _about_the_same(statement: str, passage: str, said: list[str]) -> bool:
    """Whether the words around the names are the same."""
    inside = {word for name in said for word in content(name)}
    around = [word for word in content(statement) if word not in inside]
    return not around or containment(around, set(content(passage))) >= _SAME


def _is_name(name: str) -> bool:
    return not _NO_NAME.search(name) and name not in _VALUES and _LETTER.search(name) is not None


_VALUES = frozenset({"true", "false", "null", "none", "nil", "undefined"})
