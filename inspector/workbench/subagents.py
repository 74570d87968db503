"""Compactions of the subagents of a session: its own log seldom tells of them, theirs do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from inspector.errors import InspectorError
from inspector.model import Compaction, Link, Session
from inspector.read.open import open_log
from inspector.reconstruct.compactions import find_compactions
from inspector.reconstruct.replay import Replay
from inspector.workbench.document import Document

_DEEPEST = 4
"""Subagents below subagents that are looked at."""


@dataclass(frozen=True, slots=True)
class Subagent:
    """A subagent that was compacted."""

    link: Link
    path: Path
    compactions: tuple[Compaction, ...]
    """Those that its own log tells of, where that can be read by itself."""

    @property
    def count(self) -> int:
        """How many there were, by its log or by the link."""
        return len(self.compactions) or self.link.compactions


def compacted_subagents(document: Document) -> tuple[Subagent, ...]:
    """Those whose logs are on this machine, in the order of their links; reads each of these logs.

    Never raises: a log that cannot be read tells nothing.
    """
    seen = {document.session.path}
    return tuple(_below(document.session, document.opened.adapter.id, seen, _DEEPEST))


def _below(session: Session, agent: str, seen: set[str], deep: int) -> Iterator[Subagent]:
    for link in session.links:
        if link.kind != "subagent" or not link.path or link.path in seen or not deep:
            continue
        seen.add(link.path)
        inner, found = _read(link, agent)
        if found or link.compactions:
            yield Subagent(link, Path(link.path), found)
        if inner is not None:
            yield from _below(inner, agent, seen, deep - 1)


def _read(link: Link, agent: str) -> tuple[Session | None, tuple[Compaction, ...]]:
    try:
        opened = open_log(Path(link.path), agent=agent, alone=True)
    except InspectorError:
        return None, ()
    opened.bodies.close()
    return opened.session, find_compactions(opened.session, Replay(opened.session)).all
