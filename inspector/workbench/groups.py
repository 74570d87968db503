"""What a review lists of a compaction: facts and claims of the summary, each in its one group."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inspector.model import Claim
from inspector.model.record import record
from inspector.model.shown import Shown
from inspector.report.judged import GroupName, Judged
from inspector.survival.outcome import Outcome
from inspector.workbench.review import ReviewFilter, urgency

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
_TESTED = frozenset({GroupName.UNDECIDED, GroupName.EVIDENCE})
"""Where nobody can read what was left, what the work shows says more of these."""
_AHEAD = (GroupName.TO_PUT_BACK, GroupName.CLAIMED)
ORDER: tuple[GroupName | Shown, ...] = (
    *_AHEAD,
    Shown.FETCHED,
    Shown.SAID_AGAIN,
    Shown.KNOWN,
    *(name for name in GroupName if name not in _AHEAD),
    Shown.KEPT,
    Shown.UNTESTED,
)
"""In which the groups stand: what had to be had again first, what nobody can tell last."""


def key_of(row: Row) -> str:
    """By what a row is found in the list and in the text."""
    return row.key if isinstance(row, ListedClaim) else row.fact.id


@dataclass(frozen=True, slots=True)
class Group:
    """What one group lists as far as the filter lets it through: facts, what to look at first ahead, then claims."""

    name: GroupName | Shown
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
    facts: Iterable[Judged],
    wanted: ReviewFilter,
    marks: frozenset[int],
    claims: Iterable[ListedClaim] = (),
    shown: Mapping[str, Shown] | None = None,
) -> tuple[Group, ...]:
    """What passes the filter, each in its one group; groups of which nothing passes are left out.

    ``shown`` is what the work shows of facts, by id, behind a compaction that nobody can read.
    """
    held: dict[GroupName | Shown, list[Judged]] = {name: [] for name in ORDER}
    said: dict[GroupName | Shown, list[ListedClaim]] = {name: [] for name in ORDER}
    for one in facts:
        own = one.group
        held[GroupName.SAID if own in _SAID else _tested(one, own, shown or {})].append(one)
    for claim in claims:
        said[claim.group].append(claim)
    groups = []
    for name in ORDER:
        # Of the work what failed or is open, and what has the user's words, comes ahead of hundreds of names.
        passing = [one for one in held[name] if wanted.passes(one, marks)]
        passing.sort(key=lambda one: (not one.leads, urgency(one)))
        told = tuple(one for one in said[name] if wanted.passes_claim(one.claim, marks))
        annotated = any(one.is_annotated for one in passing)
        groups.append(Group(name, tuple(passing), len(held[name]) + len(said[name]), annotated, told))
    return tuple(one for one in groups if len(one))


def _tested(one: Judged, name: GroupName, shown: Mapping[str, Shown]) -> GroupName | Shown:
    return shown.get(one.fact.id, name) if name in _TESTED and not one.entered else name
