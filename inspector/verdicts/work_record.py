"""What the work before a compaction left to be seen: test runs, errors, commits, pushes, replies."""

from __future__ import annotations

from functools import cached_property

from inspector.model import Item, ItemKind, Origin
from inspector.read.tools import ToolKind
from inspector.reconstruct.segment import Segment
from inspector.text.tokens import WORD
from inspector.verdicts.claim_words import at_line
from inspector.work.runs_of_tests import Run, test_runs
from inspector.work.steps import Step, steps


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
    def commits(self) -> dict[str, Item]:
        """Commits made → where each was made."""
        made: dict[str, Item] = {}
        for step in self.steps:
            if "git commit" in step.command and step.result is not None:
                # Git says so: "[main 1a2b3c4] What was done".
                heads = (line[1:].partition("]")[0] for line in step.output.splitlines() if line.startswith("["))
                made.update((name, step.result) for head in heads for name in head.split()[-1:] if is_hash(name))
        return made

    def pushed_after(self, number: int) -> bool:
        """Whether an item was followed by a push that did not fail; one call may commit and push."""
        return any(
            "push" in step.command and not step.failed and step.result is not None and step.result.number >= number
            for step in self.steps
        )

    @cached_property
    def bare_replies(self) -> tuple[Item, ...]:
        """The replies to comments of a review that name no commit, among others that do."""
        bare, naming = [], False
        for step in self.steps:
            for line in step.command.splitlines():
                call, _, body = line.partition("body=")
                if "/replies" not in call or not body:
                    continue
                if any(map(is_hash, WORD.findall(body))):
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
        where = at_line(item)
        return f"{where}, kept beside the summary" if item.number in self._segment.compaction.kept else where


_CHANGES = (ToolKind.RUN, ToolKind.EDIT, ToolKind.CREATE)
_SPOKEN = frozenset({"typed", "queued", "feedback", "plan_feedback", "answer"})


def is_hash(word: str) -> bool:
    """Whether a word reads like the name of a commit."""
    return 7 <= len(word) <= 40 and set(word) <= _HEXADECIMAL and not word.isalpha()


_HEXADECIMAL = frozenset("0123456789abcdef")
