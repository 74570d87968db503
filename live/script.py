"""What is played: what a person does, what the model answers, and what it asks to be done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Act:
    """Something that the model has the agent do, in no agent's words: each says it with a tool of its own."""

    what: Literal["shell", "read", "write", "edit", "delegate"]
    path: str = ""
    """A file of the project; for ``shell`` the command, for ``delegate`` the task."""
    old: str = ""
    new: str = ""


def shell(command: str) -> Act:
    """Run a command."""
    return Act("shell", command)


def read(path: str) -> Act:
    """Read a file."""
    return Act("read", path)


def write(path: str, text: str) -> Act:
    """Write a file."""
    return Act("write", path, new=text)


def edit(path: str, old: str, new: str) -> Act:
    """Replace words in a file."""
    return Act("edit", path, old, new)


def delegate(task: str) -> Act:
    """Send a subagent off."""
    return Act("delegate", task)


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of the model, or of the server in its place."""

    text: str = ""
    acts: tuple[Act, ...] = ()
    """More than one are parallel calls."""
    reasoning: str = ""
    filled: float = 0
    """Share of the window that the prompt is said to fill at least; else it is told by its real size."""
    status: int = 200
    """Another status fails the call; ``text`` is then the error's message."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that the person does, and what the model answers to it, in order."""

    what: Literal["say", "compact", "resume"]
    """``compact`` by hand, with ``text`` as focus; ``resume`` ends the agent's process and goes on in a new one."""
    text: str = ""
    answers: tuple[Answer, ...] = ()
    summaries: tuple[Answer, ...] = ()
    """What the summarizer answers from here on, before the scenario's own."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A session from its first word to its last."""

    name: str
    about: str
    steps: tuple[Step, ...]
    delegated: tuple[Answer, ...] = ()
    """What the model answers to a subagent."""
    files: tuple[tuple[str, str], ...] = ()
    """Files of the project beside those that every project has, with their texts."""


def say(text: str, *answers: Answer) -> Step:
    """The person writes, the model answers."""
    return Step("say", text, answers)


def compact(focus: str = "", *summaries: Answer) -> Step:
    """The person asks for a compaction."""
    return Step("compact", focus, summaries=summaries)


RESUME = Step("resume")
"""The agent is ended and started again on the same session."""
