"""What is played: what a person does, what the model answers, and what it asks to be done."""

import json
from dataclasses import dataclass
from functools import partial
from typing import Literal


@dataclass(frozen=True, slots=True)
class Act:
    """Something that the model has the agent do, in no agent's words: each says it with a tool of its own."""

    what: Literal["shell", "read", "write", "edit", "delegate", "ask"]
    path: str
    """A file of the project; for ``shell`` the command, for ``delegate`` the task, for ``ask`` the server's tool."""
    old: str = ""
    new: str = ""
    """Words of a file that are replaced, and what takes their place; the latter alone for ``write``. For ``ask`` the
    arguments, as JSON."""


shell, read, write = partial(Act, "shell"), partial(Act, "read"), partial(Act, "write")
edit, delegate = partial(Act, "edit"), partial(Act, "delegate")


def ask(tool: str, **arguments: str) -> Act:
    """A call of one of the inspector's tools, under whatever name the agent offers it."""
    return Act("ask", tool, new=json.dumps(arguments))


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
    """To ``compact``, what the summarizer answers before the scenario's own."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """A session from its first word to its last."""

    name: str
    steps: tuple[Step, ...]
    delegated: tuple[Answer, ...] = ()
    """What the model answers to a subagent."""
    summaries: tuple[Answer, ...] = ()
    """What a summarizer answers first."""


def say(text: str, *answers: Answer) -> Step:
    """The person writes, the model answers."""
    return Step("say", text, answers)


def compact(focus: str = "", *summaries: Answer) -> Step:
    """The person asks for a compaction."""
    return Step("compact", focus, summaries)
