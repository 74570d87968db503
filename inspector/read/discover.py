"""Sessions on this machine, listed from the head and tail of their logs without reading one whole."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from inspector.errors import CannotRead, cause
from inspector.model.sent import ASKED_IN
from inspector.read.adapter import Adapter, Glance, Probe
from inspector.read.adapters import ADAPTERS
from inspector.read.content import plain_suffix
from inspector.read.extent import STUMBLES, Extent, careful, extent_of, iso, whole_of
from inspector.read.open import candidates, probe_path
from inspector.read.tables import is_database, split

# What agents call their logs; every other file of a folder is passed over unopened.
_SUFFIXES = frozenset(
    {".jsonl", ".ndjson", ".json", ".traj", ".eval", ".log", ".txt", ".md", ".db", ".sqlite", ".sqlite3", ".vscdb"}
)
_SKIPPED = frozenset({".git", "node_modules", "__pycache__", ".venv"})
_SURE = 0.5
_HEAD_RECORDS, _CWD = 20, b'"cwd"'
_NEAR = 64 * 1024
"""Bytes at either end that are looked at first: Claude Code looks for titles there, and sees to it that they are."""
_Seen = tuple[Adapter | None, Path, str]
"""Whose it is, where it is, and why that cannot be told."""


@dataclass(frozen=True, slots=True)
class Found:
    """One session, as a list shows it. Unknown is "" or None."""

    path: Path
    agent: str
    """The adapter's id."""
    title: str
    started: str | None
    ended: str | None
    bytes: int | None
    """On disk, of all files that belong to it; None for a session in a database, which holds others, too."""
    modified: str
    """When one of its files last changed, ISO 8601 in UTC: what the order goes by where the log has no time."""
    project: str = ""
    """The folder that the agent worked in, where its adapter or the head of the log names it."""
    error: str = ""
    """Why nothing of it can be read; all but path and times is then unknown."""
    product: str = ""
    """The fork of the agent that wrote it, by its name; "" for the agent itself."""

    @property
    def last(self) -> str:
        """When it was last at work, as well as is known."""
        return self.ended or self.modified


@dataclass(frozen=True, slots=True)
class Place:
    """Where one agent keeps its sessions."""

    agent: str
    title: str
    folders: tuple[Path, ...]
    """Those that exist, in the adapter's order."""
    looked_at: tuple[Path, ...]
    """All that were tried."""


class Looker:
    """What a search asks of files; who remembers the answers takes its place."""

    def whose(self, path: Path) -> list[Adapter]:
        """Whose a file or folder may be, the likeliest first. Raises CannotRead."""
        try:
            return [adapter for adapter, match in candidates(path) if match.confidence >= _SURE]
        except OSError as why:
            raise CannotRead(f"{path} cannot be read: {cause(why)}.", path=str(path)) from why

    def look(self, adapter: Adapter, path: Path) -> Found:
        """One session as a list shows it; with an error when nothing of it can be read."""
        return glance(adapter, path)


_FILES = Looker()


def places(home: Path | None = None, env: Mapping[str, str] | None = None) -> tuple[Place, ...]:
    """Where each built-in agent keeps its sessions on this machine, in the order of the adapters."""
    found = []
    for adapter in ADAPTERS:
        tried = tuple(adapter.folders(home or Path.home(), os.environ if env is None else env))
        found.append(Place(adapter.id, adapter.title, tuple(path for path in tried if _is_folder(path)), tried))
    return tuple(found)


def discover(
    paths: Sequence[Path] = (),
    *,
    agent: str = "",
    home: Path | None = None,
    env: Mapping[str, str] | None = None,
    check: Callable[[], None] = lambda: None,
    looker: Looker = _FILES,
) -> tuple[Found, ...]:
    """Sessions under ``paths``, or where each agent keeps them: the latest first, last those that cannot be read.

    ``agent`` limits the list to one adapter's id. ``check`` is called before each log and may raise to stop. Never
    raises by itself: a log that cannot be read has an error.
    """
    found = discover_each(paths, agent=agent, home=home, env=env, check=check, looker=looker)
    return tuple(sorted(found, key=lambda entry: (not entry.error, entry.last), reverse=True))


def discover_each(
    paths: Sequence[Path] = (),
    *,
    agent: str = "",
    home: Path | None = None,
    env: Mapping[str, str] | None = None,
    check: Callable[[], None] = lambda: None,
    looker: Looker = _FILES,
) -> Iterator[Found]:
    """What ``discover`` lists, as it is found.

    Sessions of commands that the inspector itself has asked are none of the person's.
    """
    seen: set[Path] = set()
    for adapter, path, error in _in_paths(paths, check, looker) if paths else _at_home(home or Path.home(), env):
        check()
        whose = adapter.id if adapter else ""
        if path not in seen and agent in ("", whose):
            seen.add(path)
            found = looker.look(adapter, path) if adapter and not error else _unreadable(whose, path, error)
            # An empty file is nobody's log, nor is a link that leads nowhere.
            is_none = found.error and not _size(split(path)[0])
            if not is_none and f"/{ASKED_IN}" not in found.project.replace("\\", "/"):
                yield found


