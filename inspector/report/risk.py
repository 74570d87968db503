"""The order in which facts are told: what hurt comes first."""

from __future__ import annotations

from inspector.model import FactKind, Verdict
from inspector.report.document import ToldFact

_KINDS = tuple(FactKind)
_GRAVITY = (
    Verdict.CONTRADICTED,
    Verdict.ALTERED,
    Verdict.LOST,
    Verdict.WEAKENED,
    Verdict.UNDECIDED,
    Verdict.REWORDED,
    Verdict.VERBATIM,
    Verdict.SUPERSEDED,
)
"""What says the wrong thing is worse than what says nothing: the agent acts on it with confidence."""


def risk(fact: ToldFact) -> tuple[bool, bool, int, int, int]:
    """A sort key: harm, then what still mattered, then kind, gravity and place in the log."""
    place = fact.said[0].item if fact.said else None
    return not fact.harm, not fact.live, _KINDS.index(fact.kind), _GRAVITY.index(fact.verdict), place or 0
