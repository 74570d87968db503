"""What the log shows of files: how many lines and tests they were written or counted with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from inspector.model import Item
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text
from inspector.text.shell import git_verb, program
from inspector.work.steps import Step

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
    item: Item
    """What shows it."""
    text: str | None = None
    """None where it was not written."""
    written: bool = True
    """Whether all of it is known, because it was written or counted."""

    @property
    def tests(self) -> int | None:
        """None where that is not known."""
        return None if self.text is None else _tests(self.text)


class FilesSeen:
    """The files that some steps read, counted and wrote."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._steps = tuple(steps)

    @cached_property
    def _states(self) -> dict[str, list[State]]:
        """The states that each file was in, since a command may have changed it."""
        found: dict[str, list[State]] = {}
        for step in self._steps:
            if step.failed:
                continue
            for path in [path for path in found if _may_change(step, path.rsplit("/", 1)[-1])]:
                del found[path]
            for path, state in _shown(step):
                found.setdefault(path, []).append(state)
            if step.kind in (ToolKind.EDIT, ToolKind.CREATE):
                text = _text_after(step, _written(found.get(step.path, ())))
                if text is None:
                    found.pop(step.path, None)
                else:
                    found.setdefault(step.path, []).append(State(len(text.splitlines()), step.item, text))
        return found

    def states(self, path: str) -> tuple[State, ...]:
        """The states of the one file that is named so, oldest first; () where none or several are."""
        name = path.removeprefix("./")
        found = {
            known: states
            for known, states in self._states.items()
            if known == name or known.endswith(f"/{name}") or name.endswith(f"/{known}")
        }
        # One file may be named from different folders.
        longest = max(found, key=len, default="")
        if not all(longest.endswith(known.removeprefix("./")) for known in found):
            return ()
        return tuple(sorted((one for states in found.values() for one in states), key=lambda one: one.item.number))

    def written_in(self, folder: str, kind: str) -> tuple[int, Item] | None:
        """How many files of a kind ("test", or "" for any) were written right in a folder, and the last of them.

        None where a command may have removed or moved some since.
        """
        tail = f"/{folder.strip('/.~')}/"
        held = []
        for path, states in self._states.items():
            within, _, name = path.rpartition("/")
            written = _written(states)
            if written and f"/{within.strip('/')}/".endswith(tail) and _is_of(name, kind):
                held.append((states[0].item.number, written.item))
        first = min((number for number, _ in held), default=0)
        is_sure = not any(_rewrites(step) for step in self._steps if step.item.number > first)
        return (len(held), held[-1][1]) if held and is_sure else None

    def tests_in(self, name: str) -> tuple[int, Item] | None:
        """How many tests a class has, and where it was written last; None where that is not known for sure."""
        found = []
        for state in filter(None, map(_written, self._states.values())):
            # Behind the name of each class stands what it holds.
            pieces = iter(_CLASS.split(state.text or "")[1:])
            found += [(_tests(body), state.item) for one, body in zip(pieces, pieces, strict=True) if one == name]
        counted = [(count, item) for count, item in found if count]
        return counted[0] if len(found) == len(counted) == 1 else None


def _written(states: Sequence[State]) -> State | None:
    """The last of some states of which the text is known whole."""
    return next((state for state in reversed(states) if state.text is not None), None)


def _is_of(name: str, kind: str) -> bool:
    """Whether a file counts as one of a kind; what only sets a folder up does not."""
    return not name.startswith(_SETS_UP) and kind in name.lower()


def _shown(step: Step) -> Iterator[tuple[str, State]]:
    """The files of which a step shows how long they are."""
    if step.result is None:
        return
    if step.kind is ToolKind.READ:
        # How long a file was before may be all that a summary tells of it.
        if numbers := _NUMBERED.findall(step.output):
            yield step.path, State(int(numbers[-1]), step.result, written=False)
    elif any(program(one) == "wc" and "-l" in one.words for one in step.commands):
        for counted in map(str.split, step.output.splitlines()):
            if len(counted) == 2 and counted[0].isdecimal() and "." in counted[1]:
                yield counted[1], State(int(counted[0]), step.result)


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


def _text_after(step: Step, before: State | None) -> str | None:
    """The whole text of a file after a step that wrote or changed it, where that is known."""
    arguments = as_dict(step.arguments)
    if step.kind is ToolKind.CREATE and step.path:
        return as_text(arguments.get("content")) or None
    old, new = as_text(arguments.get("old_string")), as_text(arguments.get("new_string"))
    if step.kind is ToolKind.EDIT and before and before.text and old and old in before.text:
        return before.text.replace(old, new, -1 if arguments.get("replace_all") else 1)
    return None


def _tests(text: str) -> int | None:
    """The tests that a text defines; None where one definition makes several."""
    return None if any(sign in text for sign in _MANY) else len(_TEST.findall(text))
