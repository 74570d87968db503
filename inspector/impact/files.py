"""Which files each step read and changed, and when a file was changed last or put back."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from inspector.impact.commands import only_checks
from inspector.model import Item, ItemKind
from inspector.read.tools import ToolKind, may_change
from inspector.text.normal import path_form, tidy
from inspector.text.shell import Simple, arguments, git_verb, only_looks, program, simple_commands
from inspector.work.file_actions import WRITES_BACK, file_actions
from inspector.work.finders.delegates import is_away
from inspector.work.finders.paths import CHANGED, touched
from inspector.work.steps import Step

_TREE = frozenset("checkout pull merge rebase reset stash switch restore clean apply cherry-pick revert am".split())
_FORMATS = frozenset("prettier black gofmt goimports rustfmt clang-format isort".split())
_FORMATTING = frozenset("fmt format --fix --write fix lint:fix".split())
_IN_PLACE = frozenset("perl ruby yq clang-tidy".split())
"""Programs that write the files they read where they are so told."""
_BEGINS = re.compile(
    r"(?s)(?:.*(?:\bxargs(?: -\S+| \{\}| \d+| %)*|\s-exec(?:dir)?)\s+|(?:(?:do|then|else|if|while|\{)\s+)+)([\w./~].*)"
)
"""Words behind which another command stands."""
_TO_UNKNOWN = re.compile(r"(?:^|\s)[1&]?>>?\s*(?!/dev/|/tmp/)[^\s>&|]*\$|\btee\b[^|]*\$")


class Files:
    """Files by their path from the working folder."""

    def __init__(self, calls: Sequence[Step], items: Iterable[Item], root: str) -> None:
        self._done: dict[int, tuple[tuple[str, str], ...]] = {}
        self._changes: dict[str, list[int]] = {}
        self._everything: list[int] = []
        self._unseen = [step.item.number for step in calls if _works_unseen(step)]
        away = (step.item.number for step in calls if step.kind is ToolKind.DELEGATE and is_away(step))
        self._first_away = next(away, None)
        self._put_back: list[tuple[str, int]] = []
        for step in calls:
            done = self._done[step.item.number] = tuple(_actions(step, root))
            for action, form in done:
                if action in CHANGED or action == "restored":
                    self._changes.setdefault(form, []).append(step.item.number)
            if step.kind is ToolKind.RUN and any(map(_changes_tree, step.commands)):
                self._everything.append(step.item.number)
        for item in items:
            if item.kind is ItemKind.ATTACHMENT and item.detail in ("file", "edited_text_file"):
                name = tidy(item.preview.removeprefix("edited text file ").removeprefix("file "))
                self._put_back.append((name, item.number))
                if item.detail == "edited_text_file":
                    self._changes.setdefault(path_form(name, root=root), []).append(item.number)
        for places in self._changes.values():
            places.sort()

    def actions(self, step: Step) -> tuple[tuple[str, str], ...]:
        """What a call did to which files; a call that failed did nothing."""
        return self._done.get(step.item.number, ())

    def changed_between(self, form: str, first: int, last: int) -> bool:
        """Whether a file may have been changed from item ``first`` on and before item ``last``."""
        # A shell may stand in another folder than the one that its call names.
        same = (places for other, places in self._changes.items() if same_file(form, other))
        return any(_any(places, first, last) for places in (self._everything, *same))

    def any_changed(self, first: int, last: int) -> bool:
        """Whether any file may have been changed there."""
        found = (self._everything, *self._changes.values())
        return self.worked_unseen(first, last) or any(_any(places, first, last) for places in found)

    def worked_unseen(self, first: int, last: int) -> bool:
        """Whether something may have worked there of which this log does not tell what files it changed."""
        # Who was sent off before may work on: not every log tells of their end.
        return _any(self._unseen, first, last) or (self._first_away is not None and self._first_away < last)

    def last_change(self, form: str, before: int) -> int | None:
        """The item that changed a file last before another."""
        places = self._changes.get(form, ())
        place = bisect_left(places, before)
        return places[place - 1] if place else None

    def put_back(self, form: str, first: int, last: int) -> bool:
        """Whether the harness put the file's content into the context there."""
        return any(first <= number < last and same_file(form, name) for name, number in self._put_back)


def same_file(one: str, other: str) -> bool:
    """Whether two paths may be the same file, seen from different folders."""
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def _actions(step: Step, root: str) -> Iterator[tuple[str, str]]:
    if step.kind is None or (step.failed and step.kind is not ToolKind.RUN):
        return
    for action, path, base in touched(step):
        form = path_form(path, base, root)
        if form.strip("./~"):
            yield action, form


def _works_unseen(step: Step) -> bool:
    """Whether nobody can tell what files a call changed: a subagent's work, or a program that does more than look."""
    if step.kind is not ToolKind.RUN:
        return step.kind is ToolKind.DELEGATE or (may_change(step.item.tool) and not step.refused)
    # What stands in front of the command that failed was done.
    is_half = bool(step.failed) and any(action in CHANGED for action, _, _ in file_actions(step.command))
    return not step.refused and (is_half or any(map(_may_write, step.commands)))


def _may_write(simple: Simple) -> bool:
    begun = _BEGINS.match(simple.text)
    done = simple_commands(begun[1]) if begun else [simple]
    found = (one for one in done if program(one) not in ("git", "gh") and not only_checks(one.text))
    unknown = any(not only_looks(one) or ("sed" in one.words and _writes_back(one)) for one in found)
    return unknown or _TO_UNKNOWN.search(simple.text) is not None


def _changes_tree(simple: Simple) -> bool:
    name = program(simple)
    words = arguments(simple)
    if name == "git":
        return git_verb(simple) in _TREE and ("--" not in words or "." not in words[-1].strip("./"))
    if name in _IN_PLACE and _writes_back(simple):
        return True
    return name in _FORMATS or (not only_looks(simple) and bool(_FORMATTING.intersection(words)))


def _writes_back(simple: Simple) -> bool:
    return any(map(WRITES_BACK.fullmatch, simple.words))


def _any(places: Sequence[int], first: int, last: int) -> bool:
    return bisect_left(places, first) < bisect_left(places, last)
