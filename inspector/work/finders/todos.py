"""The to-do list as it stood last: every entry with its state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from inspector.model import FactKind, Item
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text
from inspector.text.normal import text_form
from inspector.work.finders.finder import Finder
from inspector.work.ledger import Ledger
from inspector.work.steps import Step, in_text

_LISTS = ("todos", "plan", "items", "tasks", "todoList", "task_list")
_WORDS = ("content", "step", "title", "subject", "description", "text")
_STATES = {
    "completed": "done",
    "complete": "done",
    "done": "done",
    "in_progress": "under way",
    "in-progress": "under way",
    "active": "under way",
    "cancelled": "dropped",
    "deleted": "dropped",
}
_CREATED = re.compile(r"[Tt]ask #?(\d+) created")


@dataclass(slots=True)
class _Entry:
    words: str
    state: str
    item: Item
    text: str
    place: tuple[int, int]


def written_list(arguments: Mapping[str, Any]) -> list[Any] | None:
    """The list that a call writes whole; None where it writes none."""
    listed = next((arguments[key] for key in _LISTS if isinstance(arguments.get(key), list)), None)
    # Who only looks at the list may send an empty one along.
    return None if listed == [] and arguments.get("command") == "view" else listed


def words_of(entry: Mapping[str, Any]) -> str:
    """What an entry of a list says is to be done."""
    return next((as_text(entry[key]) for key in _WORDS if as_text(entry.get(key))), "")


class Todos(Finder):
    """One fact per entry of the latest list; an open entry is a question."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}

    def look(self, step: Step, ledger: Ledger) -> None:
        """Take over a new list, or one entry made or changed."""
        if step.kind is not ToolKind.TODO or step.failed:
            return
        arguments = as_dict(step.arguments)
        listed = written_list(arguments)
        if listed is not None:
            self._entries = {}
            start = 0
            for place, entry in enumerate(listed, 1):
                start = self._take(str(place), entry, step, start)
            return
        number = as_text(arguments.get("taskId")) or as_text(arguments.get("task_id"))
        if number and number in self._entries:
            state = as_text(arguments.get("status"))
            if state:
                self._entries[number].state = _STATES.get(state, "open")
        elif not number:
            made = _CREATED.search(step.output)
            if made:
                self._take(made[1], arguments, step, 0)

    def finish(self, ledger: Ledger) -> None:
        """Note the list as it stands."""
        for entry in self._entries.values():
            if entry.state != "dropped":
                ledger.note(
                    "todos",
                    FactKind.FINDING if entry.state == "done" else FactKind.QUESTION,
                    text_form(entry.words),
                    entry.item,
                    entry.place,
                    entry.text,
                    action=entry.state,
                    statement=f"{entry.words} ({entry.state})",
                )

    def _take(self, number: str, entry: Any, step: Step, start: int) -> int:
        held = as_dict(entry)
        words = words_of(held)
        place = in_text(step.text, words, start) if len(words) > 3 else None
        if place is None:
            return start
        state = _STATES.get(as_text(held.get("status")), "open")
        self._entries[number] = _Entry(words, state, step.item, step.text, place)
        return place[1]
