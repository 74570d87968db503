"""Putting hooks into an agent's settings and taking them out again: only ours, with what else stands there kept.

Source: Claude Code, ``.claude/settings.json`` (hooks by event, each with a matcher and commands) and its plugin folders
(``.claude-plugin/plugin.json``, ``hooks/hooks.json``); Codex CLI, ``.codex/hooks.json`` in the same form; Gemini CLI,
``.gemini/settings.json`` in the same form with milliseconds; OpenCode, a plugin in a file of its own that answers
``experimental.session.compacting``; read 2026-11-23. Others document no hook around compaction that could be used.
"""

from __future__ import annotations

import difflib
import json
import os
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inspector.errors import CannotRead, UsageError
from inspector.resources import resource

_MATCHERS = {"PreCompact": "", "PostCompact": "", "SessionStart": "compact", "PreCompress": "", "BeforeAgent": ""}
_SECONDS = 30
"""After which the agent ends a hook of ours; it ends itself earlier."""


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
    newest: tuple[int, int] | None = None
    """The version that the contract was read for, as far as a log tells one: behind a newer one hooks say nothing."""

    @property
    def is_plugin(self) -> bool:
        """Whether it is a file of its own, and no settings that others write to."""
        return not self.file.endswith(".json")


PLACES = {
    "claude-code": Place(
        ".claude/settings.json",
        ("PreCompact", "PostCompact", "SessionStart"),
        "Read for Claude Code up to 2.1.261; from 2.2 on they say nothing. Holding a compaction back needs 2.1.105.",
        newest=(2, 1),
    ),
    "codex": Place(
        ".codex/hooks.json",
        ("SessionStart",),
        "Codex ignores what is printed before and after a compaction: only the start behind one is used.",
    ),
    "gemini": Place(
        ".gemini/settings.json",
        ("PreCompress", "BeforeAgent"),
        "Gemini CLI takes no words for its summary and calls nothing behind it: what is not there joins your next "
        "prompt, for that turn.",
        second=1_000,
    ),
    "opencode": Place(
        ".config/opencode/plugin/inspector.js",
        ("PreCompact",),
        "OpenCode calls its hook experimental. It tells the summary what to keep; nothing is put back behind it.",
        in_project=".opencode/plugin/inspector.js",
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
            if not self.after:
                self.path.unlink(missing_ok=True)
                return
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


def installed(
    agent: str,
    root: Path,
    program: str,
    options: Mapping[str, str] = MappingProxyType({}),
    seconds: float | None = None,
) -> Change:
    """The settings with our hooks, once each. Raises CannotRead for settings that are no JSON object.

    ``options`` are those of the command of an event, ``seconds`` what the agent waits for one at most.
    """
    place = place_of(agent)
    if place.is_plugin:
        path = _own_file(place, root)
        return Change(path, _text_of(path), _plugin(program))
    path = root / place.file
    before, settings = _settings(path)
    hooks = _without_ours(settings)
    for event in place.events:
        command = f"{shlex.quote(program)} hook {event} --agent {agent}{options.get(event, '')}"
        run = {"type": "command", "command": command, "timeout": round(seconds or _SECONDS) * place.second}
        group = {"matcher": _MATCHERS[event], "hooks": [run]} if _MATCHERS[event] else {"hooks": [run]}
        hooks.setdefault(event, []).append(group)
    return Change(path, before, _written(settings | {"hooks": hooks}))


def taken_out(agent: str, root: Path) -> Change:
    """The settings without our hooks."""
    place = place_of(agent)
    if place.is_plugin:
        path = _own_file(place, root)
        before = _text_of(path)
        return Change(path, before, "" if f" hook install {agent}" in before else before)
    path = root / place.file
    before, settings = _settings(path)
    hooks = _without_ours(settings)
    rest = {key: value for key, value in settings.items() if key != "hooks"} | ({"hooks": hooks} if hooks else {})
    return Change(path, before, _written(rest) if rest or before else "")


def plugin_files(program: str) -> dict[str, str]:
    """The files of a plugin folder for Claude Code, by their path in it."""
    about = {
        "name": "inspector-compaction",
        "description": "Tells the summariser what to keep, and puts back what you said.",
        "version": "1.0.0",
    }
    empty: dict[str, Any] = {}
    hooks: dict[str, Any] = json.loads(installed("claude-code", Path(os.devnull).parent / "none", program).after)
    return {
        ".claude-plugin/plugin.json": _written(empty | about),
        "hooks/hooks.json": _written({"hooks": hooks["hooks"]}),
    }


def _own_file(place: Place, root: Path) -> Path:
    return root / (place.in_project if place.in_project and root != Path.home() else place.file)


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8") if path.exists() else ""
    except (OSError, ValueError) as why:
        raise CannotRead(f"{path} cannot be read, so it is left as it is: {why}.", path=str(path)) from why


def _plugin(program: str) -> str:
    """A plugin for OpenCode: it asks this program, and says nothing where that takes too long or fails."""
    text = resource("hooks/opencode.js").read_text(encoding="utf-8")
    return text.replace('"PROGRAM"', json.dumps(program)).replace("SECONDS", str(_SECONDS))


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
