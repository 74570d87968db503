"""Tool calls and their results, shortened to what identifies them: what ran on what, and how it ended.

The end of an output tells how a command ended, the beginning of a refusal why; the content of a file that was read
tells a judge nothing that it could hold a summary against.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.read.tools import ToolKind, headline
from inspector.secrets.find import part_of
from inspector.work.steps import Step

FULL = frozenset({ToolKind.ASK, ToolKind.PLAN})
"""Calls in which agent and human settle something: never shortened below some pages."""
_PAGES = 6_000


@dataclass(frozen=True, slots=True)
class Room:
    """Characters for a call, and for the head and the tail of what came back."""

    call: int
    head: int
    tail: int
    looked: int
    """For the result of a call that only shows what is there."""
    said: int = 8_000
    """For words of the agent that nobody answers."""
    answered: int = 8_000
    """For those that somebody answers: beyond that stands what it pasted or wrote out."""
    joined: bool = False
    """Whether calls that went well and tell nothing more share a line."""


ROOMS = (Room(160, 60, 160, 120), Room(120, 0, 120, 40), Room(80, 0, 70, 20), Room(50, 0, 30, 0))
"""From ample to scarce: the first is what fits one request for most compactions."""
LATER_ROOMS = (
    Room(80, 0, 60, 0, said=400, answered=2_000, joined=True),
    Room(60, 0, 40, 0, said=300, answered=1_600, joined=True),
    Room(40, 0, 20, 0, said=200, answered=1_200, joined=True),
)
"""The same where an earlier reading is followed: what came before is known, and what is new is asked about in short."""
BARE = Room(40, 0, 20, 0, said=240, joined=True)
"""Where nothing was written that could claim anything."""


def call_words(step: Step, room: Room) -> str:
    """What a call does, on one line."""
    if step.kind in FULL:
        return _within(step.text, _PAGES, 0)
    named = step.item.tool or "tool"
    words = headline(named, step.arguments)
    if step.kind in (ToolKind.EDIT, ToolKind.CREATE):
        words = f"{named} {step.path}"
    elif words == named and step.text:
        words = f"{named} {step.text}"
    elif step.command:
        words = f"{named} {step.command}"
    return shortened(words, room.call, 0)


def is_quiet(step: Step) -> bool:
    """Whether all that a call tells is that it was made: it went well, and showed or changed a file."""
    if step.result is None or step.failed or step.refused:
        return False
    return step.looks or step.kind in (ToolKind.EDIT, ToolKind.CREATE, ToolKind.READ, ToolKind.SEARCH, ToolKind.TODO)


def quiet_words(step: Step) -> str:
    """Such a call in as few words as name it."""
    name = step.item.tool or "tool"
    if step.kind is ToolKind.RUN:
        return shortened(step.command, 40, 0)
    return f"{name} {step.path.rsplit('/', 1)[-1]}".strip()


def result_words(step: Step, room: Room) -> str:
    """What came back, on one line; "" where nothing did."""
    if step.result is None:
        return "no result in the log"
    if step.refused:
        return shortened(step.output, 600, 0)
    ended = "failed: " if step.failed else f"exit {step.code}: " if step.code else ""
    if step.kind is ToolKind.ASK:
        return ended + _within(step.output, _PAGES, 0)
    if step.kind is ToolKind.DELEGATE:
        return ended + shortened(step.output, 2 * room.head + room.tail, room.tail)
    if step.kind is ToolKind.READ and not step.failed:
        return f"{ended}{len(step.output):,} characters"
    if step.looks and not step.failed:
        return ended + shortened(step.output, room.looked, 0)
    if step.kind in (ToolKind.EDIT, ToolKind.CREATE, ToolKind.TODO) and not step.failed:
        return f"{ended}done"
    return ended + shortened(step.output, room.head, room.tail)


def shortened(text: str, head: int, tail: int) -> str:
    """A text on one line: its head and its tail, with what was left out counted."""
    line = " ".join(text.split())
    left = len(line) - head - tail
    if left <= 24:
        return line
    return f"{part_of(line, 0, head)}…[{left:,} characters]…{part_of(line, len(line) - tail, len(line))}".strip()


def _within(text: str, head: int, tail: int) -> str:
    left = len(text) - head - tail
    return text.strip() if left <= 200 else f"{part_of(text, 0, head)}…[{left:,} characters]…"
