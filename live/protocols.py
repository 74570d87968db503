"""Agents that are spoken to alike: in lines of JSON, over the Agent Client Protocol, and with keys into a terminal."""

import json
import os
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import ClassVar

from live.agent import Agent
from live.place import CannotRun
from live.wire import Body

PATIENCE = float(os.environ.get("LIVE_PATIENCE") or 120)
"""Seconds for one turn; Kilo with a plugin takes most of two minutes to start where it has no network."""


class InLines(Agent):
    """A process that takes and gives one JSON document a line, such as JSON-RPC."""

    def open(self, resumed: bool) -> None:
        self.told: list[Body] = []
        self._number, pipe = 0, subprocess.PIPE
        self.process = subprocess.Popen(
            self.starts(resumed),
            cwd=self.place.project,
            env=self.environment(),
            stdin=pipe,
            stdout=pipe,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._reader = threading.Thread(target=self._read, args=[self.process], daemon=True)
        self._reader.start()

    def asked(self, message: Body) -> Body | None:
        """The answer to what the process itself asks, by a method and an id, or None."""
        return None

    def put(self, message: Body) -> None:
        """Write one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def wait(self, key: str, *values: object, since: int) -> Body:
        """The first line behind ``since`` that has one of some values. Raises CannotRun when none comes."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            is_last = not self._reader.is_alive()
            found = next((message for message in self.told[since:] if message.get(key) in values), None)
            if found is not None:
                return found
            if is_last:
                break
            time.sleep(0.02)
        raise CannotRun(f"No answer; the last lines were {str(self.told[-2:])[:600]}")

    def call(self, method: str, params: Body) -> Body:
        """What one call of JSON-RPC gives. Raises CannotRun when it is refused."""
        self._number += 1
        since = len(self.told)
        self.put({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params})
        answer = self.wait("id", self._number, since=since)
        if "error" in answer:
            raise CannotRun(f"{self.name} refuses {method}: {str(answer['error'])[:300]}")
        return dict(answer.get("result") or {})

    def close(self) -> None:
        """Close its input, and end it where that is not enough."""
        if hasattr(self, "process"):
            assert self.process.stdin is not None
            self.process.stdin.close()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()

    def _read(self, process: subprocess.Popen[str]) -> None:
        for line in process.stdout or ():
            with suppress(ValueError):
                message = json.loads(line)
                if "method" not in message or "id" not in message:
                    self.told.append(message)
                elif answer := self.asked(message):
                    self.put({"jsonrpc": "2.0", "id": message["id"]} | answer)


class OverProtocol(InLines):
    """A process that speaks the Agent Client Protocol; every permission it asks for is given."""

    mode: ClassVar[str] = ""
    """The session mode that is set first, where the agent would ask a person else."""

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        about = {"clientInfo": {"name": "live", "version": "1"}, "clientCapabilities": {}}
        self.call("initialize", {"protocolVersion": 1} | about)
        where: Body = {"cwd": str(self.place.project), "mcpServers": []}
        if resumed:
            self.call("session/load", where | {"sessionId": self.session})
            return
        self.session = self.call("session/new", where)["sessionId"]
        if self.mode:
            self.call("session/set_mode", {"sessionId": self.session, "modeId": self.mode})

    def say(self, text: str) -> None:
        self.call("session/prompt", {"sessionId": self.session, "prompt": [{"type": "text", "text": text}]})
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
            return {"error": {"code": -32601, "message": "not offered"}}
        options = message["params"]["options"]
        chosen = next((one for one in options if "allow" in (one.get("kind") or "")), options[0])
        return {"result": {"outcome": {"outcome": "selected", "optionId": chosen["optionId"]}}}


class InTerminal(Agent):
    """A program in a terminal of its own (tmux). A turn is over when the model is asked nothing for a while."""

    ready: ClassVar[Sequence[str]]
    """Words on the screen of which one says that it takes a prompt."""
    busy: ClassVar[str] = ""
    """Words on the screen that say that it works."""
    compacts: ClassVar[str] = "/compact"
    leaves: ClassVar[str] = "/quit"
    _said = ""

    def open(self, resumed: bool) -> None:
        if shutil.which("tmux") is None:
            raise CannotRun("It needs the command tmux, which is not on this machine.")
        folder, command = str(self.place.project), shlex.join(self.starts(resumed))
        self._tmux("kill-server")
        self._tmux("new-session", "-d", "-x", "180", "-y", "50", "-c", folder, command)
        if not self.shows(*self.ready):
            raise CannotRun(f"{self.name} does not get ready; its screen: {self.screen().strip()[:600]}")
        # It reads its history in the background: what is typed meanwhile is sent without it.
        if resumed:
            self.shows(self._said, seconds=20)
        time.sleep(4 if resumed else 1.5)

    def say(self, text: str) -> None:
        self._said = text[:20]
        self._take(text, PATIENCE, 3)

    def compact(self, focus: str) -> None:
        # With nothing to compact, the model is asked nothing; a call that failed is tried again within seven seconds.
        self._take(f"{self.compacts} {focus}".strip(), 30, 7)

    def leave(self) -> None:
        """End it as a person does."""
        self.type(self.leaves)
        self.stub.settle(3, 10)

    def close(self) -> None:
        if (self.place.run / "terminal").exists():
            self.leave()
            self._tmux("kill-server")

    def screen(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p")

    def type(self, text: str) -> None:
        """Type a line, or paste several, and Enter when the program has taken it in."""
        several = "\n" in text
        self._tmux(*(("load-buffer", "-") if several else ("send-keys", "-l", text)), given=text)
        if several:
            self._tmux("paste-buffer", "-p")
        time.sleep(3 if several else 0.8)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names."""
        self._tmux("send-keys", *keys)

    def shows(self, *words: str, seconds: float = 60) -> bool:
        """Wait until one of some words stands on the screen; whether it came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = self.screen()
            if any(word in screen for word in words):
                return True
            time.sleep(0.3)
        return False

    def _take(self, text: str, most: float, quiet: float) -> None:
        asked = len(self.stub.sent)
        self.type(text)
        self.stub.settle(quiet, most, asked)
        while self.busy and self.busy in self.screen():
            if not self.stub.settle(quiet, most):
                break

    def _tmux(self, *words: str, given: str = "") -> str:
        command = ("tmux", "-S", str(self.place.run / "terminal"), "-f", "/dev/null", *words)
        env = self.environment() | {"TERM": "xterm-256color"}
        return subprocess.run(command, env=env, capture_output=True, text=True, input=given, check=False).stdout
