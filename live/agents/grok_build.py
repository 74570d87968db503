"""Grok Build over the Agent Client Protocol, with a model of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from live.protocols import OverProtocol
from live.wire import Body, Piece, text_of

_CONFIG = """\
[cli]
auto_update = false
[models]
default = "stub"
[model.stub]
model = "stub"
base_url = "{address}/v1"
api_key = "none"
context_window = 48000
api_backend = "chat_completions"
[session]
auto_compact_threshold_percent = 80
"""


class GrokBuild(OverProtocol):
    """It sums up in two passes, the first of them ahead of time."""

    name = "grok-build"
    wire = "completions"
    variables = {"GROK_TELEMETRY_ENABLED": "0", "GROK_DISABLE_AUTO_UPDATE": "1"}
    tools = {
        "shell": ("run_terminal_command", {"command": "PATH", "description": "run"}),
        "read": ("read_file", {"target_file": "FILE"}),
        "write": ("write", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("search_replace", {"file_path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("spawn_subagent", {"prompt": "PATH", "description": "a task", "subagent_type": "general-purpose"}),
    }

    def configure(self) -> None:
        self.write(".grok/config.toml", _CONFIG.format(address=self.stub.address))

    def command(self) -> Sequence[str]:
        return (self.bin("grok"), "agent", "-m", "stub", "--always-approve", "--no-leader", "stdio")

    def kind(self, body: Body) -> str:
        messages = body.get("messages") or [{}]
        last = text_of(messages[-1].get("content"))[:600]
        if (
            "ultra-short dashboard line" in last
            or "Generate a session title" in last
            or len(body.get("tools") or ()) < 2
        ):
            return "other"
        if "summary of the conversation" in last or "CompactionPass" in last or "successor assistant" in last:
            return "compaction"
        words = [text_of(one.get("content")) for one in messages if one.get("role") == "user"][:4]
        is_task = any("SUBTASK" in text and "Rules for this project" not in text for text in words)
        return "subagent" if is_task else "main"

    def unlogged(self, piece: Piece) -> str:
        if not piece.text.lstrip().startswith("<system-reminder>"):
            return ""
        return "reminders on tools" if "MCP" in piece.text else "reminder on workflows"

    def log(self) -> Path:
        return self.newest(".grok/sessions/*/*/updates.jsonl").parent


AGENTS = (GrokBuild,)
