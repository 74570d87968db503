"""The parts of requests. Each request of a series holds all of the one before it, which is looked at once.

Messages that are equal, at the same place, give the same parts; comparing them costs a fraction of taking them
apart, and a long series holds its first message a hundred times.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from inspector.model import ItemKind
from inspector.read.adapter import Record
from inspector.read.api.dialects import BY_PROVIDER, Dialect, held
from inspector.read.api.exchange import Body
from inspector.read.api.messages import message_parts, system_parts, text_part, tool_part
from inspector.read.api.responses import content_parts, item_parts
from inspector.read.prefix import Part
from inspector.read.values import as_dict, as_list

_RECENT = 4
"""Requests remembered: an agent's own and those of subagents beside it come by turns."""


class Asked(NamedTuple):
    """A list of messages as it was sent, and the parts of each."""

    dialect: Dialect
    base: str
    hold: bool
    messages: Sequence[Any]
    parts: list[list[Part]]


class Requests:
    """Takes requests apart, in the order in which they were sent."""

    def __init__(self) -> None:
        self.tools: dict[str, str] = {}
        """Names of calls, by their ids; answers teach them, too."""
        self._recent: deque[Asked] = deque(maxlen=_RECENT)

    def parts(self, dialect: Dialect, body: Body) -> list[Part]:
        """The whole context of a request, in order."""
        parts = [*held(body, _opening(body.value, body.pointer))]
        for message in self._listed(dialect, body):
            parts += message
        return _since_compaction(parts) if dialect is Dialect.ANTHROPIC and not body.in_force else parts

    def _listed(self, dialect: Dialect, body: Body) -> list[list[Part]]:
        make: Callable[[Any, str, dict[str, str]], Iterator[Part]]
        if dialect is Dialect.GEMINI:
            name, make = "contents", content_parts
        elif dialect in (Dialect.RESPONSES, Dialect.COMPACT):
            name, make = "input", item_parts
        else:
            name, make = "messages", message_parts
        listed = body.value.get(name)
        base = body.pointer if body.bare else f"{body.pointer}/{name}"
        if isinstance(listed, str):
            return [[*held(body, [text_part(listed, "user", base)])]]
        messages = as_list(listed)
        known, shared = self._known(dialect, base, body.hold, messages)
        if known and shared == len(known.messages):
            self._recent.remove(known)
        parts = known.parts[:shared] if known else []
        for index in range(shared, len(messages)):
            parts.append([*held(body, make(messages[index], f"{base}/{index}", self.tools))])
        self._recent.appendleft(Asked(dialect, base, body.hold, messages, parts))
        return parts

    def _known(self, dialect: Dialect, base: str, hold: bool, messages: Sequence[Any]) -> tuple[Asked | None, int]:
        """The remembered list that shares most with this one at its start, and how many messages that is."""
        best, most = None, 0
        for asked in self._recent:
            if (asked.dialect, asked.base, asked.hold) != (dialect, base, hold):
                continue
            shared = _alike(asked.messages, messages)
            if shared > most:
                best, most = asked, shared
            if shared == len(asked.messages):
                break
        return best, most


def _alike(old: Sequence[Any], new: Sequence[Any]) -> int:
    shared = 0
    try:
        while shared < min(len(old), len(new)) and old[shared] == new[shared]:
            shared += 1
    except RecursionError:
        pass  # nested as only damage is
    return shared


def _opening(body: Record, base: str) -> Iterator[Part]:
    """The system prompt and the definitions of tools."""
    for name in ("system", "instructions"):
        if body.get(name):
            yield from system_parts(body[name], f"{base}/{name}")
    for name in ("systemInstruction", "system_instruction"):
        if body.get(name):
            parts = as_dict(body[name]).get("parts")
            yield from system_parts(parts or body[name], f"{base}/{name}{'/parts' if parts else ''}")
    for name in ("tools", "functions"):
        definitions = tool_part(body.get(name), f"{base}/{name}")
        if definitions:
            yield definitions


def _since_compaction(parts: list[Part]) -> list[Part]:
    """Without what the provider leaves out: everything before the last compaction block that worked."""
    last = max((place for place, part in enumerate(parts) if part.detail in BY_PROVIDER), default=-1)
    if last < 0:
        return parts
    return [part for part in parts[:last] if part.kind is ItemKind.INSTRUCTIONS] + parts[last:]
