"""What is restored next time: recent sessions, the window, and how each session was last looked at."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import orjson

RECENT = 20
VIEWS = 200
VERSION = 1


@dataclass(frozen=True, slots=True)
class Recent:
    """A session opened before, with what a list says about it without opening it again."""

    path: str
    agent: str = ""
    title: str = ""
    compactions: int | None = None
    opened: str = ""
    """ISO 8601 in UTC."""


@dataclass(slots=True)
class Workspace:
    """Kept in one JSON file. ``window`` and ``views`` belong to the window, which alone knows what is in them."""

    file: Path
    recent: list[Recent] = field(default_factory=list)
    """The latest first."""
    window: dict[str, Any] = field(default_factory=dict)
    views: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By path of the session, the latest last: selection, filter, entered window size."""
    kept_aside: Path | None = None
    """Where an unreadable file was moved when this was loaded; None when all was well."""

    _known: set[str] = field(default_factory=set)
    """The recent sessions that stood in the file when this last read or wrote it."""

    def opened(self, entry: Recent) -> None:
        """Put a session at the head of the recent ones."""
        self.recent = [entry, *(other for other in self.recent if other.path != entry.path)][:RECENT]

    def forget(self, path: str) -> None:
        """Take a session out of the recent ones."""
        self.recent = [entry for entry in self.recent if entry.path != path]

    def view(self, path: str) -> dict[str, Any]:
        """How a session was last looked at; empty when it never was."""
        return self.views.get(path, {})

    def remember_view(self, path: str, view: dict[str, Any]) -> None:
        """Keep how a session is looked at; the oldest of very many are let go."""
        self.views.pop(path, None)
        self.views[path] = view
        while len(self.views) > VIEWS:
            self.views.pop(next(iter(self.views)))

    def save(self) -> None:
        """Write the file whole or not at all, with what another window put there meanwhile. Raises OSError."""
        if self._known or self.file.exists():
            self._take_up(load_workspace(self.file))
        self._known = {entry.path for entry in self.recent}
        self.file.parent.mkdir(parents=True, exist_ok=True)
        value = {
            "version": VERSION,
            "recent": [asdict(entry) for entry in self.recent],
            "window": self.window,
            "views": self.views,
        }
        part = self.file.with_suffix(".part")
        part.write_bytes(orjson.dumps(value, option=orjson.OPT_INDENT_2))
        part.replace(self.file)

    def _take_up(self, other: Workspace) -> None:
        mine = {entry.path for entry in self.recent} | self._known
        more = [entry for entry in other.recent if entry.path not in mine]
        self.recent = sorted([*self.recent, *more], key=lambda entry: entry.opened, reverse=True)[:RECENT]
        self.views = {path: view for path, view in other.views.items() if path not in self.views} | self.views


def load_workspace(file: Path) -> Workspace:
    """The workspace as last saved. An unreadable or foreign file is moved aside and defaults take its place."""
    try:
        raw = file.read_bytes()
    except FileNotFoundError:
        return Workspace(file)
    except OSError:
        return Workspace(file, kept_aside=file)
    try:
        value = orjson.loads(raw)
        if value["version"] != VERSION:
            raise ValueError("written by another version")
        recent = [Recent(**entry) for entry in value["recent"]]
        views = {str(path): dict(view) for path, view in value["views"].items()}
        return Workspace(file, recent, dict(value["window"]), views, _known={entry.path for entry in recent})
    except (KeyError, TypeError, ValueError, AttributeError):
        return Workspace(file, kept_aside=_aside(file))


def _aside(file: Path) -> Path:
    target = file.with_suffix(".unreadable.json")
    try:
        file.replace(target)
    except OSError:
        return file
    return target
