"""Qwen Code in a terminal. Its window is a setting; it asks for memories and suggestions beside its work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.protocols import InTerminal
from live.wire import Body, Piece, text_of

_SETTINGS = {
    "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False},
    "ui": {"hideTips": True, "enableFollowupSuggestions": False},
    "model": {"generationConfig": {"contextWindowSize": 300_000}},
}


class QwenCode(InTerminal):
    """Its summarizer gets the whole history first, and a text of it where that fails."""

    name = "qwen-code"
    wire = "completions"
    window = 270_000
    """Smaller than it is told: a full one is then above 255,000, where it compacts, and below 277,000, where it refuses
    to go on, since a summary of a context that is smaller than was said does not bring the count down."""
    ready = ("Type your message",)
    busy = ("esc to cancel",)
    compacts = "/compress"

    variables = {
        "OPENAI_BASE_URL": "ADDRESS/v1",
        "OPENAI_API_KEY": "none",
        "OPENAI_MODEL": "stub",
        "QWEN_USAGE_STATISTICS_ENABLED": "false",
        "QWEN_TELEMETRY_ENABLED": "false",
    }
    tools = {
        "shell": ("run_shell_command", {"command": "PATH", "description": "run", "is_background": False}),
        "read": ("read_file", {"file_path": "FILE"}),
        "write": ("write_file", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("edit", {"file_path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": (
            "agent",
            {"description": "count", "prompt": "PATH", "subagent_type": "general-purpose", "run_in_background": False},
        ),
    }

    def configure(self) -> None:
        self.write(".qwen/settings.json", _SETTINGS)

    def command(self, resumed: bool) -> Sequence[str]:
        more = ("--continue",) if resumed else ()
        return (self.node(), self.bin("qwen"), "--yolo", *more)

    def kind(self, body: Body) -> str:
        messages = body.get("messages") or [{}]
        last, system = text_of(messages[-1].get("content")), text_of(messages[0].get("content"))
        if "tool execution is disabled for this request" in last or "in your <analysis> block" in last:
            return "compaction"
        words = "\n".join(text_of(one.get("content")) for one in messages if one.get("role") == "user")
        if not body.get("tools") or "SUGGESTION MODE" in last or "managed memory" in system[:400]:
            return "other"
        return "subagent" if "SUBTASK" in words and "Rules for this project" not in words else "main"

    def unlogged(self, piece: Piece) -> str:
        if piece.voice == "result" and " was not recorded " in piece.text:
            return "notes in the place of results that were forgotten"
        return "startup reminders" if piece.text.lstrip().startswith("<system-reminder>") else ""

    def log(self) -> Path:
        return self.newest(".qwen/projects/*/chats/*.jsonl")


AGENTS = (QwenCode,)
