"""Gemini CLI in a terminal. Its window is built in, so that how full it is, is told by the scenario alone."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from live.protocols import InTerminal
from live.script import Act
from live.wire import Body, text_of

_SETTINGS = {
    "security": {"auth": {"selectedType": "gemini-api-key"}, "folderTrust": {"enabled": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    "ui": {"hideTips": True, "hideBanner": True},
    "ide": {"enabled": False},
}


class GeminiCli(InTerminal):
    """It summarizes twice: a snapshot, and the same again after a look at it."""

    name = "gemini-cli"
    wire = "gemini"
    window = 1_048_576
    ready = ("Type your message",)
    busy = ("esc to cancel",)
    compacts = "/compress"
    logs_failures = False

    def environment(self) -> dict[str, str]:
        return super().environment() | {
            "GOOGLE_GEMINI_BASE_URL": self.stub.address,
            "GEMINI_API_KEY": "none",
            "GEMINI_TELEMETRY_ENABLED": "false",
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_CLI_NO_RELAUNCH": "1",
        }

    def configure(self) -> None:
        file = self.place.home / ".gemini" / "settings.json"
        file.parent.mkdir()
        file.write_text(json.dumps(_SETTINGS))

    def command(self, resumed: bool) -> Sequence[str]:
        modes = ("-m", "gemini-2.5-pro", "--yolo", "--skip-trust")
        return (self.bin("gemini"), *modes, *(("--resume", "latest") if resumed else ()))

    def kind(self, body: Body) -> str:
        contents = body.get("contents") or [{}]
        last = text_of(contents[-1].get("parts"))
        if "scratchpad" in last or last.startswith("Critically evaluate"):
            return "compaction"
        if not body.get("tools"):
            return "other"
        first = " ".join(text_of(content.get("parts")) for content in contents[:3])
        return "subagent" if "SUBTASK" in first and "Rules for this project" not in first else "main"

    def tool(self, act: Act) -> tuple[str, Body | str]:
        if act.what in ("shell", "delegate"):
            command = act.path if act.what == "shell" else "echo no subagents here"
            return "run_shell_command", {"command": command, "description": "run"}
        path = self.path(act.path)
        if act.what == "read":
            return "read_file", {"file_path": path}
        if act.what == "write":
            return "write_file", {"file_path": path, "content": act.new}
        return "replace", {"file_path": path, "instruction": "change", "old_string": act.old, "new_string": act.new}

    def log(self) -> Path:
        return self.newest(".gemini/tmp/*/chats/session-*.jsonl")


AGENTS = (GeminiCli,)
