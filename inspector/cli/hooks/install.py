"""Putting hooks into an agent's settings and taking them out again: nothing else there changes, by a single byte."""

from __future__ import annotations

import difflib
import json
import os
import shlex
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from inspector.cli.hooks.places import PLACES, WITHOUT, Place
from inspector.cli.hooks.settings import START_OF_BLOCK, with_block, with_hooks, without_block, without_hooks
from inspector.errors import CannotRead, UsageError, cause
from inspector.given import given_bytes
from inspector.resources import resource

_MATCHERS = {"SessionStart": "compact"}
SECONDS = 30
"""After which the agent ends a hook of ours; it ends itself earlier."""
_BY_HAND = "Add the lines above to it by hand."
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Change:
    """A settings file as it is and as it would be; None where there is none."""

    path: Path
    before: str | None
    after: str | None

    @property
    def is_any(self) -> bool:
        """Whether there is anything to change."""
        return self.before != self.after

    def shown(self) -> str:
        """The change as a diff."""
        before, after = (_lines(text or "") for text in (self.before, self.after))
        return "".join(difflib.unified_diff(before, after, str(self.path), str(self.path)))

    def write(self) -> None:
        """Write the file in one step; a link stays one, and what it leads to changes. Raises CannotRead."""
        target, beside = self.path.resolve(), ""
        try:
            if _text_of(self.path) != self.before:
                raise CannotRead(f"{self.path} was changed meanwhile; nothing was written.", path=str(self.path))
            if self.after is None:
                target.unlink(missing_ok=True)
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            handle, beside = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
            with os.fdopen(handle, "wb") as out:
                out.write(self.after.encode())
            os.chmod(beside, target.stat().st_mode & 0o777 if target.exists() else 0o644)
            os.replace(beside, target)
        except OSError as why:
            if beside:
                Path(beside).unlink(missing_ok=True)
            raise CannotRead(f"{self.path} could not be written: {cause(why)}.", path=str(self.path)) from why


class NotChanged(CannotRead):
    """Settings that cannot be changed in place; with what a person may add by hand."""

    def __init__(self, path: Path, why: Exception, hint: str = "", lines: str = "") -> None:
        told = cause(why) if isinstance(why, OSError) else why
        if isinstance(why, json.JSONDecodeError):
            told = f"line {why.lineno} is no plain JSON, which has no comments and no comma behind a last value"
        elif isinstance(why, RecursionError):
            told = "it is too deep"
        super().__init__(f"{path} is left as it is: {told}.", hint=hint, path=str(path))
        self.lines = lines


def place_of(agent: str) -> Place:
    """Where an agent's hooks stand. Raises UsageError for an agent without any that help."""
    if agent not in PLACES:
        hint = "inspector mend LOG --compaction N --as pins gives a block for its instruction file."
        why = WITHOUT.get(agent) or f"There are no hooks for {agent}; there are for {', '.join(PLACES)}."
        raise UsageError(why, hint=hint)
    return PLACES[agent]


def installed(
    agent: str, root: Path, command: Sequence[str], options: Mapping[str, str] = _NOTHING, seconds: float | None = None
) -> Change:
    """The settings with our hooks, once each. Raises CannotRead, with what to add by hand, for any that it cannot keep.

    ``command`` starts this program; ``options`` are those of an event, ``seconds`` what the agent waits at most.
    """
    place = place_of(agent)
    path = place.path(root)
    _check_inside(path, root)
    before, wait = _text_of(path), round(seconds or SECONDS)
    if place.is_plugin:
        text = _plugin(agent, place, command)
        if before is not None and not _is_own_plugin(before):
            hint = "Give that file another name; then this one has its place."
            raise CannotRead(f"{path} is a plugin of somebody else, and left as it is.", hint=hint, path=str(path))
        return Change(path, before, text)
    commands = {
        event: f"{shlex.join(command)} hook {event} --agent {agent}{options.get(event, '')}" for event in place.events
    }
    if path.suffix == ".toml":
        added = "".join(
            f"[[hooks]]\nevent = {json.dumps(event)}\ncommand = {json.dumps(command)}\ntimeout = {wait}\n"
            for event, command in commands.items()
        )
    else:
        groups = {event: _group(event, command, wait * place.second) for event, command in commands.items()}
        added = json.dumps({"hooks": {event: [group] for event, group in groups.items()}}, indent=2, ensure_ascii=False)
    try:
        if path.suffix == ".toml":
            told = with_block(left := without_block(before or ""), added)
            # A file that is made for them has no line end ahead of them, so that it is known for one.
            return Change(path, before, told.removeprefix("\n") if _is_made(before, left) else told)
        left = "" if before is None else without_hooks(before, _is_ours)
        if _is_made(before, left):
            return Change(path, before, f"{with_hooks('', groups)}\n")
        return Change(path, before, with_hooks(left, groups))
    except (ValueError, RecursionError) as why:
        raise NotChanged(path, why, _BY_HAND, f"{added.rstrip()}\n") from why


