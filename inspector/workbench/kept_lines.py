"""The lines of a list of sessions, kept until a file of theirs changes: a second look opens none of their logs."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path

from inspector.read.adapter import Adapter
from inspector.read.discover import Found, glance
from inspector.read.extent import extent_of
from inspector.read.values import PREVIEW
from inspector.store.cache import Cache, Table
from inspector.workbench.identity import reading_version


class KeptLines:
    """Lines by log, whose titles are without secrets. ``look`` is for ``discover``; used from one worker at a time."""

    def __init__(self, cache: Cache) -> None:
        # By path the state of its files, and what ``Found`` has behind its path.
        self._table = Table(cache, lambda: b"session-lines " + reading_version()[:16])
        self.keep = self._table.keep

    def look(self, adapter: Adapter, path: Path) -> Found:
        """One session as a list shows it, from its log only where that is new or has changed."""
        try:
            extent = extent_of(adapter, path)
        except OSError:
            return glance(adapter, path)
        row = self._table.rows.get(str(path))
        if row is not None and row[0] == extent.state and row[1][0] == adapter.id:
            return Found(path, *row[1])
        from inspector.ask.redact import clean_title

        found = glance(adapter, path, extent)
        found = replace(found, title=clean_title(found.title, PREVIEW))
        if extent.state and not found.error:
            told = [getattr(found, field.name) for field in fields(found)[1:]]
            self._table.put(str(path), (extent.state, told))
        return found
