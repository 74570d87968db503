"""Gemini CLI in a terminal. Its window is built in, so that how full it is, is told by the scenario alone."""

from live.protocols import InTerminal

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
    command = "PACKAGES/.bin/gemini -m gemini-2.5-pro --yolo --skip-trust"
    resumed = "--resume latest"
    variables = {
        "GOOGLE_GEMINI_BASE_URL": "ADDRESS",
        "GEMINI_API_KEY": "none",
        "GEMINI_TELEMETRY_ENABLED": "false",
        "GEMINI_CLI_TRUST_WORKSPACE": "true",
    }
    switches = "GEMINI_CLI_NO_RELAUNCH"
    files = {".gemini/settings.json": _SETTINGS}
    tools = {
        "shell": ("run_shell_command", {"command": "PATH", "description": "run"}),
        "read": ("read_file", {"file_path": "FILE"}),
        "write": ("write_file", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("replace", {"file_path": "FILE", "instruction": "change", "old_string": "OLD", "new_string": "NEW"}),
    }
    strategies = {"summary": "gemini/two-pass"}
    sums_up = "scratchpad|^Critically evaluate"
    logs = ".gemini/tmp/*/chats/session-*.jsonl"
    ready = ("Type your message",)
    busy = ("esc to cancel",)
    compacts = "/compress"
