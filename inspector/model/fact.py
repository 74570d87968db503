"""What was said and what the work showed, where it stands after a compaction, and what a judge says of that."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.basis import Basis
from inspector.model.record import record
from inspector.model.source import Quote


class FactKind(StrEnum):
    """A sentence of the human is said; which of the next five it is, a judge says. The others the work showed."""

    SAID = "said"
    CONSTRAINT = "constraint"
    PREFERENCE = "preference"
    DECISION = "decision"
    TASK = "task"
    GIVEN = "given"
    """Something the human supplied as true."""
    FINDING = "finding"
    FAILURE = "failure"
    QUESTION = "question"


class Strength(StrEnum):
    """How binding a rule is."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"


class Act(StrEnum):
    """What may be done with files and commands that a rule names."""

    EDIT = "edit"
    READ = "read"
    RUN = "run"


@dataclass(frozen=True, slots=True)
class Limit:
    """What a rule forbids, as a judge reads it, in words that stand beside the rule in the log."""

    act: Act
    names: tuple[str, ...]
    """Paths, folders, files or commands."""
    outside: bool = False
    """The act is allowed on what is named, and on nothing else."""


class Verdict(StrEnum):
    """Where the words of a fact stand after a compaction, and what a judge or a person says became of it.

    Counted without a model: verbatim, part, absent, and undecided where nobody can read what is left.
    """

    VERBATIM = "verbatim"
    PART = "part"
    """One passage holds half of its words or more."""
    ABSENT = "absent"
    """Its words do not stand there. Most such sentences are told in other words, or matter no longer: not lost."""
    REWORDED = "reworded"
    WEAKENED = "weakened"
    """Hedged, or its scope or a part is missing."""
    ALTERED = "altered"
    """A number, unit, path, author or tense differs."""
    CONTRADICTED = "contradicted"
    """The opposite stands there: worse than lost, for whoever reads it is misled."""
    LOST = "lost"
    SUPERSEDED = "superseded"
    UNDECIDED = "undecided"


class Fold(StrEnum):
    """Why words of the human are listed folded."""

    PASTED = "pasted"
    """They look like output or code."""
    SHORT = "short"
    """Too few words to be found by."""


class Zone(StrEnum):
    """Which part of the context after a compaction holds the evidence."""

    SUMMARY = "summary"
    KEPT = "kept"
    RESTORED = "restored"
    INSTRUCTIONS = "instructions"


@dataclass(frozen=True, slots=True)
class Said:
    """Words in one place."""

    quote: Quote
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing said or found, with the words that say it.

    ``id`` depends on what was said and where in the session, so that it is the same in every run.
    """

    id: str
    kind: FactKind
    statement: str
    quotes: tuple[Quote, ...]
    """Where it was said; the first is the place to show."""
    texts: tuple[str, ...]
    """The quoted words, one per quote."""
    strength: Strength | None = None
    """Of a rule, as a judge has it."""
    from_summary: bool = False
    """A judge quotes it from the summary of an earlier compaction."""
    limit: Limit | None = None
    """Of a rule that forbids an act on what it names, as a judge has it."""
    question: Said | None = None
    """Of a pick: what was asked."""
    fold: Fold | None = None
    """Why it is no statement by itself; None for one that is."""
    extractor: str = ""
    """said, judge, bank, or the finder that saw it in the work."""
    basis: Basis = Basis.COUNTED
    value: str = ""
    """Of the work: the normal form that is looked for (a path, a command, the name of a test)."""
    action: str = ""
    """Of the work: what was done (read, edited, created, ran, failed, passed)."""
    needed_later: bool = False
    """Of the work: used again by the agent within its next 40 calls after the compaction at hand."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of the context after a compaction. Characters are half-open in the item's text."""

    zone: Zone
    item: int
    start: int
    end: int
    text: str


@record
class Survival:
    """What became of one fact in one compaction, and how that is known."""

    fact: str
    """Id of the fact."""
    compaction: int
    verdict: Verdict
    live: bool = True
    """Whether it still matters at this compaction, as a judge has it."""
    evidence: tuple[Evidence, ...] = ()
    """The passage that holds it."""
    nearest: Evidence | None = None
    """Where it is absent, lost or undecided: the passage that comes nearest; it may share few of its words."""
    missing: tuple[tuple[int, int], ...] = ()
    """Of one that stands there in part: the characters of its text whose words that passage has not, half-open."""
    before: bool = True
    """Whether its words stood there right before the compaction; what did not was gone earlier."""
    why: str = ""
    """One sentence: what was looked for and what differs."""
    basis: Basis = Basis.COUNTED
    sure: bool | None = None
    """Whether every reading of a judge found it; None where there was one reading."""


@record
class Standing:
    """Where words stand in a context, as a survival has it: one for all facts of which the same is true."""

    verdict: Verdict
    why: str
    evidence: tuple[Evidence, ...] = ()
    nearest: Evidence | None = None
    missing: tuple[tuple[int, int], ...] = ()
    before: bool = True

    def of(self, fact: str, compaction: int) -> Survival:
        """What became of a fact at a compaction."""
        # By position, since a long session makes them by the hundred thousand.
        return Survival(
            fact, compaction, self.verdict, True, self.evidence, self.nearest, self.missing, self.before, self.why
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Words of a new summary, as a judge holds them against the history."""

    compaction: int
    quote: Quote
    text: str
    kind: str
    """supported, unsupported or contradicted."""
    why: str
    basis: Basis = Basis.JUDGED
    items: tuple[int, ...] = ()
    """Numbers of the items that support or refute it, where the judge named them."""
    sure: bool | None = None
    """Whether every reading of a judge found it; None where there was one reading."""
