"""Gemini CLI in a terminal. Its window is built in, so that how full it is, is told by the scenario alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.protocols import InTerminal
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

    variables = {
        "GOOGLE_GEMINI_BASE_URL": "ADDRESS",
        "GEMINI_API_KEY": "none",
        "GEMINI_TELEMETRY_ENABLED": "false",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
        "GEMINI_CLI_NO_RELAUNCH": "1",
    }
    tools = {
        "shell": ("run_shell_command", {"command": "PATH", "description": "run"}),
        "read": ("read_file", {"file_path": "FILE"}),
        "write": ("write_file", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("replace", {"file_path": "FILE", "instruction": "change", "old_string": "OLD", "new_string": "NEW"}),
    }

    def configure(self) -> None:
        self.write(".gemini/settings.json", _SETTINGS)

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

    def log(self) -> Path:
        return self.newest(".gemini/tmp/*/chats/session-*.jsonl")


AGENTS = (GeminiCli,)
