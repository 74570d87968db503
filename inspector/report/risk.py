"""The order in which facts are told: what a judge or the reviewer accuses first, all else by list, as it was said."""

from __future__ import annotations

from inspector.model import FactKind, Verdict
from inspector.report.document import GROUPS, ToldFact

_KINDS = tuple(FactKind)
_GROUPS = ("", *GROUPS)
_GRAVITY = (Verdict.CONTRADICTED, Verdict.ALTERED, Verdict.LOST, Verdict.WEAKENED)
"""What says the wrong thing is worse than what says nothing: the agent acts on it with confidence."""


def risk(fact: ToldFact) -> tuple[int, bool, int, int, tuple[int, int]]:
    """A sort key: the list; of harm its kind and gravity, of the work what is telling; then the place in the log."""
    kind = _KINDS.index(fact.kind) if fact.harm or not fact.is_spoken else 0
    gravity = _GRAVITY.index(fact.verdict) if fact.harm else 0
    return _GROUPS.index(fact.group), not fact.leads, kind, gravity, fact.place
