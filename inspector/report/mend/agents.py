"""Where each agent takes words from: its instruction file and its compact command. Its hooks stand in ``cli/hooks/``.

Checked 2026-11-20. Claude Code: documentation of commands. Codex: developers.openai.com/codex. OpenCode:
opencode.ai/docs. Copilot CLI: ``/compact`` takes words since 1.0.52. pi: README of its coding agent
(``/compact [prompt]``). Hermes 0.19.0 and Continue 1.5.47: their packages' source (2026-11-27). Where nothing was
found, the entry is empty rather than guessed.
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


_CLAUDE = Ways("CLAUDE.md", "/compact", True)
_CODEX = Ways("AGENTS.md", "/compact")
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
    "opencode": Ways("AGENTS.md", "/compact"),
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
