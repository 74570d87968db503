"""Cline's command line in a terminal. It leaves a service behind, which ends with the processes of a run."""

import time
from pathlib import Path

from live.protocols import InTerminal

_SETTINGS = {"provider": "openai-compatible", "apiKey": "none", "model": "stub", "baseUrl": "ADDRESS/v1"}


class Cline(InTerminal):
    """Its summarizer is sent one text without tools. A log has the latest summary alone."""

    name = "cline"
    wire = "completions"
    window = 24_000
    takes_failures = True
    command = "PACKAGES/@cline/cli-linux-x64/bin/cline -i -P openai-compatible -m stub"
    resumed = "--id SESSION"
    switches = "CLINE_TELEMETRY_DISABLED CLINE_NO_AUTO_UPDATE"
    _provider = {
        "settings": _SETTINGS | {"contextWindow": window},
        "updatedAt": "2026-01-01T00:00:00.000Z",
        "tokenSource": "manual",
    }
    files = {
        ".cline/data/settings/providers.json": {
            "version": 1,
            "lastUsedProvider": "openai-compatible",
            "providers": {"openai-compatible": _provider},
        }
    }
    tools = {
        "shell": ("run_commands", {"commands": ["PATH"]}),
        "read": ("read_files", {"files": [{"path": "FILE"}]}),
        "write": ("editor", {"path": "FILE", "old_text": None, "new_text": "NEW"}),
        "edit": ("editor", {"path": "FILE", "old_text": "OLD", "new_text": "NEW"}),
        "delegate": ("spawn_agent", {"systemPrompt": "You count.", "task": "PATH"}),
    }
    strategies = {"basic": "cline/basic", "summary": "cline/agentic"}
    sums_up = "^(?=.*## Highlights)(?=.*Conversation:)"
    hidden = {
        "summary of an earlier compaction": "user Context summary:",
        "notes of what was done": "user <SYSTEM_NOTICE>",
    }
    logs = ".cline/data/sessions/*/*.messages.json"
    ready = ("Auto-approve", "Ask anything", "Esc")

    def open(self, resumed: bool) -> None:
        super().open(resumed)
        # An offer stands over the first screen, and takes what is typed.
        self.process.press("Escape")
        time.sleep(2)

    def leave(self) -> None:
        self.session = self.log().parent.name
        for _ in range(2):
            self.process.press("C-c")
            time.sleep(1.5)

    def log(self) -> Path:
        # Beside it lie those of its subagents.
        return (folder := super().log().parent) / f"{folder.name}.messages.json"
