"""Two kinds of agents that are spoken to alike: over the Agent Client Protocol, and with keys into a terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from live.agent import Agent
from live.install import CannotRun
from live.talk import PATIENCE, Lines, Terminal
from live.wire import Body

_RETRIED = 7.0
"""Seconds after which a summarizer's call that failed is not tried again any more."""


class OverProtocol(Agent):
    """A process that speaks the Agent Client Protocol; every permission it asks for is given."""

    mode: ClassVar[str] = ""
    """The session mode that is set first, where the agent would ask a person else."""
    _process: Lines | None = None
    _session = ""

    def command(self) -> Sequence[str]:
        """What starts the process."""
        raise NotImplementedError

    def start(self) -> None:
        """A process with a new session."""
        self._session = self._begin("session/new", {})["sessionId"]
        if self.mode:
            self._call("session/set_mode", {"sessionId": self._session, "modeId": self.mode})

    def say(self, text: str) -> None:
        """A prompt, until the agent says that its turn is over and asks the model nothing more."""
        self._call("session/prompt", {"sessionId": self._session, "prompt": [{"type": "text", "text": text}]})
        self.stub.settle(0.8, PATIENCE)

    def compact(self, focus: str) -> None:
        """The command; some agents answer at once and go on behind it."""
        asked = len(self.stub.sent)
        with suppress(CannotRun):  # a refusal is its answer
            self.say(f"/compact {focus}".strip())
        self.stub.settle(1.5, 20, asked)

    def resume(self) -> None:
        """Another process that loads the session."""
        self.close()
        self._begin("session/load", {"sessionId": self._session})

    def close(self) -> None:
        """The end of its input."""
        if self._process is not None:
            self._process.close()

    def _begin(self, method: str, more: Body) -> Body:
        self._process = Lines(self.command(), self.place.project, self.environment(), _allowed)
        about = {"clientInfo": {"name": "live", "version": "1"}, "clientCapabilities": {}}
        self._call("initialize", {"protocolVersion": 1} | about)
        return self._call(method, {"cwd": str(self.place.project), "mcpServers": []} | more)

    def _call(self, method: str, params: Body) -> Body:
        assert self._process is not None
        answer = self._process.call(method, params, jsonrpc="2.0")
        if "error" in answer:
            raise CannotRun(f"{self.name} refuses {method}: {str(answer['error'])[:300]}")
        return dict(answer.get("result") or {})


def _allowed(message: Body) -> Body | None:
    """The answer to what an agent asks of its client: the first permission that allows, and no to everything else."""
    if "method" not in message or "id" not in message:
        return None
    head = {"jsonrpc": "2.0", "id": message["id"]}
    if message["method"] != "session/request_permission":
        return head | {"error": {"code": -32601, "message": "not offered"}}
    options = message["params"]["options"]
    chosen = next((one for one in options if "allow" in (one.get("kind") or "")), options[0])
    return head | {"result": {"outcome": {"outcome": "selected", "optionId": chosen["optionId"]}}}


class InTerminal(Agent):
    """A program in a terminal. That a turn is over is told by the model being asked nothing for a while."""

    needs = ("tmux",)
    ready: ClassVar[Sequence[str]] = ()
    """Words on the screen of which one says that it takes a prompt."""
    busy: ClassVar[Sequence[str]] = ()
    """Words on the screen that say that it works."""
    quiet: ClassVar[float] = 3.0
    """Seconds without a request after which a turn is over."""
    compacts: ClassVar[str] = "/compact"
    leaves: ClassVar[str] = "/quit"
    _terminal: Terminal | None = None

    def command(self, resumed: bool) -> Sequence[str]:
        """What starts it, on a new session or on the last one."""
        raise NotImplementedError

    def start(self) -> None:
        """On a new session."""
        self._open(False)

    def say(self, text: str) -> None:
        """A line, and quiet behind it."""
        self._take(text, PATIENCE, self.quiet)

    def compact(self, focus: str) -> None:
        """Its command; one that has nothing to compact asks the model nothing."""
        self._take(f"{self.compacts} {focus}".strip(), 30, _RETRIED)

    def resume(self) -> None:
        """Leave, and start on the last session."""
        assert self._terminal is not None
        self._terminal.type(self.leaves)
        self.stub.settle(3, 10)
        self._terminal.close()
        self._open(True)

    def close(self) -> None:
        """End the terminal with all that runs in it."""
        if self._terminal is not None:
            self._terminal.close()

    def _open(self, resumed: bool) -> None:
        socket = self.place.run / "terminal"
        self._terminal = Terminal(self.command(resumed), self.place.project, self.environment(), socket)
        if not self._terminal.until(*self.ready):
            raise CannotRun(f"{self.name} does not get ready; its screen: {self._terminal.screen().strip()[:600]}")
        # A resumed one reads its history in the background: what is typed meanwhile is sent without it.
        time.sleep(4 if resumed else 1.5)

    def _take(self, text: str, most: float, quiet: float) -> None:
        assert self._terminal is not None
        asked = len(self.stub.sent)
        self._terminal.type(text)
        self.stub.settle(quiet, most, asked)
        while any(word in self._terminal.screen() for word in self.busy):
            if not self.stub.settle(quiet, most):
                break
