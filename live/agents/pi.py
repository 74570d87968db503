"""pi over its own lines of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.agent import Agent
from live.talk import Lines
from live.wire import Body, Piece, text_of

_FRAME = "sentences around the summary"


class Pi(Agent):
    """It cuts at a message, and sums up a turn that is cut in two by a call of its own."""

    name = "pi"
    wire = "messages"
    window = 36_000
    logs_failures = False
    takes_nothing = True
    folder = ".pi"
    variables = {"PI_OFFLINE": "1"}
    tools = {
        "shell": ("bash", {"command": "PATH"}),
        "read": ("read", {"path": "FILE"}),
        "write": ("write", {"path": "FILE", "content": "NEW"}),
        "edit": ("edit", {"path": "FILE", "edits": [{"oldText": "OLD", "newText": "NEW"}]}),
    }
    _process: Lines | None = None
    _session = ""

    def configure(self) -> None:
        model = {"id": "stub", "contextWindow": self.window, "maxTokens": 8_000, "reasoning": True, "input": ["text"]}
        about = {"baseUrl": self.stub.address, "apiKey": "none", "api": "anthropic-messages", "models": [model]}
        self.write(f"{self.folder}/agent/models.json", {"providers": {"stub": about}})
        self.write(
            f"{self.folder}/agent/settings.json", {"compaction": {"reserveTokens": 8_000, "keepRecentTokens": 4_000}}
        )

    def command(self) -> Sequence[str]:
        main = self.place.release / "node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js"
        return (self.node(), str(main), "--mode", "rpc")

    def start(self) -> None:
        self._begin("--provider", "stub", "--model", "stub")

    def say(self, text: str) -> None:
        assert self._process is not None
        since = len(self._process.told)
        self._ask({"type": "prompt", "message": text})
        self._process.wait(lambda message: message.get("type") in ("agent_settled", "agent_end"), since)
        self.stub.settle(1.0, 60)

    def compact(self, focus: str) -> None:
        self._ask({"type": "compact"} | ({"customInstructions": focus} if focus else {}))
        self.stub.settle(1.0, 60)

    def resume(self) -> None:
        self._session = self._ask({"type": "get_state"})["data"]["sessionFile"]
        self.close()
        self._begin("--session", self._session)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

    def kind(self, body: Body) -> str:
        return "main" if body.get("tools") else "compaction" if "<conversation>" in last(body) else "other"

    def unlogged(self, piece: Piece) -> str:
        return _FRAME if "<summary>" in piece.text and piece.voice == "user" else ""

    def log(self) -> Path:
        return self.newest(f"{self.folder}/agent/sessions/*/*.jsonl")

    def _begin(self, *more: str) -> None:
        self._process = Lines((*self.command(), *more), self.place.project, self.environment())
        self._ask({"type": "get_state"})

    def _ask(self, message: Body) -> Body:
        assert self._process is not None
        since, name = len(self._process.told), f"r{len(self._process.told)}"
        self._process.put(message | {"id": name})
        return self._process.wait(lambda told: told.get("type") == "response" and told.get("id") == name, since)


def last(body: Body) -> str:
    """The text of a request's last message."""
    return text_of((body.get("messages") or [{}])[-1].get("content"))


AGENTS = (Pi,)
