"""The consequences of every compaction: findings of all families, and what they cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.impact.families import FAMILIES
from inspector.impact.finding import Cost, Finding, Kind
from inspector.impact.price import CallPrice, price_of_call, price_of_losses
from inspector.impact.scene import Scene
from inspector.impact.under_way import UnderWay, under_way
from inspector.impact.unread import Trace, traces
from inspector.model import Compaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """What followed one compaction."""

    compaction: Compaction
    findings: tuple[Finding, ...]
    """By family, the most telling first; within one in order of the log."""
    cost: Cost
    """Of what had to be done again."""
    call: CallPrice
    """Of the compaction itself."""
    unread: tuple[Trace, ...] = ()
    """What the work behind it shows of each fact, where nobody can read what it left; none where somebody can."""
    under_way: UnderWay | None = None
    """Of such a compaction, the request that was worked on; None where the agent had answered."""

    def of(self, kind: Kind) -> tuple[Finding, ...]:
        """The findings of one kind."""
        return tuple(finding for finding in self.findings if finding.kind is kind)


def look_at(scene: Scene, compactions: Sequence[Compaction]) -> tuple[Consequences, ...]:
    """The consequences of each compaction of a session, in order; none of one that failed or was rewound."""
    unread = {number for number, one in scene.outcomes.items() if one.is_unread}
    found: dict[int, list[Finding]] = {one.number: [] for one in compactions}
    if scene.removed_by or len(scene.compactions) > 1:
        for family in FAMILIES:
            for finding in family(scene):
                found[finding.compaction].append(finding)
    return tuple(
        Consequences(
            compaction=one,
            findings=tuple(found[one.number]),
            cost=price_of_losses(found[one.number]),
            call=price_of_call(scene.session, one),
            unread=traces(scene, one) if one.number in unread else (),
            under_way=under_way(scene, one) if one.number in unread else None,
        )
        for one in compactions
    )
