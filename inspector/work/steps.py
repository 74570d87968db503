"""What happened in a segment, step by step: a tool call with its result, or something said."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import orjson

from inspector.model import Item, ItemKind, Origin
from inspector.read.tools import ToolKind, command_argument, path_argument, tool_kind
from inspector.read.values import without_stand_ins
from inspector.read.voices import NOTICES
from inspector.text.shell import Simple, only_looks, simple_commands

_CODE = re.compile(r"(?:Exit code:?|(?:exited|completed) with (?:exit )?code|exit_code>|exit status)\s*(-?\d+)")
_TAGGED = re.compile(r"<(\w+)>\n?(.*?)\n?</\1>", re.DOTALL)
_SCRIPTED = re.compile(r"\bcmd:\s*(\"(?:[^\"\\]|\\.)*\")")
# A script that ends well says nothing of the commands in it.
_RUNNING = (
    "Script completed",
    "Process running with session",
    "Command running in background",
    "Script running with cell",
)
# What stands in the place of a result where the human turned the call down; all agents say so in the first line. A run
# may tell of somebody's users there, too: of a test, of a log that it prints.
_TURNED_DOWN = re.compile(
    r"\s*(?:[<\[][^\n<>\[\]]{1,40}[>\]]\s*)?(?:(?:Error|Reason): )?"
    r"(?:(?:[Tt]he user|User) (?:doesn'?t want to proceed|(?:has )?(?:rejected|denied|declined)\b)"
    r"|(?:\w+ ){1,4}(?:rejected|denied) by (?:the )?user\b(?! \w))",
)
# And where nothing ran for other reasons: stopped, not allowed, or dropped with a call beside it. How the first line
# begins, and what stands behind that.
_NOT_RUN = (
    ("Sibling tool call errored", ""),
    ("Cancelled: parallel tool call", ""),
    ("Request interrupted", ""),
    ("[Request interrupted", ""),
    ("🔒 Blocked", ""),
    ("This command requires approval", ""),
    ("Permission to use ", " has been denied"),
    ("", " requested permission"),
)
_HEAD, _TAIL = 400, 120


@dataclass(slots=True)
class Step:
    """A tool call with what came back, or words of human or agent (``kind`` None)."""

    item: Item
    text: str
    kind: ToolKind | None = None
    arguments: Any = None
    """The parsed arguments; the text itself where they are no JSON."""
    result: Item | None = None
    output: str = ""
    failed: bool | None = None
    """None where the log does not say, or the work still runs."""
    code: int | None = None
    """The exit code, where the log has it."""
    _commands: tuple[Simple, ...] | None = None

    @property
    def commands(self) -> tuple[Simple, ...]:
        """The simple commands of a call that runs some."""
        if self._commands is None:
            self._commands = tuple(simple_commands(self.command))
        return self._commands

    @property
    def shown(self) -> int:
        """The item that shows what came of it: its result, or itself where none came."""
        return self.result.number if self.result is not None else self.item.number

    @property
    def looks(self) -> bool:
        """Whether a call only shows what is there, so that its result is the content of files."""
        return self.kind is ToolKind.READ or (
            self.kind is ToolKind.RUN and bool(self.commands) and all(map(only_looks, self.commands))
        )

    @property
    def refused(self) -> bool:
        """Whether nothing ran: the call was turned down, or cancelled before it began."""
        if turned_down(self.output):
            return True
        head = self.output[:_HEAD].removeprefix("<tool_use_error>").removeprefix("Error: ").lstrip()
        return any(head.startswith(start) and behind in head for start, behind in _NOT_RUN)

    @property
    def command(self) -> str:
        """The command line of a call that runs one, or ""."""
        return command_argument(self.arguments) if self.kind is ToolKind.RUN else ""

    @property
    def path(self) -> str:
        """The file a call names, or ""."""
        return path_argument(self.arguments)


def turned_down(output: str) -> bool:
    """Whether what stands in the place of a result says that the human did not let the call run."""
    return _TURNED_DOWN.match(output[:_HEAD]) is not None


def steps(items: Iterable[Item], read: Callable[[Item], str]) -> Iterator[Step]:
    """The steps of some items in the order in which they ended; calls without a result come last."""

    def text(item: Item) -> str:
        return without_stand_ins(read(item))

    waiting: dict[str, Step] = {}
    for item in items:
        if item.kind is ItemKind.TOOL_CALL:
            step = _call(item, text(item))
            if item.call_id:
                waiting[item.call_id] = step
            else:
                yield step
        elif item.kind is ItemKind.TOOL_RESULT:
            called = waiting.pop(item.call_id, None) or Step(item, "", tool_kind(item.tool), {})
            _finish(called, item, text(item))
            yield called
        elif item.kind is ItemKind.ASSISTANT or (item.kind is ItemKind.USER and item.origin is Origin.HUMAN):
            yield Step(item, text(item))
        elif item.preview.startswith(NOTICES):
            yield Step(item, "", ToolKind.OTHER, {}, item, text(item))
    yield from waiting.values()


def _call(item: Item, text: str) -> Step:
    return Step(item, text, tool_kind(item.tool), _arguments(item.tool, text))


def _arguments(tool: str, text: str) -> Any:
    """The arguments of a call: JSON, tags within a tag of the tool's name, or a script that runs commands."""
    if text.startswith("{"):
        try:
            return orjson.loads(text)
        except orjson.JSONDecodeError:
            return text
    if tool and text.startswith(f"<{tool}>"):
        return dict(_TAGGED.findall(text[len(tool) + 2 :]))
    if tool == "exec" and "exec_command" in text:
        return {"command": "\n".join(map(_unquoted, _SCRIPTED.findall(text)))}
    return text


def _unquoted(quoted: str) -> str:
    try:
        return str(orjson.loads(quoted))
    except orjson.JSONDecodeError:
        return ""


def _finish(step: Step, item: Item, output: str) -> None:
    step.result, step.output = item, output
    head = output[:_HEAD]
    found = _CODE.search(head) or _CODE.search(output[-_TAIL:])
    if any(sign in head for sign in _RUNNING):
        return
    step.failed = item.error
    if found and step.kind is ToolKind.RUN:
        step.code = int(found[1])
        step.failed = item.error or step.code != 0


def in_text(text: str, words: str, start: int = 0) -> tuple[int, int] | None:
    """Where words stand in the text of a call: as they are, or as JSON writes them."""
    place = text.find(words, start)
    if place < 0:
        words = orjson.dumps(words).decode()[1:-1]
        place = text.find(words, start)
    return None if place < 0 else (place, place + len(words))
