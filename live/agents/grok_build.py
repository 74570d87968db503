"""Grok Build over the Agent Client Protocol, with a model of one's own."""

import json
from pathlib import Path

from live.protocols import OverProtocol
from live.script import Act
from live.wire import Call

_CONFIG = """\
cli.auto_update = false
models.default = "stub"
session.auto_compact_threshold_percent = 80
[model.stub]
model = "stub"
base_url = "ADDRESS/v1"
api_key = "none"
context_window = 48000
api_backend = "chat_completions"
"""


class GrokBuild(OverProtocol):
    """It sums up in two passes, the first of them ahead of time."""

    name = "grok-build"
    wire = "completions"
    command = "PACKAGES/.bin/grok agent -m stub --always-approve --no-leader stdio"
    variables = {"GROK_TELEMETRY_ENABLED": "0", "GROK_DISABLE_AUTO_UPDATE": "1"}
    files = {".grok/config.toml": _CONFIG}
    tools = {
        "shell": ("run_terminal_command", {"command": "PATH", "description": "run"}),
        "read": ("read_file", {"target_file": "FILE"}),
        "write": ("write", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("search_replace", {"file_path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("spawn_subagent", {"prompt": "PATH", "description": "a task", "subagent_type": "general-purpose"}),
    }
    hidden = {
        "reminders on tools": r"\w+\s+<system-reminder>.*MCP",
        "reminder on workflows": r"\w+\s+<system-reminder>",
    }
    strategies = {"summary": "grok/build"}
    sums_up = "^.{,600}?(summary of the conversation|CompactionPass|successor assistant)"
    logs = ".grok/sessions/*/*/updates.jsonl"
    asides = "ultra-short dashboard line|session title"

    def tool(self, act: Act) -> Call:
        if act.what == "ask":
            return "use_tool", {"tool_name": f"inspector__{act.path}", "tool_input": json.loads(act.new)}
        return super().tool(act)

    def log(self) -> Path:
        return super().log().parent
