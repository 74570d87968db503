"""What a report says of one compaction: facts with where they stand, claims, and what the work showed."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import Basis, FactKind, Fold, TokenCount, Verdict
from inspector.model.context import went
from inspector.model.shown import NEEDED
from inspector.report.state import StateRow
from inspector.survival.contract import Ruling
from inspector.survival.shares import KEPT, SPOKEN, Share

GROUPS = {
    "undecided": "Undecided",
    "absent": "Words not there",
    "part": "In part",
    "there": "There",
    "earlier": "Gone earlier",
    "done": "No longer mattered, or taken back",
    "folded": "Pasted or short",
    "work": "What the work showed",
}
"""The lists of one compaction beside what was lost or changed, in the order in which they stand."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of the log and where they stand. ``line`` is None where a log has no lines."""

    text: str
    item: int | None
    line: int | None
    zone: str = ""
    """For words found after a compaction: summary, kept, restored or instructions."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldFact:
    """One fact at one compaction: where its words stand, and what a judge or the reviewer says of it."""

    id: str
    kind: FactKind
    statement: str
    verdict: Verdict
    """The verdict in force: the reviewer's, else a judge's, else where its words stand."""
    basis: Basis
    live: bool
    harm: bool
    """Lost or changed while it mattered, as a judge or the reviewer says."""
    absent: bool = False
    """Whether it is a sentence whose words stood there right before the compaction, and do not behind it."""
    leads: bool
    """Whether it is to be looked at; False for evidence that neither failed, is open nor was used again."""
    news: bool
    """Whether a short list has it, too: no evidence that was kept, or of which nothing is known."""
    words: str = ""
    """Where its words stand: there, part, absent or unread; "" where a judge read it."""
    missing: tuple[str, ...] = ()
    """Of one that stands there in part: the words of it that do not, in order."""
    before: bool = True
    """Whether its words stood there right before the compaction; what did not was gone earlier."""
    fold: Fold | None = None
    """Why words of the human are listed folded."""
    question: Passage | None = None
    """Of a pick: what was asked."""
    said: tuple[Passage, ...] = ()
    at: int = 0
    """Where in its message the first begins, for sorting; no report tells it."""
    found: tuple[Passage, ...] = ()
    nearest: Passage | None = None
    why: str = ""
    judged: Ruling | None = None
    """What a judge says, where one read it."""
    entered: Verdict | None = None
    """What the reviewer says."""
    note: str = ""

    @property
    def is_spoken(self) -> bool:
        """Whether it is the human's words."""
        return self.kind in SPOKEN

    @property
    def place(self) -> tuple[int, int, int]:
        """Where it was said, for sorting: its item and where in that; what another session said stands behind all."""
        return next(((0, one.item, self.at) for one in self.said if one.item is not None), (1, 0, 0))

    @property
    def group(self) -> str:
        """The one list that it stands in, by the names of ``GROUPS``; "" for what a judge or the reviewer accuses."""
        if self.harm:
            return ""
        if not self.is_spoken:
            return "work"
        if self.fold is not None and self.basis is Basis.COUNTED:
            return "folded"
        if not self.live or self.verdict is Verdict.SUPERSEDED:
            return "done"
        if self.verdict in KEPT:
            return "there"
        if self.verdict is Verdict.UNDECIDED:
            return "undecided"
        if not self.before:
            return "earlier"
        return "part" if self.verdict is Verdict.PART else "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldClaim:
    """Words of a summary without support in the history, or against it, as a judge says."""

    kind: str
    text: str
    why: str
    line: int | None
    item: int
    basis: Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldTrace:
    """One fact of which the work shows something, and where."""

    fact: str
    kind: FactKind
    statement: str
    shown: str
    item: int | None
    line: int | None
    said: int | None
    """The line in which it was said first; None for what another session said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldUnderWay:
    """The work that the compaction cut: the human's last words, and whether it went on."""

    words: str
    said: int | None
    """Their line."""
    went_on: bool | None
    """None where that cannot be told."""
    why: str
    item: int | None
    line: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldWork:
    """All that the work shows of one such compaction."""

    counts: tuple[tuple[str, int], ...]
    """What is shown, and of how many facts; those of none are left out."""
    facts: tuple[ToldTrace, ...]
    """The telling first; without what was kept or never tested."""
    under_way: ToldUnderWay | None
    """None where the agent had answered and waited."""
    basis: Basis = Basis.INFERRED

    @property
    def needed(self) -> tuple[ToldTrace, ...]:
        """What had to be fetched or was said again: of the human's words, what may be put back."""
        return tuple(one for one in self.facts if one.shown in NEEDED)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldCompaction:
    """One compaction with both sides of it and all that was judged. Counts are None where only a drop shows it."""

    number: int
    line: int | None
    item: int | None
    """Where it stands in a log without lines."""
    time: str | None
    kind: str
    trigger: str
    status: str
    outcome: str
    basis: Basis
    before: TokenCount
    after: TokenCount
    reported_before: int | None
    """As the record of the compaction itself tells it; ``before`` is the last prompt where that is known."""
    reported_after: int | None
    share: float | None
    """How full the window was, 0 to 1."""
    seconds: float | None
    removed: int | None
    kept: int | None
    inserted: int | None
    model: str
    summary: str | None
    """None where the log holds none that can be read."""
    summary_line: int | None
    notes: tuple[str, ...]
    unjudged: str
    """Why what it left cannot be read; "" where it can."""
    judge: str = ""
    """The model that read it; "" where none did."""
    partial: bool = False
    """Its answer could be read in part only."""
    facts: tuple[ToldFact, ...] = ()
    """What a judge or the reviewer accuses first, then by group, in the order said."""
    claims: tuple[ToldClaim, ...] = ()
    shares: tuple[Share, ...] = ()
    state: tuple[StateRow, ...] = ()
    """What the agent's program had put into the context, and whether it came back."""
    state_unknown: str = ""
    """Why nothing can be said of what did not come back; "" where it can."""
    reviewed: bool = False
    work: ToldWork | None = None
    """What the work shows, where nobody can read what it left; None where somebody can, or nobody looked."""

    @property
    def went(self) -> str:
        """The outcome in a word for people."""
        return went(self.outcome, self.before, self.after)

    @property
    def harms(self) -> tuple[ToldFact, ...]:
        """What was lost or changed while it mattered, as a judge or the reviewer says."""
        return tuple(fact for fact in self.facts if fact.harm)

    @property
    def groups(self) -> tuple[tuple[str, tuple[ToldFact, ...]], ...]:
        """All else by its list, in the order of ``GROUPS``; those of none are left out."""
        held: dict[str, list[ToldFact]] = {name: [] for name in GROUPS}
        for fact in self.facts:
            if not fact.harm:
                held[fact.group].append(fact)
        return tuple((name, tuple(facts)) for name, facts in held.items() if facts)

    @property
    def moved(self) -> tuple[StateRow, ...]:
        """What the agent's program had put there and was not simply kept."""
        return tuple(row for row in self.state if not row.is_kept)