def taken_out(agent: str, root: Path) -> Change:
    """The settings without our hooks. Raises CannotRead for any that it cannot keep."""
    place = place_of(agent)
    path = place.path(root)
    _check_inside(path, root)
    before = _text_of(path)
    if before is None:
        return Change(path, None, None)
    if place.is_plugin:
        return Change(path, before, None if _is_own_plugin(before) else before)
    if f" --agent {agent}" not in before:
        return Change(path, before, before)
    try:
        left = without_block(before) if path.suffix == ".toml" else without_hooks(before, _is_ours)
    except (ValueError, RecursionError) as why:
        raise NotChanged(path, why, f"Take out by hand what says “--agent {agent}”.") from why
    return Change(path, before, None if _is_made(before, left) else left)


def is_installed(agent: str, root: Path) -> bool:
    """Whether hooks of ours stand in an agent's settings; also where these cannot be changed."""
    place = place_of(agent)
    with suppress(CannotRead):
        text = _text_of(place.path(root)) or ""
        return _is_own_plugin(text) if place.is_plugin else f" hook {place.events[-1]} --agent {agent}" in text
    return False


def _is_made(before: str | None, left: str) -> bool:
    """Whether a file without our hooks is none: what was there and empty begins or ends otherwise."""
    if before is None or before.startswith(START_OF_BLOCK):
        return not left
    return not left.strip() and before.startswith("{") and before.endswith("}\n")


def _group(event: str, command: str, timeout: int) -> dict[str, Any]:
    run = {"type": "command", "command": command, "timeout": timeout}
    return {"matcher": _MATCHERS[event], "hooks": [run]} if event in _MATCHERS else {"hooks": [run]}


def _text_of(path: Path) -> str | None:
    try:
        return given_bytes(path).decode() if path.exists() else None
    except (OSError, ValueError) as why:
        raise NotChanged(path, why) from why


def _lines(text: str) -> list[str]:
    """Lines of a diff; a last one without an end says so, as in those of git."""
    *whole, last = text.split("\n")
    return [f"{line}\n" for line in whole] + ([f"{last}\n\\ No newline at end of file\n"] if last else [])


def _check_inside(path: Path, root: Path) -> None:
    """Raise CannotRead where a project's settings lead out of it: who cloned it chose no file of theirs to change."""
    if root != Path.home() and not path.resolve().is_relative_to(root.resolve()):
        raise CannotRead(f"{path} leads out of the project, to {path.resolve()}; nothing is done.", path=str(path))


_PLUGIN = '// Written by "inspector hook install '


def _is_own_plugin(text: str) -> bool:
    return text.startswith(_PLUGIN)


def _plugin(agent: str, place: Place, command: Sequence[str]) -> str:
    """A plugin that asks this program, and says nothing where that takes too long or fails."""
    text = resource(f"hooks/{'pi.ts' if agent == 'pi' else 'opencode.js'}").read_text(encoding="utf-8")
    for word, told in (('["PROGRAM"]', json.dumps(command)), ("AGENT", agent), ("SECONDS", str(SECONDS))):
        text = text.replace(word, told)
    return text


def _is_ours(run: Any) -> bool:
    command = run.get("command") if isinstance(run, dict) else None
    events = ("PreCompress", "PostCompact", *{event for place in PLACES.values() for event in place.events})
    return isinstance(command, str) and any(f" hook {event} --agent " in command for event in events)
