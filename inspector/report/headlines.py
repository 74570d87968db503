"""What a report says first: what followed, what a judge or the reviewer calls lost or changed, how much stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from inspector.report.document import Consequence, Headline, ToldCompaction
from inspector.report.risk import risk
from inspector.report.sentences import said_before
from inspector.survival.shares import GONE
from inspector.text.secrets import part_of

_MOST = 3


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
    for one in sorted(compactions, key=lambda one: -sum(fact.absent for fact in one.facts)):
        if not one.judge and any(fact.absent for fact in one.facts):
            yield Headline(said_before(one, "The user"), one.number)
    for one in compactions:
        if one.outcome not in ("ok", "opaque"):
            yield Headline(f"Compaction {one.number} was {one.outcome}.", one.number)


def _short(words: str, longest: int = 160) -> str:
    line = " ".join(words.split())
    return line if len(line) <= longest else f"{part_of(line, 0, longest - 1).rstrip()}…"
