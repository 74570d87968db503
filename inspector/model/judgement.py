"""What a judge found about one compaction, every word of it checked against the log."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.model.fact import Claim, Fact, Survival


@dataclass(frozen=True, slots=True)
class Trust:
    """How much of what a judge said stood where it has to stand: a figure for its reading, not for its verdicts."""

    given: int = 0
    """Quotes and passages that it named."""
    stood: int = 0
    """Of these, how many stand in the log."""
    moved: int = 0
    """Of these, how many stood on another line than it said; the line was mended."""
    asked_again: int = 0
    """Verdicts that plain sight refuted, and that were asked once more."""
    undecided: int = 0
    """Of these, how many are undecided all the same."""

    def __add__(self, other: Trust) -> Trust:
        return Trust(
            self.given + other.given,
            self.stood + other.stood,
            self.moved + other.moved,
            self.asked_again + other.asked_again,
            self.undecided + other.undecided,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """One compaction as a judge reads it."""

    compaction: int
    model: str
    """As the user named it."""
    made: str = ""
    """When, ISO 8601 in UTC."""
    passes: int = 1
    """How many readings of the whole went into it."""
    follows: int | None = None
    """The compaction whose statements were followed here; None where the reading begins with this one."""
    facts: tuple[Fact, ...] = ()
    """What the human said and what was agreed, in order of the log; the followed ones with the place in the earlier
    summary where they stood."""
    survivals: tuple[Survival, ...] = ()
    """One per fact, in the same order."""
    alone: tuple[Survival, ...] = ()
    """Of a context that was judged among others: the same facts in the text alone that was written for it."""
    claims: tuple[Claim, ...] = ()
    """Every claim of the new summary that was checked, in its order; the supported ones, too."""
    trust: Trust = field(default_factory=Trust)
    notes: tuple[str, ...] = ()
    """What was left unread or not believed, one sentence each."""
    open: bool = False
    """Doubtful verdicts were asked once more, and are undecided until the answer is brought."""
    partial: bool = False
    """An answer could be read in part only: it says nothing of what stood in the rest."""
