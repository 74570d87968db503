"""Settings that others write to, changed in place: every byte that is not ours stays where it is, or nothing is done.

A container (object or list) that was there before is filled right behind its bracket; one of ours has a blank there.
So what is taken out again leaves an empty one of somebody else as it was.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_BLANKS = re.compile(r"[ \t\r\n]*")
START_OF_BLOCK, _END = "# Hooks of the inspector, begin", "# Hooks of the inspector, end"
_GROUP = 3
"""How deep a group of hooks lies: settings, hooks, event, group."""
_BLOCK = re.compile(rf"(\r?\n)?{START_OF_BLOCK}.*?{_END}(?:\r?\n|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Part:
    """A member of an object or a list in a text: half-open characters of its whole and of its value."""

    name: str
    start: int
    at: int
    end: int


def with_hooks(text: str, groups: Mapping[str, Any]) -> str:
    """JSON settings with one more group at the end of each event's list. Raises ValueError for what it cannot keep."""
    if not text.strip():
        return text + _written({"hooks": {event: [group] for event, group in groups.items()}}, "  ", "\n", 0)
    unit, line = _indent(text), "\r\n" if "\r\n" in text else "\n"
    for event, group in groups.items():
        root = _members(text, _begin(text), "{")
        hooks = _named(root, "hooks")
        if hooks is None:
            text = _added(text, _begin(text), root, ("hooks", {event: [group]}), unit, line, 1)
            continue
        events = _members(text, hooks.at, "{")
        held = _named(events, event)
        if held is None:
            text = _added(text, hooks.at, events, (event, [group]), unit, line, 2)
        else:
            text = _added(text, held.at, _members(text, held.at, "["), ("", group), unit, line, 3)
    json.loads(text)
    return text


def without_hooks(text: str, is_ours: Callable[[Any], bool]) -> str:
    """JSON settings without the hooks that are ours, and without what was made for them. Raises ValueError."""
    while text.strip() and (found := _ours(text, is_ours)) is not None:
        text = _taken_out(text, found)
    return text


def with_block(text: str, block: str) -> str:
    """TOML settings with a block of ours at the end. Raises ValueError where it does not go with what stands there."""
    line = "\r\n" if "\r\n" in text else "\n"
    told = f"{text}\n{START_OF_BLOCK}; inspector hook uninstall takes it out\n{block}{_END}\n"
    told = text + told[len(text) :].replace("\n", line)
    tomllib.loads(told)
    return told


def without_block(text: str) -> str:
    """TOML settings without it, each line of which stays one."""

    def left(block: re.Match[str]) -> str:
        before, after = block.start(), block.end()
        is_between = before and text[before - 1] != "\n" and after < len(text)
        return (block[1] or "") if is_between else ""

    return _BLOCK.sub(left, text)


def _begin(text: str) -> int:
    found = _BLANKS.match(text)
    assert found is not None, "nothing is a match, too"
    return found.end()


def _members(text: str, start: int, bracket: str) -> list[_Part]:
    """What an object or a list holds. Raises ValueError where none begins there, and for names that come twice."""
    if text[start : start + 1] != bracket:
        raise ValueError(f"there is no {'object' if bracket == '{' else 'list'} where one has to be")
    decoder, parts = json.JSONDecoder(), list[_Part]()
    place = _skip(text, start + 1)
    while text[place : place + 1] not in ("}", "]", ""):
        first, name = place, ""
        if bracket == "{":
            name, place = decoder.raw_decode(text, place)
            place = _skip(text, place)
            if text[place : place + 1] != ":":
                raise ValueError("a name has no value")
            place = _skip(text, place + 1)
        _, end = decoder.raw_decode(text, place)
        parts.append(_Part(name, first, place, end))
        place = _skip(text, end)
        if text[place : place + 1] == ",":
            place = _skip(text, place + 1)
    names = [part.name for part in parts if part.name]
    if len(set(names)) < len(names):
        raise ValueError("a name stands there twice")
    return parts


def _skip(text: str, place: int) -> int:
    found = _BLANKS.match(text, place)
    assert found is not None, "nothing is a match, too"
    return found.end()


def _named(parts: Sequence[_Part], name: str) -> _Part | None:
    return next((part for part in parts if part.name == name), None)


def _added(
    text: str, start: int, parts: Sequence[_Part], what: tuple[str, Any], unit: str, line: str, depth: int
) -> str:
    """A text with one more member at the end of a container that begins at ``start``."""
    name, value = what
    told = (f"{json.dumps(name)}: " if name else "") + _written(value, unit, line, depth)
    if not parts:
        return f"{text[: start + 1]}{told}{text[start + 1 :]}"
    end = parts[-1].end
    return f"{text[:end]},{text[start + 1 : parts[0].start]}{told}{text[end:]}"


def _written(value: Any, unit: str, line: str, depth: int) -> str:
    # Even without an indent, a new line behind each bracket tells a container of ours.
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", f"{line}{unit * depth}")


def _indent(text: str) -> str:
    """By what the first member is indented; "" for settings in one line."""
    found = re.match(r"\s*\{[ \t]*\r?\n([ \t]+)\S", text)
    return found[1] if found else "" if "\n" not in text.strip() and text.strip() != "{}" else "  "


def _ours(text: str, is_ours: Callable[[Any], bool]) -> Sequence[tuple[int, int, _Part]] | None:
    """The path to the first hook of ours: of each container its brackets, and the member that leads on."""
    start = _begin(text)
    for hooks in _hooks(_members(text, start, "{")):
        for event in _members(text, hooks.at, "{"):
            if text[event.at : event.at + 1] != "[":
                continue
            for group in _members(text, event.at, "["):
                for held in _lists(text, group):
                    for run in _members(text, held.at, "["):
                        if is_ours(json.loads(text[run.at : run.end])):
                            outer = (start, len(text.rstrip()), hooks), (hooks.at, hooks.end, event)
                            inner = (event.at, event.end, group), (group.at, group.end, held)
                            return (*outer, *inner, (held.at, held.end, run))
    return None


def _hooks(parts: Sequence[_Part]) -> Iterator[_Part]:
    yield from (part for part in parts if part.name == "hooks")


def _lists(text: str, group: _Part) -> Iterator[_Part]:
    if text[group.at : group.at + 1] == "{":
        for held in _hooks(_members(text, group.at, "{")):
            if text[held.at : held.at + 1] == "[":
                yield held


def _taken_out(text: str, path: Sequence[tuple[int, int, _Part]]) -> str:
    """A text without the last member of a path, and without the containers that were made for it alone."""
    for depth, (start, end, part) in reversed(list(enumerate(path))):
        parts = _members(text, start, text[start])
        place = next(place for place, one in enumerate(parts) if one.start == part.start)
        if depth == _GROUP:
            # What stands beside its hooks says when they run.
            continue
        if place:
            return text[: parts[place - 1].end] + text[part.end :]
        if len(parts) > 1:
            return text[: part.start] + text[parts[1].start :]
        if depth < _GROUP and text[start + 1].strip():
            return text[: start + 1] + text[part.end :]
        if depth == 0:
            return text[:start] + text[end:]
    return text
