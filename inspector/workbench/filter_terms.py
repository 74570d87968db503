"""The operators of the filter language, one table row each; help and completion are made from it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fnmatch import translate

from inspector.model import Item, ItemKind, Origin


@dataclass(frozen=True, slots=True)
class ItemView:
    """What a filter may ask of one item. Unknown is None or ""."""

    item: Item
    tokens: int | None = None
    segment: int = 0
    """Number of compactions before it."""
    marked: bool = False
    path: str = ""
    """The file that a tool call, or the call behind a tool result, names."""
    signs: frozenset[str] = frozenset()
    """What it has to do with losses: see ``consequences``."""
    text: Callable[[], str] | None = None
    """Reads the whole text; without it, words are looked for in the preview."""


Test = Callable[[ItemView], bool]


@dataclass(frozen=True, slots=True)
class Operator:
    """One word of the language: ``name:value``, or a bare ``name`` when it is a flag."""

    name: str
    help: str
    example: str
    compile: Callable[[str], Test]
    """From one value to its test. Raises ValueError that says what was expected."""
    values: tuple[str, ...] = ()
    """The values it can have, where they are few."""
    flag: bool = False


def words(value: str) -> Test:
    """Whether a text contains ``value``, capitals or not."""
    wanted = value.casefold()

    def test(view: ItemView) -> bool:
        item = view.item
        if wanted in item.preview.casefold() or (item.tool and wanted in item.tool.casefold()):
            return True
        return view.text is not None and wanted in view.text().casefold()

    return test


def _choice(names: tuple[str, ...], of: Callable[[Item], str]) -> Callable[[str], Test]:
    def compiled(value: str) -> Test:
        fits = re.compile(translate(value.lower())).match
        wanted = frozenset(name for name in names if fits(name))
        if not wanted:
            raise ValueError(f"one of {', '.join(names)}")
        return lambda view: of(view.item) in wanted

    return compiled


def _glob(of: Callable[[Item], str]) -> Callable[[str], Test]:
    def compiled(value: str) -> Test:
        fits = re.compile(translate(value), re.IGNORECASE).match
        return lambda view: fits(of(view.item)) is not None

    return compiled


def _path(value: str) -> Test:
    # Patterns name the end of a path, as people do: auth/*.py fits /repo/src/auth/login.py.
    pattern = value.replace("\\", "/").removeprefix("./")
    fits = re.compile("(?:.*/)?" + translate(pattern + "*" if pattern.endswith("/") else pattern)).match
    return lambda view: bool(view.path) and fits(view.path.replace("\\", "/")) is not None


_NUMBER = re.compile(r"(\d+(?:\.\d+)?)([kKmM]?)")
_SCALE = {"": 1, "k": 1_000, "m": 1_000_000}
_NUMBER_EXPECTED = "a number such as 800, >2k, <=1.5M or 100..500"


def _number(text: str) -> float:
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError(_NUMBER_EXPECTED)
    return float(match[1]) * _SCALE[match[2].lower()]


def _numeric(of: Callable[[ItemView], int | None]) -> Callable[[str], Test]:
    def compiled(value: str) -> Test:
        low, high = _bounds(value)

        def test(view: ItemView) -> bool:
            number = of(view)
            return number is not None and low <= number <= high

        return test

    return compiled


def _bounds(value: str) -> tuple[float, float]:
    # Tokens, lines and numbers are whole, so that "over 2k" is the range from 2,001.
    if ".." in value:
        low, high = value.split("..", 1)
        if not low and not high:
            raise ValueError(_NUMBER_EXPECTED)
        return (_number(low) if low else 0), (_number(high) if high else float("inf"))
    for sign in (">=", "<=", ">", "<"):
        if value.startswith(sign):
            number = _number(value[len(sign) :])
            if sign[0] == ">":
                return (number if sign == ">=" else number + 1), float("inf")
            return 0, (number if sign == "<=" else number - 1)
    number = _number(value)
    return number, number


_CLOCK = re.compile(r"\d{2}:\d{2}(:\d{2})?")
_DAY = re.compile(r"\d{4}-\d{2}(-\d{2}([T ]\d{2}(:\d{2}(:\d{2})?)?)?)?")
_TIME_EXPECTED = "a UTC time such as 2026-01-05, 14:30, >2026-01-05T14:30 or 14:30..15:00"


def _moment(text: str) -> tuple[slice, str]:
    """Which part of a recorded time to compare, and with what."""
    if _CLOCK.fullmatch(text):
        return slice(11, 11 + len(text)), text
    if _DAY.fullmatch(text):
        return slice(0, len(text)), text.replace(" ", "T")
    raise ValueError(_TIME_EXPECTED)


def _time(value: str) -> Test:
    low, high = value.split("..", 1) if ".." in value else (value, value)
    sign = re.match("[<>]=?", value)
    if sign:
        bare = value[sign.end() :]
        low, high = (bare, "") if sign[0][0] == ">" else ("", bare)
    if not low and not high:
        raise ValueError(_TIME_EXPECTED)
    bounds = [_moment(part) if part else None for part in (low, high)]
    strict = bool(sign) and len(value[: sign.end()] if sign else "") == 1

    def test(view: ItemView) -> bool:
        time = view.item.time
        if not time:
            return False
        for bound, below in zip(bounds, (False, True), strict=True):
            if bound is not None:
                part = time[bound[0]]
                if part == bound[1]:
                    if strict:
                        return False
                elif (part > bound[1]) is below:
                    return False
        return True

    return test


_SEGMENT = re.compile(r"[cC]?(\d+)")
_SEGMENT_EXPECTED = "compactions such as C2 (from C2 to the next), C2..C3, C2.. or ..C1"


def _segment(value: str) -> Test:
    def number(text: str) -> int:
        match = _SEGMENT.fullmatch(text)
        if match is None:
            raise ValueError(_SEGMENT_EXPECTED)
        return int(match[1])

    if ".." not in value:
        only = number(value)
        return lambda view: view.segment == only
    low, high = value.split("..", 1)
    if not low and not high:
        raise ValueError(_SEGMENT_EXPECTED)
    first = number(low) if low else 0
    after = number(high) if high else None
    if after is not None and after <= first:
        raise ValueError(f"{_SEGMENT_EXPECTED}; the second must come later")
    return lambda view: view.segment >= first and (after is None or view.segment < after)


def check_there(value: str, compactions: int | None) -> None:
    """Raise ValueError where a value of ``in:`` names a compaction that the session does not have."""
    if compactions is not None and any(int(number) > compactions for number in re.findall(r"\d+", value)):
        names = "C1" if compactions == 1 else f"C1 to C{compactions}"
        raise ValueError(f"a compaction of this session: {names if compactions else 'it has none'}")


def _thread(value: str) -> Test:
    fits = re.compile(translate("" if value.lower() == "main" else value), re.IGNORECASE).match
    return lambda view: fits(view.item.thread) is not None


def _sign(name: str) -> Callable[[str], Test]:
    return lambda value: lambda view: (value or name) in view.signs


_KINDS = tuple(kind.value for kind in ItemKind)
_ORIGINS = tuple(origin.value for origin in Origin)

OPERATORS: tuple[Operator, ...] = (
    Operator("kind", "What the item is to the model.", "kind:tool_*", _choice(_KINDS, lambda i: i.kind.value), _KINDS),
    Operator("origin", "Whose words it holds.", "origin:human", _choice(_ORIGINS, lambda i: i.origin.value), _ORIGINS),
    Operator("tool", "The tool called, or that answered.", "tool:Bash|Edit", _glob(lambda item: item.tool)),
    Operator("path", "The file that a tool call names, by the end of its path.", "path:auth/*.py", _path),
    Operator(
        "tokens", "Its tokens; items that cannot be counted never fit.", "tokens:>2k", _numeric(lambda v: v.tokens)
    ),
    Operator("in", "Between compactions: C2 is from the second to the next.", "in:C2..C3", _segment),
    Operator("item", "Its number.", "item:400..500", _numeric(lambda view: view.item.number)),
    Operator("line", "Its line in the log.", "line:>100", _numeric(lambda view: view.item.source.line)),
    Operator("time", "When it was written, in UTC.", "time:14:30..15:00", _time),
    Operator("detail", "How it came in.", "detail:typed", _glob(lambda item: item.detail)),
    Operator("thread", "The subagent it belongs to, or main.", "thread:main", _thread),
    Operator("error", "A tool or the provider failed.", "error", lambda _: lambda view: view.item.error, flag=True),
    Operator("marked", "You marked it.", "marked", lambda _: lambda view: view.marked, flag=True),
    Operator("lost", "It says what a compaction lost or changed.", "lost", _sign("lost"), flag=True),
    Operator("repeated", "It was done, asked or said before.", "repeated", _sign("repeated"), flag=True),
    Operator("fact", "It says or keeps the fact with this id.", "fact:61a915b9502b14f5", _sign("")),
)
