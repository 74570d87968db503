"""A bank held against any session: of what was never said there before a compaction, nothing can have been lost.

Rule: a fact from elsewhere is judged only where the same rules find it in the context right before the compaction, and
accuses only where a careful reader is likely to share that. That it matters is not weighed: whoever wrote the bank says
so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.model import Basis, Compaction, Fact, Item, Session, Survival, Verdict
from inspector.reconstruct.segment import Segment, find_segments
from inspector.verdicts.bank import ELSEWHERE
from inspector.verdicts.held_back import hold_back
from inspector.verdicts.intervals import KEPT
from inspector.verdicts.outcome import Outcome
from inspector.verdicts.survival import found_in_bank, survive

_NOT_BEFORE = "It does not stand in what was there before this compaction, so nothing tells what became of it."


def judge_bank_where_said(
    session: Session, compactions: Sequence[Compaction], read: Callable[[Item], str], facts: Sequence[Fact]
) -> tuple[Outcome, ...]:
    """What each compaction did to the facts of a bank that stood there; others, and unsure ones, are undecided."""
    return tuple(_judged(segment, facts) for segment in find_segments(session, compactions, read))


def _judged(segment: Segment, facts: Sequence[Fact]) -> Outcome:
    found = found_in_bank(segment, facts)
    found = replace(found, live={id_: replace(live, chance=1.0) for id_, live in found.live.items()})
    outcome = hold_back(survive(found))
    before = survive(replace(found, segment=_nothing_done(segment)))
    stood = {survival.fact for survival in before.survivals if survival.verdict in KEPT}
    pairs = zip(outcome.facts, outcome.survivals, strict=True)
    return replace(outcome, survivals=tuple(_as_known(fact, survival, stood) for fact, survival in pairs))


def _nothing_done(segment: Segment) -> Segment:
    """The segment, had its compaction left everything as it was."""
    compaction = segment.compaction
    there = tuple(sorted({*compaction.removed, *compaction.kept}))
    record = replace(compaction.record, kind="trim", summary=None, readable=True, status="ok")
    untouched = replace(compaction, record=record, removed=(), inserted=(), kept=there, restored=(), masked=())
    return replace(segment, compaction=untouched)


def _as_known(fact: Fact, survival: Survival, stood: set[str]) -> Survival:
    if ELSEWHERE not in fact.quotes or fact.id in stood or survival.verdict in KEPT:
        return survival
    return replace(survival, verdict=Verdict.UNDECIDED, why=_NOT_BEFORE, unsure=None, evidence=(), basis=Basis.RECORDED)
