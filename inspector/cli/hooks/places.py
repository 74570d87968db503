"""Where each agent reads its hooks from, which events are of use there, and what has to be known of them.

Each was driven against a recording server on 2026-11-27 or 28 (``live/``): Claude Code 2.1.332, Codex 0.171.0, Gemini
CLI 0.61.0, Qwen Code 0.24.4, OpenCode 1.18.34, Kilo 7.7.9, pi 1.6.0, Kimi Code 2.1.0, Grok Build 1.0.41, GitHub Copilot
CLI 1.0.102 and Cline 3.0.65.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from inspector.errors import CannotRead


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent reads its hooks from, below the user's home or a project's folder."""

    file: str
    events: tuple[str, ...]
    limits: str
    """What has to be known of hooks there."""
    second: int = 1
    """How many of the agent's units of time a second is."""
    in_project: str = ""
    """The file below a project's folder, where that is another."""
    plain: tuple[str, ...] = ()
    """Events whose words are printed as they are; elsewhere they are ``additionalContext``."""
    format: str = ""
    """The id of the adapter that reads its logs, where that is another."""
    is_database: bool = False
    """Whether its sessions lie in one file, whose size tells nothing of one of them."""
    needs_review: bool = False
    """Whether it runs a hook only once its user has reviewed it."""
    newest: tuple[int, int] | None = None
    """The version that the contract was read for, as far as a log tells one: behind a newer one hooks say nothing."""

    @property
    def is_plugin(self) -> bool:
        """Whether it is a file of its own, and no settings that others write to."""
        return self.file.endswith((".js", ".ts"))

    def path(self, root: Path) -> Path:
        """The file below the user's home or a project's folder."""
        return root / (self.in_project if self.in_project and root != Path.home() else self.file)

    def check_version(self, told: str) -> None:
        """Raise CannotRead where the agent that writes a log is newer than the contract that was read.

        A new patch level changes no contract, and agents that update every day would never be answered.
        """
        last = told.rsplit(", ", 1)[-1]
        parts = last.split(".")
        if self.newest is None or len(parts) < 2 or not (parts[0].isdigit() and parts[1].isdigit()):
            return
        if (int(parts[0]), int(parts[1])) > self.newest:
            read_for = ".".join(map(str, self.newest))
            raise CannotRead(f"{last} is newer than {read_for}, for which the hooks were made.")


_IN_PROCESS = "What is put back stands in every request until the next compaction, and in no log."
PLACES = {
    "claude-code": Place(
        ".claude/settings.json",
        ("PreCompact", "SubagentStop", "SessionStart", "PostCompact", "UserPromptSubmit"),
        "They were tried with Claude Code up to 2.1.332; from 2.2 on they print nothing. Grok Build runs them, "
        "too, but takes no words of a hook: there they print nothing.",
        plain=("PreCompact",),
        newest=(2, 1),
    ),
    "codex": Place(
        ".codex/hooks.json",
        ("SessionStart",),
        "Codex runs a hook only once you have reviewed it: start codex and accept it under “Hooks need review”; until "
        "then codex exec skips it without a word, and inspector hook status says so. It takes no words for its "
        "summary; what is put back joins the session behind each compaction, since the next one drops it again.",
        needs_review=True,
    ),
    "gemini": Place(
        ".gemini/settings.json",
        ("BeforeAgent", "BeforeModel"),
        "Gemini CLI takes no words for its summary. What is put back joins the first request behind a compaction, and "
        "with your next prompt it stays in the history until the next one.",
        second=1_000,
    ),
    "qwen": Place(
        ".qwen/settings.json",
        ("PreCompact", "PostCompact", "UserPromptSubmit"),
        "Qwen Code sends the first request behind an automatic compaction before a hook could add to it: what is "
        "put back joins the one after that, or your next prompt.",
        second=1_000,
    ),
    "kimi": Place(
        ".kimi-code/config.toml",
        ("PostCompact", "UserPromptSubmit"),
        "Kimi Code takes no words for its summary and none right behind it: what is put back joins your next prompt.",
        plain=("UserPromptSubmit",),
    ),
    "opencode": Place(
        ".config/opencode/plugin/inspector.js",
        ("PreCompact", "SessionStart"),
        f"OpenCode calls these hooks experimental. {_IN_PROCESS}",
        in_project=".opencode/plugin/inspector.js",
        is_database=True,
    ),
    "kilo": Place(
        ".config/kilo/plugin/inspector.js",
        ("PreCompact", "SessionStart"),
        f"Kilo calls these hooks experimental. {_IN_PROCESS}",
        in_project=".kilo/plugin/inspector.js",
        format="opencode",
        is_database=True,
    ),
    "pi": Place(
        ".pi/agent/extensions/inspector.ts",
        ("SessionStart",),
        "pi hands no words to its summarizer: an extension could only write the summary itself. What is put back "
        "joins the session behind the compaction.",
        in_project=".pi/extensions/inspector.ts",
    ),
}
WITHOUT = {
    "grok": "Grok Build takes no words from a hook at a compaction or a prompt; it runs those of Claude Code's "
    "settings, and there the inspector's print nothing.",
    "copilot": "GitHub Copilot CLI carries all your words through a compaction itself, and hands no words of a hook to "
    "its summarizer (1.0.102).",
    "cline": "Cline runs no hook around a compaction, and none at a prompt; only words behind a call of a tool reach "
    "its model (3.0.65).",
}
"""Agents whose hooks do not help, and why."""
