"""Mistakes on what had been known before a compaction: a file that is elsewhere, or that counts as not read."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.impact.again import Again, done_again, once, went_well
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.lost_last import lost_last
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind
from inspector.work.steps import Step

_UNREAD = "has not been read yet"
_NOT_THERE = ("does not exist", "no such file", "file not found", "enoent")
_HEAD = 400
_SOON = 30
"""Where the right place is used again so many calls later, it was what the agent meant."""


def unread_edits(scene: Scene) -> Iterator[Finding]:
    """Edits that the harness refused, since the compaction took the reading with it; one a file and compaction."""
    calls = done_again(scene, lambda step: filter(None, [_file(step)]), went_well)
    return once((again.key, _refused(scene, again)) for again in calls)


def wrong_paths(scene: Scene) -> Iterator[Finding]:
    """Files looked for where they are not, though used at their right place before; one a path and compaction."""
    calls = done_again(scene, lambda step: _parts(_file(step))[-1:], went_well)
    return once((again.step.path, _astray(scene, again)) for again in calls)


def _file(step: Step) -> str:
    return step.path if step.kind in (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE) else ""


def _refused(scene: Scene, again: Again[str]) -> Finding | None:
    if not again.step.failed or _UNREAD not in again.step.output[:_HEAD]:
        return None
    since = f"since compaction {again.compaction}, and was in use before it"
    why = f"The edit was refused: the file counts as not read {since}."
    return again.finding(scene, Kind.MISTAKE, why, Sure.CERTAIN)


def _astray(scene: Scene, again: Again[str]) -> Finding | None:
    step, right = again.step, again.before.path
    answer = step.output[:_HEAD].lower()
    if not step.failed or not any(sign in answer for sign in _NOT_THERE) or not _same_but_for_folders(step.path, right):
        return None
    # Only the agent's own next steps tell which of two files of one name was meant.
    later = scene.calls_between(step.item.number + 1, scene.end)[:_SOON]
    if not any(_uses(one, right) for one in later):
        return None
    number = lost_last(scene, again.compaction, step.item.number, lambda text: right in text)
    if number is None:
        return None
    why = f"No such file; before compaction {number} the agent had used the right path, {right}."
    lost = again._replace(compaction=number)
    return lost.finding(scene, Kind.MISTAKE, why, Sure.LIKELY, text=right, basis=Basis.INFERRED)


def _uses(step: Step, path: str) -> bool:
    return step.path == path and not step.failed


def _same_but_for_folders(one: str, other: str) -> bool:
    """Whether one path is the other with folders left out: two files of one name elsewhere are two files."""
    short, long = sorted((_parts(one), _parts(other)), key=len)
    rest = iter(long)
    return len(short) < len(long) and all(part in rest for part in short)


def _parts(path: str) -> list[str]:
    return path.replace("\\", "/").split("/") if path else []
