"""Qwen Code in a terminal. Its window is a setting; it asks for memories and suggestions beside its work."""

from live.protocols import InTerminal

_SETTINGS = {
    "security": {"auth": {"selectedType": "openai"}, "folderTrust": {"enabled": False}},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "general": {"enableAutoUpdate": False},
    "ui": {"hideTips": True, "enableFollowupSuggestions": False},
    "model": {"generationConfig": {"contextWindowSize": 300_000}},
}
_COUNTER = {"description": "count", "prompt": "PATH", "subagent_type": "general-purpose", "run_in_background": False}


class QwenCode(InTerminal):
    """Its summarizer gets the whole history first, and a text of it where that fails."""

    name = "qwen-code"
    wire = "completions"
    window = 270_000
    """Smaller than it is told: a full one is above 255,000, where it compacts, and below 277,000, where it stops, as a
    summary of less than was said does not bring the count down."""
    command = "NODE PACKAGES/.bin/qwen --yolo"
    resumed = "--continue"
    variables = {
        "OPENAI_BASE_URL": "ADDRESS/v1",
        "OPENAI_API_KEY": "none",
        "OPENAI_MODEL": "stub",
        "QWEN_USAGE_STATISTICS_ENABLED": "false",
        "QWEN_TELEMETRY_ENABLED": "false",
    }
    files = {".qwen/settings.json": _SETTINGS}
    tools = {
        "shell": ("run_shell_command", {"command": "PATH", "description": "run", "is_background": False}),
        "read": ("read_file", {"file_path": "FILE"}),
        "write": ("write_file", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("edit", {"file_path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("agent", _COUNTER),
    }
    sums_up = "tool execution is disabled for this request|in your <analysis> block"
    asides = "SUGGESTION MODE|managed memory"
    hidden = {
        "notes in the place of results that were forgotten": "result .* was not recorded ",
        "startup reminders": r"\w+\s+<system-reminder>",
    }
    logs = ".qwen/projects/*/chats/*.jsonl"
    ready = ("Type your message",)
    busy = ("esc to cancel",)
    compacts = "/compress"
