"""Claude Code in print mode, one process with prompts and answers as lines of JSON; and as a person starts it."""

from live.protocols import InLines, InTerminal

_PROGRAM = "PACKAGES/@anthropic-ai/claude-code-linux-x64/claude --dangerously-skip-permissions"
_ANSWERED = {
    "hasCompletedOnboarding": True,
    "bypassPermissionsModeAccepted": True,
    "customApiKeyResponses": {"approved": ["sk-ant-none"], "rejected": []},
    "projects": {"PROJECT": {"hasTrustDialogAccepted": True}},
}


class ClaudeCode(InLines):
    """Its summarizer's call is the main request with one more text at the end."""

    name = "claude-code"
    wire = "messages"
    # From here on a setting makes it compact 33,000 tokens below the window.
    window = 100_000
    command = f"{_PROGRAM} -p --verbose --input-format stream-json --output-format stream-json"
    # Its default model gets reminders in messages of the system, this one in the prompts.
    resumed = "--resume SESSION --model claude-opus-4-6"
    variables = {
        "ANTHROPIC_BASE_URL": "ADDRESS",
        "ANTHROPIC_API_KEY": "sk-ant-none",
        "CLAUDE_CODE_AUTO_COMPACT_WINDOW": str(window),
    }
    switches = "IS_SANDBOX CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC"
    tools = {
        "shell": ("Bash", {"command": "PATH", "description": "run a command"}),
        "read": ("Read", {"file_path": "FILE"}),
        "write": ("Write", {"file_path": "FILE", "content": "NEW"}),
        "edit": ("Edit", {"file_path": "FILE", "old_string": "OLD", "new_string": "NEW"}),
        "delegate": ("Agent", {"prompt": "PATH", "description": "a task", "subagent_type": "general-purpose"}),
    }
    strategies = {"summary": "claude-code/full"}
    sums_up = "^(?=.*<summary>)(?=.*<analysis>)"
    hidden = {"billing header": "instructions x-anthropic-billing-header"}
    logs = ".claude/projects/*/*.jsonl"

    def say(self, text: str) -> None:
        since = len(self.told)
        self.put({"type": "user", "message": {"role": "user", "content": text}})
        self.session = self.wait("type", "result", since=since).get("session_id", self.session)

    def compact(self, focus: str) -> None:
        self.say(f"/compact {focus}".strip())


class InWindow(InTerminal, ClaudeCode):
    """All questions of a first start are answered."""

    name = "claude-code:terminal"
    command = _PROGRAM
    resumed = "--continue"
    files = {".claude.json": _ANSWERED}
    ready = ("bypass permissions on", "? for shortcuts")
    busy = "esc to interrupt"
    leaves = "/exit"
