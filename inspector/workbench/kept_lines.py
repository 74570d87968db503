"""The lines of a list of sessions, kept until a file of theirs changes: a second look opens none of their logs."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

from inspector.read.adapter import Adapter
from inspector.read.discover import Found, Looker, glance
from inspector.read.extent import extent_of, place_of
from inspector.read.open import adapter_named
from inspector.read.values import PREVIEW
from inspector.store.cache import Cache, Table
from inspector.workbench.identity import reading_version


class KeptLines(Looker):
    """Lines by log, whose titles are without secrets, and whose each file is; used from one worker at a time."""

    def __init__(self, cache: Cache) -> None:
        # By path the state of its files, and what ``Found`` has behind its path.
        self._lines = Table(cache, lambda: b"session-lines " + reading_version()[:16])
        # By path the state of its place, and the ids of the adapters.
        self._owners = Table(cache, lambda: b"log-owners " + reading_version()[:16])

    def keep(self) -> None:
        """Remember for the next time what was told."""
        self._lines.keep()
        self._owners.keep()

    def whose(self, path: Path) -> list[Adapter]:
        """Whose a file or folder may be; a file is looked into only where that is new or has changed."""
        try:
            place = place_of(path)
        except (OSError, ValueError):
            place = ""
        row = self._owners.rows.get(str(path)) if place else None
        if row is not None and row[0] == place:
            return [adapter_named(agent) for agent in row[1]]
        found = super().whose(path)
        if place:
            self._owners.put(str(path), (place, [adapter.id for adapter in found]))
        return found

    def look(self, adapter: Adapter, path: Path) -> Found:
        """One session as a list shows it, from its log only where that is new or has changed."""
        try:
            extent = extent_of(adapter, path)
        except OSError:
            return glance(adapter, path)
        row = self._lines.rows.get(str(path))
        if row is not None and row[0] == extent.state and row[1][0] == adapter.id:
            return Found(path, *row[1])
        from inspector.ask.redact import clean_title

        found = glance(adapter, path, extent)
        found = replace(found, title=clean_title(found.title, PREVIEW))
        if extent.state and not found.error:
            told = [getattr(found, field.name) for field in fields(found)[1:]]
            self._lines.put(str(path), (extent.state, told))
        return found
