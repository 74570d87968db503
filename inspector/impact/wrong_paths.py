"""A file looked for where it is not, though the agent had used it at its right place before a compaction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspector.facts.work import Step
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.read.tools import ToolKind

_NOT_THERE = re.compile(r"does not exist|[Nn]o such file|[Ff]ile not found|ENOENT")
_HEAD = 400
_SOON = 30
"""Where the right place is used again so many calls later, it was what the agent meant."""


class WrongPaths:
    """One finding a wrong path and compaction."""

    name = "wrong paths"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """The wrong paths, in order of the log."""
        known: dict[str, list[Step]] = {}
        told: set[tuple[int, str]] = set()
        for place, step in enumerate(scene.calls):
            if step.kind not in (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE) or not step.path:
                continue
            parts = _parts(step.path)
            earlier = known.setdefault(parts[-1], [])
            if not step.failed:
                earlier.append(step)
            elif earlier and _NOT_THERE.search(step.output[:_HEAD]):
                finding = _astray(scene, step, earlier, scene.calls[place + 1 : place + 1 + _SOON])
                if finding is not None and (finding.compaction, step.path) not in told:
                    told.add((finding.compaction, step.path))
                    yield finding


def _astray(scene: Scene, step: Step, earlier: Sequence[Step], later: Sequence[Step]) -> Finding | None:
    before = earlier[-1]
    if before.result is None or not _same_but_for_folders(step.path, before.path):
        return None
    number = scene.gone(before.result.number, step.item.number)
    # Only the agent's own next steps tell which of two files of one name was meant.
    if number is None or not any(one.path == before.path and not one.failed for one in later):
        return None
    texts = scene.texts_after(number)
    if texts is None or any(before.path in text for text in texts):
        return None
    return Finding(
        kind=Kind.MISTAKE,
        compaction=number,
        item=step.shown,
        subject=step.path,
        why=f"No such file; before compaction {number} the agent had used it as {before.path}.",
        sure=Sure.LIKELY,
        evidence=(before.item.number, step.item.number),
        text=before.path,
        cost=scene.cost((step,)),
    )


def _same_but_for_folders(one: str, other: str) -> bool:
    """Whether one path is the other with folders left out: two files of one name elsewhere are two files."""
    short, long = sorted((_parts(one), _parts(other)), key=len)
    rest = iter(long)
    return len(short) < len(long) and all(part in rest for part in short)


def _parts(path: str) -> list[str]:
    return re.split(r"[/\\]", path)


FAMILY = WrongPaths()
