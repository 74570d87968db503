"""A fact as a review shows it: where it stands, what a judge says of it, and what a person entered."""

from __future__ import annotations

from enum import StrEnum

from inspector.model import Basis, Fact, FactKind, Quote, Survival, Verdict
from inspector.model.record import record
from inspector.survival.shares import DISTORTED, GONE, KEPT, SPOKEN

HARMFUL = DISTORTED | GONE
_PRESSING = (FactKind.FAILURE, FactKind.QUESTION)


class GroupName(StrEnum):
    """What a reviewer does with a fact, in the order in which the groups stand."""

    TO_PUT_BACK = "to put back"
    """Lost or changed, as a judge or the user says."""
    CLAIMED = "claimed"
    """What the summary says without support in the history, or against it, as a judge says."""
    UNDECIDED = "undecided"
    """A judge doubts, or nobody can read what is left."""
    SAID = "said"
    """A list's one name for the next three: what the human said, in the order said."""
    NOT_THERE = "not there"
    """The human's words that stood there before the compaction, and do not behind it."""
    PART = "in part"
    KEPT = "there"
    EARLIER = "gone earlier"
    """The human's words that did not stand there before the compaction either."""
    DONE = "done"
    """What no longer mattered, or was taken back, as a judge says."""
    FOLDED = "pasted or short"
    SUPPORTED = "supported"
    """Claims of the summary that a judge found supported."""
    EVIDENCE = "work"


@record
class Judged:
    """A fact at one compaction: where it stands, what a judge says, and what the user says instead."""

    fact: Fact
    survival: Survival
    entered: Verdict | None = None
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict in force: the user's, else a judge's, else where the words stand."""
        return self.entered or self.survival.verdict

    @property
    def basis(self) -> Basis:
        """How the verdict in force is known."""
        return Basis.ENTERED if self.entered else self.survival.basis

    @property
    def quote(self) -> Quote:
        """The place in which it is shown."""
        return self.fact.quotes[0]

    @property
    def is_live(self) -> bool:
        """Whether it still mattered; one on which the user gave a verdict does, unless they call it taken back."""
        return self.survival.live if self.entered is None else self.entered is not Verdict.SUPERSEDED

    @property
    def is_spoken(self) -> bool:
        """Whether it is the human's words."""
        return self.fact.kind in SPOKEN

    @property
    def is_harm(self) -> bool:
        """Whether a judge or the user says that it was lost or changed while it mattered."""
        return self.verdict in HARMFUL and self.is_live and self.is_spoken

    @property
    def is_missing(self) -> bool:
        """Whether it is a sentence whose words stood there before the compaction, and do not behind it."""
        return self.group is GroupName.NOT_THERE

    @property
    def group(self) -> GroupName:
        """The one group in which it is listed."""
        if self.is_harm:
            return GroupName.TO_PUT_BACK
        if not self.is_spoken:
            return GroupName.EVIDENCE
        if self.fact.fold is not None and self.entered is None and self.basis is not Basis.JUDGED:
            return GroupName.FOLDED
        if not self.is_live or self.verdict is Verdict.SUPERSEDED:
            return GroupName.DONE
        if self.verdict in KEPT:
            return GroupName.KEPT
        if self.verdict is Verdict.UNDECIDED:
            return GroupName.UNDECIDED
        if not self.survival.before:
            return GroupName.EARLIER
        return GroupName.PART if self.verdict is Verdict.PART else GroupName.NOT_THERE

    @property
    def is_annotated(self) -> bool:
        """Whether the user wrote a note on it, or gave a verdict."""
        return bool(self.note) or self.entered is not None

    @property
    def is_counted(self) -> bool:
        """Whether it is one of the things of which it is said how many the human said."""
        return self.is_spoken and self.is_live and self.group is not GroupName.FOLDED

    @property
    def leads(self) -> bool:
        """Whether it stands among what is to be looked at, and not among the rest of what the work showed."""
        return self.is_annotated or self.is_spoken or is_telling(self.fact)

    @property
    def is_news(self) -> bool:
        """Whether a short list has it, too: nothing of the work that is there, or of which nothing is known."""
        settled = self.verdict in KEPT or self.verdict is Verdict.UNDECIDED
        return self.is_annotated or self.is_spoken or (self.leads and not settled)


def is_telling(fact: Fact) -> bool:
    """Of the work, whether it failed, is open, or was used again: all else that it shows is there by the hundred."""
    return fact.needed_later or fact.kind in _PRESSING
