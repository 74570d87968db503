"""Edits that the harness refused behind a compaction: a file in use before it counts as not read since."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.again import Again, done_again, once
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.read.tools import ToolKind

_UNREAD = "has not been read yet"
_HEAD = 400
_OF_FILES = (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE)


def unread_edits(scene: Scene) -> Iterator[Finding]:
    """Edits that the harness refused, since the compaction took the reading with it; one a file and compaction."""
    calls = done_again(
        scene, lambda one: filter(None, [one.path if one.kind in _OF_FILES else ""]), lambda one: not one.failed
    )
    return once((again.key, _refused(scene, again)) for again in calls)


def _refused(scene: Scene, again: Again[str]) -> Finding | None:
    if not again.step.failed or _UNREAD not in again.step.output[:_HEAD]:
        return None
    since = f"since compaction {again.compaction}, and was in use before it"
    why = f"The edit was refused: the file counts as not read {since}."
    return again.finding(scene, Kind.MISTAKE, why, Sure.CERTAIN)