def logs_at_home() -> Iterator[tuple[Adapter, Path]]:
    """Where each agent keeps its logs, and whose they are; none is opened but to list the sessions of a database."""
    for adapter, path, _ in _at_home(Path.home(), None):
        if adapter is not None:
            yield adapter, path


def glance(adapter: Adapter, path: Path, extent: Extent | None = None) -> Found:
    """One session as a list shows it; with an error when nothing of it can be read."""
    try:
        probe = probe_path(path, _NEAR)
        extent = extent or extent_of(adapter, path)
    except CannotRead as why:
        return _unreadable(adapter.id, path, why.message)
    except OSError as why:
        return _unreadable(adapter.id, path, cause(why))
    seen = _glance(adapter, probe)
    if len(probe.head) >= _NEAR and not (seen.title and seen.started and seen.ended):
        probe = probe_path(path)
        seen = _glance(adapter, probe)
    project = seen.project or _project(probe)
    times = seen.started, seen.ended
    return Found(path, adapter.id, seen.title, *times, extent.bytes, extent.modified, project, product=seen.product)


def _glance(adapter: Adapter, probe: Probe) -> Glance:
    try:
        return adapter.glance(probe)
    except STUMBLES:
        return Glance()


def _unreadable(agent: str, path: Path, error: str) -> Found:
    try:
        about = path.stat()
        size, modified = about.st_size, iso(about.st_mtime)
    except OSError:
        size, modified = None, ""
    return Found(path, agent, "", None, None, size, modified, error=error)


def _project(probe: Probe) -> str:
    """What most agents call ``cwd``, in one of the first records or in what it wraps."""
    # Most that have none hold no such word, and to see that takes a hundredth of the time of parsing them.
    for record in islice(probe.records, _HEAD_RECORDS if _CWD in probe.head else 0):
        for part in (record, *(inner for inner in record.values() if isinstance(inner, dict))):
            named = part.get("cwd")
            if isinstance(named, str) and named:
                return named
    return ""


def _at_home(home: Path, env: Mapping[str, str] | None) -> Iterator[_Seen]:
    for adapter in ADAPTERS:
        for folder in adapter.folders(home, os.environ if env is None else env):
            if _is_folder(folder):
                yield from _found_by(adapter, folder)


def _found_by(adapter: Adapter, place: Path) -> Iterator[_Seen]:
    """What an adapter finds in a folder or a database, and last what kept it from finding more."""
    try:
        for path in adapter.find(place):
            yield adapter, path, ""
    except CannotRead as why:
        yield adapter, Path(why.path or place), why.message
    except OSError as why:
        yield adapter, place, cause(why)


def _in_paths(paths: Iterable[Path], check: Callable[[], None], looker: Looker) -> Iterator[_Seen]:
    for path in paths:
        path = path.expanduser().absolute()
        yield from _in_folder(path, check, looker, set()) if _is_folder(path) else _in_file(path, looker)


def _in_file(path: Path, looker: Looker) -> Iterator[_Seen]:
    """The session that a file is part of, or all that a database or another log holds."""
    try:
        fitting = looker.whose(path)
    except CannotRead as why:
        yield None, path, why.message
        return
    for adapter in fitting[:1]:
        inside = adapter.holds_several or is_database(path)
        yield from _found_by(adapter, path) if inside else ((adapter, whole_of(adapter, path), ""),)


def _in_folder(
    folder: Path, check: Callable[[], None], looker: Looker, entered: set[tuple[int, int]]
) -> Iterator[_Seen]:
    """The sessions that the folder is, else those of its logs and of the folders below, each entered once."""
    try:
        about = os.stat(folder)
    except OSError:
        return
    # A link to a folder above would lead round in circles, one to a folder beside it there twice.
    if (about.st_dev, about.st_ino) in entered:
        return
    entered.add((about.st_dev, about.st_ino))
    own = _sessions_of(folder, looker)
    if own:
        yield from ((adapter, path, "") for adapter, path in own)
        return
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: (entry.is_symlink(), entry.name))
    except OSError:
        return
    for entry in entries:
        check()
        path = Path(entry.path)
        if _is_folder(path):
            if entry.name not in _SKIPPED:
                yield from _in_folder(path, check, looker, entered)
        elif plain_suffix(path) in _SUFFIXES:
            yield from _in_file(path, looker)


def _sessions_of(folder: Path, looker: Looker) -> list[tuple[Adapter, Path]]:
    """The sessions of one agent whose folder it is; none of a folder that only has such a name.

    Any folder may hold an ``events.jsonl``, or stand beside a log of its name: unless that is a log of the agent, what
    lies below would never be listed.
    """
    with suppress(CannotRead):
        for adapter in looker.whose(folder):
            session = whole_of(adapter, folder)
            if session == folder:
                # A store holds many, each a file or a row of its own; what stands in folders below is the session.
                stored = [path for path in careful(adapter.find(folder)) if not _is_folder(path)]
                return [(adapter, path) for path in stored or (folder,)]
            with suppress(CannotRead):
                if adapter in looker.whose(session):
                    return [(adapter, session)]
    return []


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
