"""An edit that the agent's own harness refused, since the compaction took the reading of the file with it."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.facts.work import Step
from inspector.impact.finding import Finding, Kind, Sure
from inspector.impact.scene import Scene
from inspector.model import Basis
from inspector.read.tools import ToolKind

_REFUSED = "has not been read yet"
_HEAD = 200


class UnreadEdits:
    """One finding a file and compaction."""

    name = "unread edits"

    def find(self, scene: Scene) -> Iterator[Finding]:
        """The refused edits, in order of the log."""
        known: dict[str, Step] = {}
        told: set[tuple[int, str]] = set()
        for step in scene.calls:
            if step.kind not in (ToolKind.READ, ToolKind.EDIT, ToolKind.CREATE) or not step.path:
                continue
            before = known.get(step.path)
            if not step.failed:
                known[step.path] = step
            elif before is not None and before.result is not None and _REFUSED in step.output[:_HEAD]:
                number = scene.gone(before.result.number, step.item.number)
                if number is not None and (number, step.path) not in told:
                    told.add((number, step.path))
                    yield _finding(scene, number, before, step)


def _finding(scene: Scene, number: int, before: Step, step: Step) -> Finding:
    return Finding(
        kind=Kind.MISTAKE,
        compaction=number,
        item=step.shown,
        subject=step.path,
        why=f"The edit was refused: the file counts as not read since compaction {number}, and was in use before it.",
        sure=Sure.CERTAIN,
        evidence=(before.item.number, step.item.number),
        cost=scene.cost((step,)),
        basis=Basis.COUNTED,
    )


FAMILY = UnreadEdits()
