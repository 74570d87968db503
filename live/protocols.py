"""Agents that are spoken to alike: in lines of JSON, over the Agent Client Protocol, and with keys into a terminal."""

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from live.agent import Agent
from live.install import CannotRun
from live.talk import PATIENCE, Lines, Terminal
from live.wire import Body


class InLines(Agent):
    """A process that takes and gives one JSON document a line."""

    process: Lines

    def asked(self, message: Body) -> Body | None:
        """The answer to what the process itself asks, or None."""
        return None

    def open(self, resumed: bool) -> None:
        self.process = Lines(self.starts(resumed), self.place.project, self.environment(), self.asked)


class OverProtocol(InLines):
    """A process that speaks the Agent Client Protocol; every permission it asks for is given."""

    mode: ClassVar[str] = ""
    """The session mode that is set first, where the agent would ask a person else."""

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        about = {"clientInfo": {"name": "live", "version": "1"}, "clientCapabilities": {}}
        self._call("initialize", {"protocolVersion": 1} | about)
        where: Body = {"cwd": str(self.place.project), "mcpServers": []}
        if resumed:
            self._call("session/load", where | {"sessionId": self.session})
            return
        self.session = self._call("session/new", where)["sessionId"]
        if self.mode:
            self._call("session/set_mode", {"sessionId": self.session, "modeId": self.mode})

    def say(self, text: str) -> None:
        self._call("session/prompt", {"sessionId": self.session, "prompt": [{"type": "text", "text": text}]})
        self.stub.settle(0.8, PATIENCE)

    def compact(self, focus: str) -> None:
        asked = len(self.stub.sent)
        with suppress(CannotRun):  # a refusal is its answer
            self.say(f"/compact {focus}".strip())
        # Some agents answer at once and go on behind it.
        self.stub.settle(1.5, 20, asked)

    def asked(self, message: Body) -> Body | None:
        """The first permission that allows, and no to everything else."""
        if message["method"] != "session/request_permission":
            return {"jsonrpc": "2.0", "error": {"code": -32601, "message": "not offered"}}
        options = message["params"]["options"]
        chosen = next((one for one in options if "allow" in (one.get("kind") or "")), options[0])
        return {"jsonrpc": "2.0", "result": {"outcome": {"outcome": "selected", "optionId": chosen["optionId"]}}}

    def _call(self, method: str, params: Body) -> Body:
        answer = self.process.call(method, params, jsonrpc="2.0")
        if "error" in answer:
            raise CannotRun(f"{self.name} refuses {method}: {str(answer['error'])[:300]}")
        return dict(answer.get("result") or {})


class InTerminal(Agent):
    """A program in a terminal. That a turn is over is told by the model being asked nothing for a while."""

    ready: ClassVar[Sequence[str]]
    """Words on the screen of which one says that it takes a prompt."""
    busy: ClassVar[Sequence[str]] = ()
    """Words on the screen that say that it works."""
    compacts: ClassVar[str] = "/compact"
    leaves: ClassVar[str] = "/quit"
    process: Terminal
    _said = ""

    def open(self, resumed: bool) -> None:
        command, socket = self.starts(resumed), self.place.run / "terminal"
        self.process = Terminal(command, self.place.project, self.environment(), socket)
        if not self.process.until(*self.ready):
            raise CannotRun(f"{self.name} does not get ready; its screen: {self.process.screen().strip()[:600]}")
        # It reads its history in the background: what is typed meanwhile is sent without it.
        if resumed:
            self.process.until(self._said, seconds=20)
        time.sleep(4 if resumed else 1.5)

    def say(self, text: str) -> None:
        self._said = text[:20]
        self._take(text, PATIENCE, 3)

    def compact(self, focus: str) -> None:
        # With nothing to compact, the model is asked nothing; a call that failed is tried again within seven seconds.
        self._take(f"{self.compacts} {focus}".strip(), 30, 7)

    def leave(self) -> None:
        """End it as a person does."""
        self.process.type(self.leaves)
        self.stub.settle(3, 10)

    def close(self) -> None:
        if hasattr(self, "process"):
            self.leave()
            self.process.close()

    def _take(self, text: str, most: float, quiet: float) -> None:
        asked = len(self.stub.sent)
        self.process.type(text)
        self.stub.settle(quiet, most, asked)
        while any(word in self.process.screen() for word in self.busy):
            if not self.stub.settle(quiet, most):
                break
