"""What the work before a compaction left to be seen: test runs, errors, the to-do list, commits, pushes, replies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.facts.extractor import Segment
from inspector.facts.finders.todos import words_of, written_list
from inspector.facts.work import Step, steps
from inspector.model import Item, ItemKind, Origin
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_list, as_text
from inspector.text.similarity import content
from inspector.verdicts.claim_words import at_line
from inspector.verdicts.runs_of_tests import Run, test_runs

_CREATED = re.compile(r"[Tt]ask #?(\d+) created")
_COMMITTED = re.compile(r"^\[[^\]\n]*?\b([0-9a-f]{7,40})\]", re.MULTILINE)
_MERGED = re.compile(r"\bgit merge (?:--?(?!abort)\S+ )*(?:origin/)?([\w.-]+/[\w./-]+)")
_REPLY = re.compile(r"/replies\b[^\n]*?\bbody=(.*)")
_HASH = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{7,40}\b")
_DONE = frozenset({"completed", "complete", "done"})
_GONE = frozenset({"cancelled", "deleted"})


@dataclass(slots=True)
class Todo:
    """One entry of the agent's own list."""

    number: str
    words: str
    state: str
    """As the list says it: pending, in_progress, completed, …"""
    item: Item
    """Where that was last said."""

    @property
    def is_open(self) -> bool:
        """Whether it is neither done nor dropped."""
        return self.state not in _DONE and self.state not in _GONE


class WorkRecord:
    """The work of one segment."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The calls since the compaction before with their results, in order of the log."""
        found = [step for step in steps(self._segment.items, self._segment.read) if step.kind]
        return tuple(sorted(found, key=lambda step: step.item.number))

    @property
    def worked(self) -> bool:
        """Whether any tool was used."""
        return any(item.kind is ItemKind.TOOL_RESULT for item in self._segment.items)

    @cached_property
    def runs(self) -> tuple[Run, ...]:
        """The test runs, in order."""
        return tuple(test_runs(self.steps))

    @cached_property
    def errors(self) -> tuple[Step, ...]:
        """The commands and edits that failed; a look that finds nothing and a step turned down are no errors."""
        return tuple(
            step for step in self.steps if step.failed and step.kind in _CHANGES and not step.looks and not step.refused
        )

    @cached_property
    def todos(self) -> tuple[Todo, ...]:
        """The agent's list as it stood last."""
        found: dict[str, Todo] = {}
        for step in self.steps:
            if step.kind is ToolKind.TODO and not step.failed:
                _note(step, found)
        return tuple(found.values())

    @cached_property
    def commits(self) -> dict[str, Item]:
        """Commits made → where each was made."""
        made: dict[str, Item] = {}
        for step in self.steps:
            if "git commit" in step.command and step.result is not None:
                made.update(dict.fromkeys(_COMMITTED.findall(step.output), step.result))
        return made

    @cached_property
    def merges(self) -> dict[str, Item]:
        """Branches with a name of several parts that were merged without a conflict → where."""
        made: dict[str, Item] = {}
        for step in self.steps:
            if step.result is not None and not step.failed and "CONFLICT" not in step.output:
                made.update(dict.fromkeys(_MERGED.findall(step.command), step.result))
        return made

    def pushed_after(self, number: int) -> bool:
        """Whether an item was followed by a push that did not fail; one call may commit and push."""
        return any(
            "push" in step.command and not step.failed and step.result is not None and step.result.number >= number
            for step in self.steps
        )

    @cached_property
    def uncommitted(self) -> Item | None:
        """The first change of a file of the project that follows the last commit, or None where none is known."""
        changed: Item | None = None
        committed = False
        for step in self.steps:
            if step.kind in (ToolKind.EDIT, ToolKind.CREATE) and not step.failed and self._is_ours(step.path):
                changed = changed or step.item
            elif "git commit" in step.command and not step.failed:
                changed, committed = None, True
        return changed if committed else None

    def _is_ours(self, path: str) -> bool:
        """Whether a path lies in the session's folder, in no folder or file that is hidden."""
        folder = self._segment.session.cwd.rstrip("/") + "/"
        return len(folder) > 1 and path.startswith(folder) and "/." not in path[len(folder) - 1 :]

    @cached_property
    def bare_replies(self) -> tuple[Item, ...]:
        """The replies to comments of a review that name no commit, among others that do."""
        bare, naming = [], False
        for step in self.steps:
            for body in _REPLY.findall(step.command):
                if _HASH.search(body):
                    naming = True
                else:
                    bare.append(step.item)
        return tuple(bare) if naming else ()

    @cached_property
    def last_unheard(self) -> Item | None:
        """The human's last message, where the agent neither said nor did anything after it."""
        for item in reversed(self._segment.items):
            if item.kind in (ItemKind.ASSISTANT, ItemKind.TOOL_CALL, ItemKind.TOOL_RESULT):
                return None
            if item.origin is Origin.HUMAN and item.kind is ItemKind.USER and item.detail in _SPOKEN:
                return item
        return None

    def place(self, item: Item) -> str:
        """Where an item stands, in words; what was kept may have come while the summary was being written."""
        where = at_line(item.source.line, item.number)
        return f"{where}, kept beside the summary" if item.number in self._segment.compaction.kept else where


_CHANGES = (ToolKind.RUN, ToolKind.EDIT, ToolKind.CREATE)
_SPOKEN = frozenset({"typed", "queued", "feedback", "plan_feedback", "answer"})


def _note(step: Step, found: dict[str, Todo]) -> None:
    arguments = as_dict(step.arguments)
    listed = written_list(arguments)
    if listed is not None:
        found.clear()
        found.update(_listed(step, listed))
        return
    number = as_text(arguments.get("taskId")) or as_text(arguments.get("task_id"))
    if number in found:
        state = as_text(arguments.get("status"))
        if state:
            found[number].state, found[number].item = state, step.item
    elif not number:
        made = _CREATED.search(step.output)
        if made:
            found[made[1]] = Todo(made[1], words_of(arguments), "pending", step.item)


def _listed(step: Step, listed: object) -> Iterator[tuple[str, Todo]]:
    for place, entry in enumerate(as_list(listed), 1):
        held = as_dict(entry)
        state = as_text(held.get("status")).replace("-", "_") or "pending"
        yield str(place), Todo(str(place), words_of(held), state, step.item)


def same_task(todo: Todo, text: str) -> bool:
    """Whether a text names an entry: most of its telling words stand there."""
    stems = set(content(todo.words))
    return bool(stems) and len(stems & set(content(text))) / len(stems) >= _NAMED


_NAMED = 0.6
