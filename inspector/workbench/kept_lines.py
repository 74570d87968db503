"""The lines of a list of sessions, kept until a file of theirs changes: a second look opens none of their logs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from inspector.read.adapter import Adapter
from inspector.read.discover import Found, glance
from inspector.read.extent import extent_of
from inspector.read.values import PREVIEW
from inspector.store.cache import Cache
from inspector.workbench.identity import reading_version

_Row = Sequence[Any]
"""The state of its files, and what ``Found`` has behind its path."""


class KeptLines:
    """Lines by log, whose titles are without secrets. ``look`` is for ``discover``; used from one worker at a time."""

    def __init__(self, cache: Cache) -> None:
        self._cache = cache
        self._kept: dict[str, _Row] | None = None
        self._changed = False

    def look(self, adapter: Adapter, path: Path) -> Found:
        """One session as a list shows it, from its log only where that is new or has changed."""
        try:
            extent = extent_of(adapter, path)
        except OSError:
            return glance(adapter, path)
        kept = self._all()
        row = kept.get(str(path))
        if row is not None and row[0] == extent.state and row[1][0] == adapter.id:
            return Found(path, *row[1])
        from inspector.ask.redact import clean_title

        found = glance(adapter, path, extent)
        found = replace(found, title=clean_title(found.title, PREVIEW))
        if extent.state and not found.error:
            # The latest last: the oldest of very many are let go.
            kept.pop(str(path), None)
            kept[str(path)] = (extent.state, [getattr(found, field.name) for field in fields(found)[1:]])
            self._changed = True
        return found

    def keep(self) -> None:
        """Remember what was looked at, for the next time."""
        if self._changed:
            self._changed = False
            self._cache.remember_table(_key(), self._all())

    def _all(self) -> dict[str, _Row]:
        if self._kept is None:
            self._kept = self._cache.table(_key())
        return self._kept


def _key() -> bytes:
    return b"session-lines " + reading_version()[:16]
