"""To-do lists as the agents' own tools write them: whole lists, or one entry at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from inspector.model import Item, ItemKind, Session
from inspector.read.bodies import Bodies
from inspector.read.tools import ToolKind, tool_kind
from inspector.read.values import as_dict, as_list, as_text, parsed
from inspector.reconstruct.state.nouns import Mention, StateKind

_OWN_NAMES = frozenset({"SetTodoList", "TodoList"})
_FIELDS = ("todos", "plan", "items", "task_list")
_NAMES = ("content", "description", "step", "title", "subject", "text")
_CLOSED = frozenset({"completed", "complete", "done", "cancelled", "deleted"})
_NUMBER = re.compile(r"#(\d+)")


def is_todo(tool: str) -> bool:
    """Whether a tool writes the agent's to-do list."""
    return tool in _OWN_NAMES or tool_kind(tool) is ToolKind.TODO


def that_worked(session: Session) -> Iterator[Item]:
    """The items of the main thread, without calls that failed: these changed nothing."""
    failed = {item.call_id for item in session.items if item.error and item.kind is ItemKind.TOOL_RESULT} - {""}
    for item in session.items:
        if not item.thread and not (item.kind is ItemKind.TOOL_CALL and item.call_id in failed):
            yield item


class TodoList:
    """The open entries so far. A whole list closes what it leaves out; a single entry is known by its number."""

    def __init__(self) -> None:
        self._open: dict[str, None] = {}
        self._asked: dict[str, str] = {}
        self._numbers: dict[str, str] = {}

    def read(self, item: Item, bodies: Bodies) -> Iterator[Mention]:
        """What a call, or the result of one, says of the list."""
        if item.kind is ItemKind.TOOL_RESULT:
            subject = self._asked.pop(item.call_id, "")
            found = _NUMBER.search(bodies.text(item)) if subject and not item.error else None
            if found:
                self._numbers[found[1]] = subject
            return
        value = as_dict(parsed(bodies.value(item.source)))
        if item.tool == "TaskCreate":
            subject = as_text(value.get("subject"))
            if subject:
                self._asked[item.call_id] = subject
                yield Mention(item.number, StateKind.TODO, subject, by_agent=True)
        elif item.tool == "TaskUpdate":
            subject = self._numbers.get(as_text(value.get("taskId")), "")
            if subject:
                closed = as_text(value.get("status")) in _CLOSED
                yield Mention(item.number, StateKind.TODO, subject, drop=closed, by_agent=True)
        else:
            yield from self._whole(item, value)

    def _whole(self, item: Item, value: dict[str, Any]) -> Iterator[Mention]:
        if not any(key in value for key in _FIELDS):
            return  # it only asks for the list
        listed = next((found for key in _FIELDS if (found := as_list(parsed(value.get(key))))), [])
        entries = {_name(one): as_text(one.get("status")) for one in map(as_dict, listed)}
        now = {name: None for name, status in entries.items() if name and status.lower() not in _CLOSED}
        for name in self._open:
            if name not in now:
                yield Mention(item.number, StateKind.TODO, name, drop=True, by_agent=True)
        for name in now:
            yield Mention(item.number, StateKind.TODO, name, by_agent=True)
        self._open = now


def _name(entry: dict[str, Any]) -> str:
    return next((text for key in _NAMES if (text := as_text(entry.get(key)))), "")
