"""Compactions of the subagents of a session: its own log seldom tells of them, theirs do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.errors import InspectorError
from inspector.model import Compaction, Link, Session
from inspector.read.open import open_log
from inspector.read.tables import split
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.workbench.document import Document

_DEEPEST = 4
"""Subagents below subagents that are looked at."""


@dataclass(frozen=True, slots=True)
class Subagent:
    """A subagent that was compacted, or whose log cannot be read."""

    link: Link
    path: Path
    compactions: tuple[Compaction, ...]
    """Those that its own log tells of, where that can be read by itself."""
    unread: str = ""
    """Why its log cannot be read; "" where it can."""

    @property
    def count(self) -> int:
        """How many there were, by its log or by the link."""
        return len(self.compactions) or self.link.compactions


def compacted_subagents(document: Document) -> tuple[Subagent, ...]:
    """Those whose logs are on this machine, in the order of their links; reads each of these logs. Never raises."""
    seen = {document.session.path}
    return tuple(_below(document.session, document.opened.adapter.id, seen, _DEEPEST))


def _below(session: Session, agent: str, seen: set[str], deep: int) -> Iterator[Subagent]:
    for link in session.links:
        if link.kind != "subagent" or not link.path or link.path in seen or not deep:
            continue
        seen.add(link.path)
        try:
            opened = open_log(Path(link.path), agent=agent, alone=True)
        except InspectorError as why:
            # One that has just begun has an empty log.
            if _is_begun(Path(link.path)):
                yield Subagent(link, Path(link.path), (), why.message)
            continue
        opened.bodies.close()
        found = find_compactions(opened.session, Replay(opened.session)).all
        if found or link.compactions:
            yield Subagent(link, Path(link.path), found)
        yield from _below(opened.session, agent, seen, deep - 1)


def _is_begun(path: Path) -> bool:
    try:
        return bool(split(path)[0].stat().st_size)
    except OSError:
        return False
