"""Two ways to talk to an agent: lines of JSON over pipes, and keys into a terminal."""

import json
import os
import shlex
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from live.install import CannotRun
from live.wire import Body

PATIENCE = float(os.environ.get("LIVE_PATIENCE") or 120)
"""Seconds for one turn; an agent that takes longer is hung. Kilo with a plugin takes most of two minutes to start where
it has no network."""


class Lines:
    """A process that takes and gives one JSON document a line, such as JSON-RPC."""

    def __init__(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], asked: Callable[[Body], Body | None]
    ) -> None:
        """``asked`` answers what the process itself asks, by a method and an id; None leaves it without an answer."""
        self.told: list[Body] = []
        self._asked, self._number, pipe = asked, 0, subprocess.PIPE
        self._process = subprocess.Popen(
            command, cwd=folder, env=env, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def put(self, message: Body) -> None:
        """Write one line."""
        self._in.write(json.dumps(message) + "\n")
        self._in.flush()

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

    def call(self, method: str, params: Body, **more: object) -> Body:
        """One call of JSON-RPC, with its answer."""
        self._number += 1
        number, since = self._number, len(self.told)
        self.put({"id": number, "method": method, "params": params} | more)
        return self.wait("id", number, since=since)

    def close(self) -> None:
        """Close its input, and end it where that is not enough."""
        self._in.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _read(self) -> None:
        for line in self._out:
            with suppress(ValueError):
                self._take(json.loads(line))

    def _take(self, message: Body) -> None:
        if "method" not in message or "id" not in message:
            self.told.append(message)
        elif answer := self._asked(message):
            self.put({"id": message["id"]} | answer)


class Terminal:
    """A program in a terminal of its own (tmux), as a person sees it."""

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str], socket: Path) -> None:
        if shutil.which("tmux") is None:
            raise CannotRun("It needs the command tmux, which is not on this machine.")
        self._env, self._socket = dict(env) | {"TERM": "xterm-256color"}, socket
        self._tmux("kill-server")
        self._tmux("new-session", "-d", "-s", "x", "-x", "180", "-y", "50", "-c", str(folder), shlex.join(command))

    def screen(self) -> str:
        """What is on the screen."""
        return self._tmux("capture-pane", "-p", "-t", "x")

    def type(self, text: str, pause: float = 0.8) -> None:
        """Type a line, and Enter when the program has taken it in."""
        self._tmux("send-keys", "-t", "x", "-l", text)
        time.sleep(pause)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names."""
        self._tmux("send-keys", "-t", "x", *keys)

    def until(self, *words: str, seconds: float = 60) -> bool:
        """Wait until one of some words stands on the screen; whether it came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.screen()
            if any(word in shown for word in words):
                return True
            time.sleep(0.3)
        return False

    def close(self) -> None:
        """End it and whatever it started."""
        self._tmux("kill-server")

    def _tmux(self, *words: str) -> str:
        command = ("tmux", "-S", str(self._socket), "-f", "/dev/null", *words)
        return subprocess.run(command, env=self._env, capture_output=True, text=True, check=False).stdout
