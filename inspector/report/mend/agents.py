"""Where each agent takes words from: its instruction file, its compact command, and its hooks around compaction.

Checked 2026-11-20. Claude Code: documentation of commands and hooks (SessionStart, source ``compact``; what the hook
prints enters the context). Codex: openai/codex pull requests 19905 and 21272 (SessionStart matches ``compact`` since
May 2026) and developers.openai.com/codex/hooks. OpenCode: opencode.ai/docs/plugins
(``experimental.session.compacting``). Copilot CLI: ``/compact`` takes words since 1.0.52; its preCompact hook cannot
add to the context. pi: README of its coding agent (``/compact [prompt]``). Hermes 0.19.0 and
Continue 1.5.47: their packages' source (2026-11-27). Where nothing was found, the entry is empty rather than guessed.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ways:
    """What one agent offers; "" where it offers nothing, or nothing is documented."""

    instructions: str = ""
    """The file it reads at every start, in the project."""
    command: str = ""
    """What compacts on request."""
    takes_words: bool = False
    """Whether words may follow the command, to say what counts."""
    hook: str = ""
    """session_start: a script whose output enters the context after a compaction; plugin: a module that adds to what
    the summariser is told."""
    hook_file: str = ""
    """Where the hook is kept, in the project."""
    settings_file: str = ""
    """Where the hook is named."""
    root: str = ""
    """What stands for the project's folder in a hook's command: the agent may run it from anywhere."""


_CLAUDE = Ways(
    "CLAUDE.md",
    "/compact",
    True,
    "session_start",
    ".claude/hooks/after-compaction.sh",
    ".claude/settings.json",
    "$CLAUDE_PROJECT_DIR",
)
_CODEX = Ways(
    "AGENTS.md",
    "/compact",
    False,
    "session_start",
    ".codex/hooks/after-compaction.sh",
    ".codex/hooks.json",
    "$(git rev-parse --show-toplevel)",
)
_AGENTS = {
    "claude-code": _CLAUDE,
    "claude-stream": _CLAUDE,
    "codex": _CODEX,
    "codex-exec": _CODEX,
    "copilot": Ways(".github/copilot-instructions.md", "/compact", True),
    "vscode-chat": Ways(".github/copilot-instructions.md"),
    "pi": Ways("AGENTS.md", "/compact", True),
    "cline": Ways(".clinerules"),
    "gemini": Ways("GEMINI.md", "/compress"),
    "qwen": Ways("QWEN.md", "/compress"),
    "opencode": Ways("AGENTS.md", "/compact", False, "plugin", ".opencode/plugins/after-compaction.js"),
    "crush": Ways("AGENTS.md"),
    "cursor": Ways(".cursorrules"),
    "goose": Ways(".goosehints"),
    "openhands": Ways("AGENTS.md"),
    "kimi": Ways("AGENTS.md", "/compact"),
    "droid": Ways("AGENTS.md"),
    "grok": Ways("AGENTS.md"),
    "deepseek-harness": Ways("AGENTS.md"),
    "hermes": Ways("AGENTS.md", "/compress", True),
    "continue": Ways("AGENTS.md", "/compact"),
}


def ways_of(agent: str) -> Ways:
    """What an agent offers; nothing for logs that tell of no agent, such as those of an API."""
    return _AGENTS.get(agent, Ways())
