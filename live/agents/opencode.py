"""OpenCode through its server; Kilo, which is made of it, has its own names for the same."""

from __future__ import annotations

import json
import socket
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from live.agent import Agent
from live.install import CannotRun
from live.talk import PATIENCE
from live.wire import Body, Piece, text_of


class OpenCode(Agent):
    """Every session is in one database; what a compaction cuts is not deleted."""

    name = "opencode"
    wire = "completions"
    window = 28_000
    takes_nothing = True
    settings = ".config/opencode/opencode.json"
    binary = "opencode-linux-x64/bin/opencode"
    database = ".local/share/opencode/opencode.db"
    variables = {
        "OPENCODE_DISABLE_AUTOUPDATE": "1",
        "OPENCODE_DISABLE_MODELS_FETCH": "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD": "1",
    }
    tools = {
        "shell": ("bash", {"command": "PATH", "description": "run"}),
        "read": ("read", {"filePath": "FILE"}),
        "write": ("write", {"filePath": "FILE", "content": "NEW"}),
        "edit": ("edit", {"filePath": "FILE", "oldString": "OLD", "newString": "NEW"}),
        "delegate": ("task", {"prompt": "PATH", "description": "a task", "subagent_type": "general"}),
    }
    _server: subprocess.Popen[bytes] | None = None
    _port = 0
    _session = ""

    def configure(self) -> None:
        model = {
            "name": "stub",
            "limit": {"context": self.window, "output": 4_000},
            "reasoning": True,
            "tool_call": True,
        }
        about = {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": f"{self.stub.address}/v1", "apiKey": "none"},
            "models": {"stub": model},
        }
        told = {
            "provider": {"stub": about},
            "model": "stub/stub",
            "small_model": "stub/stub",
            "permission": {"edit": "allow", "bash": "allow"},
        }
        self.write(self.settings, told | {"autoupdate": False, "share": "disabled"})

    def start(self) -> None:
        self._serve()
        self._session = self._post("/session", {})["id"]

    def say(self, text: str) -> None:
        model = {"providerID": "stub", "modelID": "stub"}
        self._post(f"/session/{self._session}/message", {"model": model, "parts": [{"type": "text", "text": text}]})
        self.stub.settle(1.0, 60)

    def compact(self, focus: str) -> None:
        self._post(f"/session/{self._session}/summarize", {"providerID": "stub", "modelID": "stub"})
        self.stub.settle(1.5, 60)

    def resume(self) -> None:
        self.close()
        self._serve()

    def close(self) -> None:
        if self._server is not None:
            self._server.terminate()
            self._server.wait(20)

    def kind(self, body: Body) -> str:
        messages = body.get("messages") or [{}]
        words = [text_of(one.get("content")) for one in messages if one.get("role") == "user"]
        if not body.get("tools"):
            return (
                "compaction" if any("<conversation>" in text or "summar" in text[-3000:] for text in words) else "other"
            )
        return "subagent" if words and "SUBTASK" in words[0] and "Rules for this project" not in words[0] else "main"

    def unlogged(self, piece: Piece) -> str:
        return "time and folders" if piece.text.lstrip().startswith("<environment_details>") else ""

    def log(self) -> Path:
        return self.place.home / self.database / self._session

    def _serve(self) -> None:
        with socket.socket() as any_socket:
            any_socket.bind(("127.0.0.1", 0))
            self._port = any_socket.getsockname()[1]
        program = self.place.release / "node_modules" / self.binary
        command = (str(program), "serve", "--port", str(self._port))
        quiet = subprocess.DEVNULL
        self._server = subprocess.Popen(
            command, cwd=self.place.project, env=self.environment(), stdout=quiet, stderr=quiet
        )
        for _ in range(120):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self._port}/session", timeout=5).close()
                return
            except OSError:
                time.sleep(0.5)
        raise CannotRun(f"{self.name} does not answer on its port.")

    def _post(self, path: str, body: Body) -> Body:
        address = f"http://127.0.0.1:{self._port}{path}"
        request = urllib.request.Request(address, json.dumps(body).encode(), {"content-type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                told = answer.read()
        except urllib.error.HTTPError:
            return {}  # a refusal is its answer
        value = json.loads(told or b"{}")
        return value if isinstance(value, dict) else {}


class Kilo(OpenCode):
    """Kilo's command line."""

    name = "opencode:kilo"
    takes_nothing = False
    settings = ".config/kilo/kilo.json"
    binary = "@kilocode/cli-linux-x64/bin/kilo"
    database = ".local/share/kilo/kilo.db"
    variables = {
        "KILO_DISABLE_AUTOUPDATE": "1",
        "KILO_DISABLE_MODELS_FETCH": "1",
        "KILO_TELEMETRY_LEVEL": "off",
        "KILO_NO_DAEMON": "1",
        "KILO_DISABLE_SESSION_INGEST": "1",
        "KILO_DISABLE_LSP_DOWNLOAD": "1",
        "KILO_DISABLE_CODEBASE_INDEXING": "1",
    }


AGENTS = (OpenCode, Kilo)
