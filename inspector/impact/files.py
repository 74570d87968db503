"""Which files each step read and changed, and when a file was changed last or put back."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence

from inspector.model import Item, ItemKind
from inspector.read.tools import ToolKind
from inspector.text.normal import path_form, tidy
from inspector.text.shell import Simple, arguments, git_verb, only_looks, program
from inspector.work.finders.paths import CHANGED, touched
from inspector.work.steps import Step

_TREE = frozenset("checkout pull merge rebase reset stash switch restore clean apply cherry-pick revert am".split())
_FORMATS = frozenset("prettier black gofmt goimports rustfmt clang-format isort".split())
_FORMATTING = frozenset("fmt format --fix --write fix lint:fix".split())
_IN_PLACE = frozenset("perl ruby yq clang-tidy".split())
_WRITES_BACK = re.compile(r"-[a-z0]*i[a-z]*(?:\.\w+)?|--in-?place")
"""Programs that write the files they read where they are so told; elsewhere ``-i`` means other things."""


class Files:
    """Files by their path from the working folder."""

    def __init__(self, calls: Sequence[Step], items: Iterable[Item], root: str) -> None:
        self._done: dict[int, tuple[tuple[str, str], ...]] = {}
        self._changes: dict[str, list[int]] = {}
        self._everything: list[int] = []
        self._handed = [step.item.number for step in calls if step.kind is ToolKind.DELEGATE]
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
        return _any(self._changes.get(form, ()), first, last) or _any(self._everything, first, last)

    def any_changed(self, first: int, last: int) -> bool:
        """Whether any file may have been changed there."""
        found = (self._handed, self._everything, *self._changes.values())
        return any(_any(places, first, last) for places in found)

    def handed_over(self, first: int, last: int) -> bool:
        """Whether a subagent worked there: what it changed stands in a log of its own."""
        return _any(self._handed, first, last)

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


def _changes_tree(simple: Simple) -> bool:
    name = program(simple)
    words = arguments(simple)
    if name == "git":
        return git_verb(simple) in _TREE and "--" not in words
    if name in _IN_PLACE and any(map(_WRITES_BACK.fullmatch, words)):
        return True
    return name in _FORMATS or (not only_looks(simple) and bool(_FORMATTING.intersection(words)))


def _any(places: Sequence[int], first: int, last: int) -> bool:
    return bisect_left(places, first) < bisect_left(places, last)
