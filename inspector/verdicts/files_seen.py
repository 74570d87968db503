"""What the log shows of files: how many lines and tests they were written or counted with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from inspector.facts.work import Step
from inspector.model import Item
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text
from inspector.text.shell import git_verb, program

_NUMBERED = re.compile(r"^[ \t]*(\d+)(?:→|\t|\|)", re.MULTILINE)
_CLASS = re.compile(r"^[ \t]*(?:\w+ )*class (\w+)", re.MULTILINE)
_TEST = re.compile(
    r"^[ \t]*(?:(?:async|public|private|override|static) )*(?:def|func|fun|void) (?:test\w*|Test\w+)\s*\("
    r"|^[ \t]*(?:it|test)\(|^[ \t]*#\[(?:\w+::)?test\]",
    re.MULTILINE,
)
_MANY = ("parametrize", "@Parameterized", "subTest", "arguments:", ".each(", "t.Run(")
_SETS_UP = ("__init__.", "conftest.", "index.", "mod.")
_REWRITES = frozenset({"mv", "rm", "cp"})
_GIT_REWRITES = frozenset("checkout restore stash reset clean rm mv".split())
_IN_PLACE = ("-i", "-pi", "--in-place")


@dataclass(frozen=True, slots=True)
class State:
    """A file at one moment."""

    lines: int
    """As far as it was read, where it was read."""
    tests: int | None
    """None where that is not known."""
    item: Item
    """What shows it."""
    written: bool = True
    """Whether all of it is known, because it was written or counted."""


class FilesSeen:
    """The files that some steps read, counted and wrote."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps = tuple(steps)

    @cached_property
    def _written(self) -> tuple[dict[str, tuple[str, Item]], dict[str, list[State]]]:
        """The text of each file that is known whole, with what wrote it; and every state a file was in."""
        held: dict[str, tuple[str, Item]] = {}
        states: dict[str, list[State]] = {}
        for step in self._steps:
            if step.failed:
                continue
            if step.command:
                for path in [path for path in held if _may_change(step, path.rsplit("/", 1)[-1])]:
                    del held[path], states[path]
            for path, lines, is_whole in _shown(step):
                states.setdefault(path, []).append(State(lines, None, step.result or step.item, is_whole))
            if step.kind in (ToolKind.EDIT, ToolKind.CREATE):
                text = _text_after(step, held[step.path][0] if step.path in held else None)
                if text is None:
                    held.pop(step.path, None)
                    states.pop(step.path, None)
                else:
                    held[step.path] = (text, step.item)
                    states.setdefault(step.path, []).append(State(len(text.splitlines()), _tests(text), step.item))
        return held, states

    def states(self, path: str) -> tuple[State, ...]:
        """The states of the one file that is named so, oldest first; () where none or several are."""
        name = path.removeprefix("./")
        found = [
            (known, states)
            for known, states in self._written[1].items()
            if known == name or known.endswith(f"/{name}") or name.endswith(f"/{known}")
        ]
        if not _one(found):
            return ()
        return tuple(sorted((one for _, states in found for one in states), key=lambda state: state.item.number))

    def written_in(self, folder: str, kind: str) -> tuple[int, Item] | None:
        """How many files of a kind ("test", or "" for any) were written right in a folder, and the last of them.

        None where a command may have removed or moved some since.
        """
        tail = f"/{folder.strip('/.~')}/"
        texts, states = self._written
        held = [
            path
            for path in texts
            if f"/{path.rsplit('/', 1)[0].strip('/')}/".endswith(tail) and _is_of(path.rsplit("/", 1)[-1], kind)
        ]
        if not held:
            return None
        first = min(states[path][0].item.number for path in held)
        since = (step for step in self._steps if step.command and step.item.number > first)
        return None if any(map(_rewrites, since)) else (len(held), texts[held[-1]][1])

    def tests_in(self, name: str) -> tuple[int, Item] | None:
        """How many tests a class has, and where it was written last; None where that is not known for sure."""
        found = []
        for text, item in self._written[0].values():
            starts = list(_CLASS.finditer(text))
            for place, start in enumerate(starts):
                if start[1] == name:
                    end = starts[place + 1].start() if place + 1 < len(starts) else len(text)
                    count = _tests(text[start.start() : end])
                    found.append((count or 0, item))
        return found[0] if len(found) == 1 and found[0][0] else None


def _is_of(name: str, kind: str) -> bool:
    """Whether a file counts as one of a kind; what only sets a folder up does not."""
    return not name.startswith(_SETS_UP) and kind in name.lower()


def _shown(step: Step) -> Iterator[tuple[str, int, bool]]:
    """The files of which a step shows how long they are: path, lines, and whether that is all of them."""
    if step.result is None:
        return
    if step.kind is ToolKind.READ:
        # How long a file was before may be all that a summary tells of it.
        if numbers := _NUMBERED.findall(step.output):
            yield step.path, int(numbers[-1]), False
    elif any(program(one) == "wc" and "-l" in one.words for one in step.commands):
        for counted in map(str.split, step.output.splitlines()):
            if len(counted) == 2 and counted[0].isdecimal() and "." in counted[1]:
                yield counted[1], int(counted[0]), True


def _may_change(step: Step, name: str) -> bool:
    """Whether a command may have changed a file that it names."""
    into = (piece.split()[:1] for piece in step.command.split(">")[1:])
    return name in step.command and (_rewrites(step) or any(name in word for words in into for word in words))


def _rewrites(step: Step) -> bool:
    """Whether a command may have changed, moved or removed files."""
    return any(
        program(one) in _REWRITES
        or (program(one) == "git" and git_verb(one) in _GIT_REWRITES)
        or (program(one) in ("sed", "perl") and any(word.startswith(_IN_PLACE) for word in one.words))
        for one in step.commands
    )


def _text_after(step: Step, before: str | None) -> str | None:
    """The whole text of a file after a step that wrote or changed it, where that is known."""
    arguments = as_dict(step.arguments)
    if step.kind is ToolKind.CREATE and step.path:
        return as_text(arguments.get("content")) or None
    old, new = as_text(arguments.get("old_string")), as_text(arguments.get("new_string"))
    if step.kind is ToolKind.EDIT and before is not None and old and old in before:
        return before.replace(old, new, -1 if arguments.get("replace_all") else 1)
    return None


def _tests(text: str) -> int | None:
    """The tests that a text defines; None where one definition makes several."""
    return None if any(sign in text for sign in _MANY) else len(_TEST.findall(text))


def _one(found: list[tuple[str, list[State]]]) -> bool:
    """Whether all paths that were found are one file, named from different folders."""
    longest = max((path for path, _ in found), key=len, default="")
    return bool(longest) and all(longest.endswith(path.removeprefix("./")) for path, _ in found)
