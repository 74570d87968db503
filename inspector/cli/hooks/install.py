"""Putting hooks into an agent's settings and taking them out again: only ours, with what else stands there kept.

Source: Claude Code, ``.claude/settings.json`` (hooks by event, each with a matcher and commands) and its plugin folders
(``.claude-plugin/plugin.json``, ``hooks/hooks.json``); Codex CLI, ``.codex/hooks.json`` in the same form; read
2026-11-23. Gemini CLI, OpenCode and others: no hook around compaction is documented that could be used.
"""

from __future__ import annotations

import difflib
import json
import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.errors import CannotRead, UsageError

MARK = "inspector hook "
"""What our commands begin with, behind the program's path."""
_MATCHERS = {"PreCompact": "", "PostCompact": "", "SessionStart": "compact"}
_SECONDS = 30
"""After which the agent ends a hook of ours; it ends itself earlier."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent reads its hooks from, below the user's home or a project's folder."""

    file: str
    events: tuple[str, ...]
    limits: str
    """What has to be known of hooks there."""


PLACES = {
    "claude-code": Place(
        ".claude/settings.json",
        ("PreCompact", "PostCompact", "SessionStart"),
        "Read for Claude Code up to 2.1.261. Holding a compaction back needs 2.1.105 or later.",
    ),
    "codex": Place(
        ".codex/hooks.json",
        ("SessionStart",),
        "Codex ignores what is printed before and after a compaction: only the start behind one is used.",
    ),
}


@dataclass(frozen=True, slots=True)
class Change:
    """A settings file as it is and as it would be."""

    path: Path
    before: str
    after: str

    @property
    def is_any(self) -> bool:
        """Whether there is anything to change."""
        return self.before != self.after

    def shown(self) -> str:
        """The change as a diff."""
        lines = (self.before.splitlines(keepends=True), self.after.splitlines(keepends=True))
        return "".join(difflib.unified_diff(*lines, str(self.path), str(self.path)))

    def write(self) -> None:
        """Write the file in one step. Raises CannotRead where that cannot be done."""
        beside = self.path.with_name(f".{self.path.name}.new")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(self.after, encoding="utf-8")
            if self.path.exists():
                os.chmod(beside, self.path.stat().st_mode & 0o777)
            os.replace(beside, self.path)
        except OSError as why:
            raise CannotRead(f"{self.path} could not be written: {why.strerror}.", path=str(self.path)) from why


def place_of(agent: str) -> Place:
    """Where an agent's hooks stand. Raises UsageError for an agent without any that are documented."""
    if agent not in PLACES:
        hint = "inspector mend LOG --compaction N --as pins gives a block for its instruction file."
        raise UsageError(f"No hook of {agent} around compaction is documented.", hint=hint)
    return PLACES[agent]


def installed(agent: str, root: Path, program: str, options: str = "") -> Change:
    """The settings with our hooks, once each. Raises CannotRead for settings that are no JSON object."""
    place = place_of(agent)
    path = root / place.file
    before, settings = _settings(path)
    hooks = _without_ours(settings)
    for event in place.events:
        # Options are about what the summary must keep and about notices; each event takes those that are its own.
        command = f"{shlex.quote(program)} hook {event} --agent {agent}{options if event != 'SessionStart' else ''}"
        run = {"type": "command", "command": command, "timeout": _SECONDS}
        group = {"matcher": _MATCHERS[event], "hooks": [run]} if _MATCHERS[event] else {"hooks": [run]}
        hooks.setdefault(event, []).append(group)
    return Change(path, before, _written(settings | {"hooks": hooks}))


def taken_out(agent: str, root: Path) -> Change:
    """The settings without our hooks."""
    path = root / place_of(agent).file
    before, settings = _settings(path)
    hooks = _without_ours(settings)
    rest = {key: value for key, value in settings.items() if key != "hooks"} | ({"hooks": hooks} if hooks else {})
    return Change(path, before, _written(rest) if rest or before else "")


def plugin_files(program: str) -> dict[str, str]:
    """The files of a plugin folder for Claude Code, by their path in it."""
    about = {
        "name": "inspector-compaction",
        "description": "Tells the summariser what to keep, and puts back what a compaction lost.",
        "version": "1.0.0",
    }
    empty: dict[str, Any] = {}
    hooks: dict[str, Any] = json.loads(installed("claude-code", Path(os.devnull).parent / "none", program).after)
    return {
        ".claude-plugin/plugin.json": _written(empty | about),
        "hooks/hooks.json": _written({"hooks": hooks["hooks"]}),
    }


def _settings(path: Path) -> tuple[str, dict[str, Any]]:
    if not path.exists():
        return "", {}
    try:
        text = path.read_text(encoding="utf-8")
        told = json.loads(text) if text.strip() else {}
    except (OSError, ValueError) as why:
        raise CannotRead(f"{path} cannot be read as JSON, so it is left as it is: {why}.", path=str(path)) from why
    if not isinstance(told, dict) or not isinstance(told.get("hooks", {}), dict):
        raise CannotRead(f"{path} has not the form of settings, so it is left as it is.", path=str(path))
    return text, told


def _without_ours(settings: dict[str, Any]) -> dict[str, Any]:
    """The hooks of others, as they are."""
    kept: dict[str, Any] = {}
    for event, groups in settings.get("hooks", {}).items():
        if not isinstance(groups, list):
            kept[event] = groups
            continue
        left = [one for one in (_group_of_others(group) for group in groups) if one is not None]
        if left:
            kept[event] = left
    return kept


def _group_of_others(group: Any) -> Any:
    runs = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(runs, list) or not any(map(_is_ours, runs)):
        return group
    left = [run for run in runs if not _is_ours(run)]
    return group | {"hooks": left} if left else None


def _is_ours(run: Any) -> bool:
    command = run.get("command") if isinstance(run, dict) else None
    return isinstance(command, str) and any(f" hook {event} --agent " in command for event in _MATCHERS)


def _written(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
