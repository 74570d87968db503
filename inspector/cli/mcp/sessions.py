"""The sessions of one project, opened when somebody asks and read again once their log tells something new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import groupby
from pathlib import Path

from inspector.cli.mcp.held import Held, name_of, names_of
from inspector.errors import CannotRead, InspectorError, UsageError
from inspector.read.adapters import IDS
from inspector.read.discover import Found, glance, logs_at_home
from inspector.read.open import recognise
from inspector.read.tables import split

_HELD = 2
"""Sessions that are held open: the agent's own, and one that it looked back at."""
_MOST_BYTES = 512 << 20
"""Of a log: an agent waits."""
_CLIENTS: Mapping[str, str] = {"claude": "claude-code", "kilo": "opencode", "qwen": "qwen", "gemini": "gemini"}
"""Of names under which agents ask: what they hold, and whose logs are theirs; others have their adapter's id in it."""


class Sessions:
    """What may be asked about. No path comes from who asks: a name is looked for among these sessions only."""

    def __init__(self, project: Path | str, log: Path | None = None) -> None:
        """``log`` limits it to that one session."""
        self.project = Path(project).expanduser().resolve()
        self._log = log.expanduser().absolute() if log is not None else None
        self._held: dict[Path, Held] = {}
        self.client = ""
        """Under what name the agent asks, which tells whose session is its own."""

    def listed(self) -> list[Found]:
        """The project's sessions, the latest first, those of the agent that asks before all others."""
        if self._log is not None:
            return [glance(recognise(self._log)[0], self._log)]
        own = self._agent()
        found = sorted(self._found(), key=lambda one: one.last, reverse=True)
        return sorted(found, key=lambda one: one.agent != own)

    def open(self, name: str = "") -> Held:
        """A session by its name, or the latest, with all that is judged about it.

        Raises UsageError for a name that no session of the project has, and CannotRead.
        """
        path = self._named(name)
        held = self._held.get(path)
        try:
            if held is not None and held.is_good():
                return held
            size = 0 if split(path)[1] else path.stat().st_size
            if size > _MOST_BYTES:
                raise UsageError(f"{path.name} has {size:,} bytes, which would take too long to read here.")
        except (CannotRead, OSError):
            self.forget(path)
            raise
        made = Held(path)
        self.forget(path)
        while len(self._held) >= _HELD:
            self.forget(next(iter(self._held)))
        self._held[path] = made
        return made

    def forget(self, path: Path) -> None:
        """Close a session that is held open."""
        if (held := self._held.pop(path, None)) is not None:
            held.document.close()

    def close(self) -> None:
        """Close all."""
        for path in tuple(self._held):
            self.forget(path)

    def _named(self, name: str) -> Path:
        if self._log is not None and not name:
            return self._log
        if not name:
            return self._latest()
        there = self.listed()
        fits = [one.path for one in there if name in names_of(one.path)]
        if len(fits) != 1:
            names = ", ".join(name_of("", one.path) for one in there[:5])
            raise UsageError(f"This project has no session {name[:80]!r}. The latest are: {names}.")
        return fits[0]

    def _latest(self) -> Path:
        """The asking agent's newest session here, or anybody's where its name does not tell which agent it is.

        Logs are looked at from the newest on. An agent writes down that it asks before it does, so its own session is
        the one that was written to last; one of another agent would be a wrong answer.
        """
        own = self._agent()
        for one in self._found(own):
            return one.path
        raise UsageError(f"No session of {own or 'an agent'} that worked in {self.project} is on this machine.")

    def _found(self, agent: str = "") -> Iterator[Found]:
        """The sessions here, those of the files that were written to last first."""
        logs = ((_written(path), adapter, path) for adapter, path in logs_at_home() if agent in ("", adapter.id))
        for _, group in groupby(sorted(logs, key=lambda log: (log[0], str(log[2])), reverse=True), lambda log: log[0]):
            # The sessions of a database were all written to when it was.
            seen = (glance(adapter, path) for _, adapter, path in group)
            here = [one for one in seen if not one.error and one.project and self._is_here(Path(one.project))]
            yield from sorted(here, key=lambda one: one.last, reverse=True)

    def _agent(self) -> str:
        """The id of the adapter that reads the logs of who asks; "" where its name does not tell."""
        asks = "-".join(re.findall(r"[a-z0-9]+", self.client.lower()))
        known = next((agent for word, agent in _CLIENTS.items() if word in asks), "")
        # By whole words: pi stands in copilot.
        names = ((agent, f"-{agent}-") for agent in IDS if asks)
        return known or next((id_ for id_, name in names if name in f"-{asks}-" or f"-{asks}-" in name), "")

    def _is_here(self, folder: Path) -> bool:
        with suppress(OSError, ValueError):
            folder = folder.resolve()
        return folder == self.project or self.project in folder.parents


def _written(path: Path) -> float:
    """When a log was written to last, or what its database writes first."""
    file, latest = split(path)[0], 0.0
    for one in (file, file.with_name(f"{file.name}-wal")):
        with suppress(OSError, ValueError, InspectorError):
            latest = max(latest, one.stat().st_mtime)
    return latest
