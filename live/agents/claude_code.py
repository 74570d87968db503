"""Claude Code in print mode: one process, prompts and answers as lines of JSON."""

from __future__ import annotations

from pathlib import Path

from live.agent import Agent
from live.talk import Lines
from live.wire import Body, Piece, text_of


class ClaudeCode(Agent):
    """Its summarizer's call is the main request with one more text at the end."""

    name = "claude-code"
    wire = "messages"
    # From here on a setting makes it compact 33,000 tokens below the window.
    window = 100_000
    _process: Lines | None = None
    _session = ""

    variables = {
        "ANTHROPIC_BASE_URL": "ADDRESS",
        "ANTHROPIC_API_KEY": "sk-ant-none",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_AUTO_COMPACT_WINDOW": str(window),
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "IS_SANDBOX": "1",
    }
    tools = {
        "shell": ("Bash", {"command": "PATH", "description": "run a command"}),
        "read": ("Read", {"file_path": "FILE"}),
        "write": ("Write", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("Edit", {"file_path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("Agent", {"prompt": "PATH", "description": "a task", "subagent_type": "general-purpose"}),
    }

    def start(self) -> None:
        self._start()

    def say(self, text: str) -> None:
        assert self._process is not None
        since = len(self._process.told)
        self._process.put({"type": "user", "message": {"role": "user", "content": text}})
        told = self._process.wait(lambda message: message.get("type") == "result", since)
        self._session = told.get("session_id", self._session)

    def compact(self, focus: str) -> None:
        self.say(f"/compact {focus}".strip())

    def resume(self) -> None:
        self.close()
        self._start("--resume", self._session)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

    def kind(self, body: Body) -> str:
        if not body.get("tools"):
            return "other"
        words = [text_of(message["content"]) for message in body["messages"]]
        if "<summary>" in words[-1] and "<analysis>" in words[-1]:
            return "compaction"
        return "subagent" if "SUBTASK" in words[0] and "Rules for this project" not in words[0] else "main"

    def unlogged(self, piece: Piece) -> str:
        return "billing header" if piece.text.startswith("x-anthropic-billing-header") else ""

    def log(self) -> Path:
        return self.newest(".claude/projects/*/*.jsonl")

    def _start(self, *more: str) -> None:
        claude = str(self.place.release / "node_modules/@anthropic-ai/claude-code-linux-x64/claude")
        modes = ("-p", "--verbose", "--input-format", "stream-json", "--output-format", "stream-json")
        command = (claude, *modes, "--permission-mode", "bypassPermissions", "--model", "claude-sonnet-4-5", *more)
        self._process = Lines(command, self.place.project, self.environment())


AGENTS = (ClaudeCode,)
