"""What the log shows of files: how many lines and tests they were written or counted with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from inspector.facts.work import Step
from inspector.model import Item
from inspector.read.tools import ToolKind
from inspector.read.values import as_dict, as_text
from inspector.verdicts.claim_words import at_line

_WC = re.compile(r"^[ \t]*(\d+)[ \t]+(\S+\.\w+)[ \t\r]*$", re.MULTILINE)
_COUNTS_LINES = re.compile(r"\bwc\b[^|;&]{0,1000}\s-\w*l")
_NUMBERED = re.compile(r"^[ \t]*(\d+)(?:→|\t|\|)", re.MULTILINE)
_CLASS = re.compile(r"^[ \t]*(?:\w+ )*class (\w+)", re.MULTILINE)
_TEST = re.compile(
    r"^[ \t]*(?:(?:async|public|private|override|static) )*(?:def|func|fun|void) (?:test\w*|Test\w+)\s*\("
    r"|^[ \t]*(?:it|test)\(|^[ \t]*#\[(?:\w+::)?test\]",
    re.MULTILINE,
)
_MANY = ("parametrize", "@Parameterized", "subTest", "arguments:", ".each(", "t.Run(")
# Commands that may have changed a file that they name.
_REWRITES = re.compile(r"\b(?:sed|perl)\b[^|;&]{0,1000}\s-i|\bgit (?:checkout|restore|stash|reset)\b|\b(?:mv|rm|cp)\s")
_REMOVES = re.compile(r"\b(?:rm|mv|git (?:rm|mv|clean|checkout|restore|stash|reset))\s")
_SETS_UP = re.compile(r"^(?:__init__|conftest|index|mod)\.\w+$")


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

    @staticmethod
    def place(item: Item) -> str:
        """Where an item stands, in words."""
        return at_line(item.source.line, item.number)

    @cached_property
    def _written(self) -> tuple[dict[str, tuple[str, Item]], dict[str, list[State]]]:
        """The text of each file that is known whole, with what wrote it; and every state a file was in."""
        held: dict[str, tuple[str, Item]] = {}
        states: dict[str, list[State]] = {}
        for step in self._steps:
            if step.failed:
                continue
            if step.command:
                self._after_command(step, held, states)
            elif step.kind is ToolKind.READ and step.result is not None:
                # How long a file was before may be all that a summary tells of it.
                if seen := _NUMBERED.findall(step.output):
                    states.setdefault(step.path, []).append(State(int(seen[-1]), None, step.result, written=False))
            elif step.kind in (ToolKind.EDIT, ToolKind.CREATE):
                text = _text_after(step, held[step.path][0] if step.path in held else None)
                if text is None:
                    held.pop(step.path, None)
                    states.pop(step.path, None)
                else:
                    held[step.path] = (text, step.item)
                    states.setdefault(step.path, []).append(State(len(text.splitlines()), _tests(text), step.item))
        return held, states

    @staticmethod
    def _after_command(step: Step, held: dict[str, tuple[str, Item]], states: dict[str, list[State]]) -> None:
        rewrites = bool(_REWRITES.search(step.command))
        for path in [path for path in held if path.rsplit("/", 1)[-1] in step.command]:
            if rewrites or re.search(rf">\s*\S*{re.escape(path.rsplit('/', 1)[-1])}", step.command):
                del held[path]
                del states[path]
        if step.result is not None and _COUNTS_LINES.search(step.command):
            for count, path in _WC.findall(step.output):
                if path != "total":
                    states.setdefault(path, []).append(State(int(count), None, step.result))

    def states(self, path: str) -> tuple[State, ...]:
        """The states of the one file that is named so, oldest first; () where none or several are."""
        name = path.removeprefix("./")
        found = [
            (known, states)
            for known, states in self._written[1].items()
            if known == name or known.endswith(f"/{name}") or name.endswith(f"/{known}")
        ]
        return tuple(sorted((one for _, states in found for one in states), key=_number)) if _one(found) else ()

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
        since = (step.command for step in self._steps if step.command and step.item.number > first)
        return None if any(map(_REMOVES.search, since)) else (len(held), texts[held[-1]][1])

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
    return _SETS_UP.match(name) is None and kind in name.lower()


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


def _number(state: State) -> int:
    return state.item.number
