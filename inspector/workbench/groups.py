"""What a review lists of a compaction: facts and claims of the summary, each in its one group."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from inspector.model import Claim
from inspector.model.record import record
from inspector.survival.outcome import Outcome
from inspector.workbench.review import GroupName, Judged, ReviewFilter, urgency

CLAIM = "claim:"
"""The key of a claim is this and its place; that of a fact is its id."""


@record
class ListedClaim:
    """A claim of a summary, and its place among those of its compaction, by which it is selected."""

    claim: Claim
    place: int

    @property
    def key(self) -> str:
        """By what it is found in the list and in the text."""
        return f"{CLAIM}{self.place}"

    @property
    def group(self) -> GroupName:
        """The one group in which it is listed."""
        return GroupName.SUPPORTED if self.claim.kind == "supported" else GroupName.CLAIMED


Row = Judged | ListedClaim
_SAID = frozenset({GroupName.NOT_THERE, GroupName.PART, GroupName.KEPT})
"""What stands where is told on each row: apart from each other these could not be read in the order said."""


def key_of(row: Row) -> str:
    """By what a row is found in the list and in the text."""
    return row.key if isinstance(row, ListedClaim) else row.fact.id


@dataclass(frozen=True, slots=True)
class Group:
    """What one group lists as far as the filter lets it through: facts, what to look at first ahead, then claims."""

    name: GroupName
    facts: tuple[Judged, ...]
    size: int
    """How many it has, whatever the filter hides."""
    is_annotated: bool = False
    """Whether the user wrote a note on one of those listed, or gave a verdict."""
    claims: tuple[ListedClaim, ...] = ()

    def __len__(self) -> int:
        """How many are listed."""
        return len(self.facts) + len(self.claims)

    def row(self, place: int) -> Row:
        """What is listed at a place, counted from 0."""
        return self.facts[place] if place < len(self.facts) else self.claims[place - len(self.facts)]


def listed_claims(outcome: Outcome) -> tuple[ListedClaim, ...]:
    """The claims that a judge doubts, then those that it found supported."""
    return tuple(ListedClaim(claim, place) for place, claim in enumerate((*outcome.claims, *outcome.supported)))


def group(
    facts: Iterable[Judged], wanted: ReviewFilter, marks: frozenset[int], claims: Iterable[ListedClaim] = ()
) -> tuple[Group, ...]:
    """What passes the filter, each in its one group; groups of which nothing passes are left out."""
    held: dict[GroupName, list[Judged]] = {name: [] for name in GroupName}
    said: dict[GroupName, list[ListedClaim]] = {name: [] for name in GroupName}
    for one in facts:
        held[GroupName.SAID if one.group in _SAID else one.group].append(one)
    for claim in claims:
        said[claim.group].append(claim)
    groups = (_group(name, held[name], said[name], wanted, marks) for name in GroupName)
    return tuple(one for one in groups if len(one))


def _group(
    name: GroupName,
    facts: Sequence[Judged],
    claims: Sequence[ListedClaim],
    wanted: ReviewFilter,
    marks: frozenset[int],
) -> Group:
    # Of the work what failed or is open, and what has the user's words, comes ahead of hundreds of names.
    passing = sorted((one for one in facts if wanted.passes(one, marks)), key=lambda one: (not one.leads, urgency(one)))
    said = tuple(one for one in claims if wanted.passes_claim(one.claim, marks))
    annotated = any(one.is_annotated for one in passing)
    return Group(name, tuple(passing), len(facts) + len(claims), annotated, said)
