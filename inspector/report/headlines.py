"""What a report says first: the few things that cost most, and which facts lead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from inspector.model import FactKind, Verdict
from inspector.reconstruct.compactions import UNDONE
from inspector.report.document import Consequence, Headline
from inspector.report.sentences import said_before
from inspector.report.told import GROUPS, ToldCompaction, ToldFact
from inspector.secrets.find import part_of
from inspector.survival.shares import GONE

_MOST, _LONGEST = 3, 160
_KINDS = tuple(FactKind)
_GROUPS = ("", *GROUPS)
_GRAVITY = (Verdict.CONTRADICTED, Verdict.ALTERED, Verdict.LOST, Verdict.WEAKENED)
"""What says the wrong thing is worse than what says nothing: the agent acts on it with confidence."""

_WENT = {
    "failed": "it failed, and nothing was removed",
    "ineffective": "it freed under a tenth",
    "inflated": "it left more than before",
    "loop": "it fired again within 2 requests",
}
"""How a compaction went wrong, by its outcome."""


def headlines(consequences: Sequence[Consequence], compactions: Sequence[ToldCompaction]) -> tuple[Headline, ...]:
    """Three at most, the most telling first."""
    return tuple(islice(_all(consequences, compactions), _MOST))


def _all(consequences: Sequence[Consequence], compactions: Sequence[ToldCompaction]) -> Iterator[Headline]:
    for followed in consequences:
        yield Headline(followed.title, followed.compaction, followed.fact)
    harms = [(one, fact) for one in compactions for fact in one.harms]
    told: set[str] = set()
    for one, fact in sorted(harms, key=lambda pair: risk(pair[1])):
        if fact.statement not in told:
            told.add(fact.statement)
            what = "was lost at" if fact.verdict in GONE else f"was {fact.verdict.value} by"
            yield Headline(f"“{_short(fact.statement)}” {what} compaction {one.number}.", one.number, fact.id)
    for one in compactions:
        for claim in one.claims[:1]:
            words = f"The summary of compaction {one.number} says “{_short(claim.text)}”: {claim.why}"
            yield Headline(words, one.number)
    stood = (one for one in compactions if one.outcome != UNDONE)
    for one in sorted(stood, key=lambda one: -sum(fact.absent for fact in one.facts)):
        if (one.partial or not one.judge) and any(fact.absent for fact in one.facts):
            yield Headline(said_before(one), one.number)
    for one in compactions:
        if one.outcome in _WENT:
            yield Headline(f"Compaction {one.number}: {_WENT[one.outcome]}.", one.number)


def _short(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else f"{part_of(line, 0, _LONGEST - 1).rstrip()}…"


def risk(fact: ToldFact) -> tuple[int, bool, int, int, tuple[int, int, int]]:
    """A sort key: the list; of harm its kind and gravity, of the work what is telling; then the place in the log."""
    kind = _KINDS.index(fact.kind) if fact.harm or not fact.is_spoken else 0
    gravity = _GRAVITY.index(fact.verdict) if fact.harm else 0
    return _GROUPS.index(fact.group), not fact.leads, kind, gravity, fact.place
