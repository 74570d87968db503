"""What an agent needed, whether a compaction kept it, and what a summary says without support."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from inspector.model.basis import Basis
from inspector.model.source import Quote


class FactKind(StrEnum):
    """The first five are the human's words or agreed with them; the others are evidence from the work."""

    CONSTRAINT = "constraint"
    PREFERENCE = "preference"
    DECISION = "decision"
    TASK = "task"
    GIVEN = "given"
    """Something the human supplied as true."""
    FINDING = "finding"
    FAILURE = "failure"
    IDENTIFIER = "identifier"
    QUESTION = "question"


class Strength(StrEnum):
    """How binding a rule is."""

    MUST = "must"
    SHOULD = "should"
    MAY = "may"


class Verdict(StrEnum):
    """What became of a fact in one compaction."""

    VERBATIM = "verbatim"
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


class Zone(StrEnum):
    """Which part of the context after a compaction holds the evidence."""

    SUMMARY = "summary"
    KEPT = "kept"
    RESTORED = "restored"
    INSTRUCTIONS = "instructions"


class Role(StrEnum):
    """What a passage is to a decision: what was turned down, chosen, given as the reason, or asked."""

    CHOSEN = "chosen"
    REJECTED = "rejected"
    REASON = "reason"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Part:
    """Exact words that belong to a decision and are not the words that state it."""

    role: Role
    quote: Quote
    text: str


@dataclass(frozen=True, slots=True)
class Said:
    """A fact in the words of one place."""

    quote: Quote
    text: str
    """The quoted words."""
    statement: str


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
    scope: str = ""
    from_summary: bool = False
    """Said earlier, and alive only in a previous summary."""
    first: Said | None = None
    """Of one from a summary: how it was first said, where this log has that."""
    extractor: str = ""
    basis: Basis = Basis.INFERRED
    weight: float = 1.0
    value: str = ""
    """For evidence: the normal form that is compared (a path, a number with its unit, an exit code)."""
    action: str = ""
    """For evidence: what was done (read, edited, created, ran, failed, passed)."""
    needed_later: bool = False
    """Used again by the agent within its next 40 calls after the compaction at hand."""
    parts: tuple[Part, ...] = ()
    """Of a decision: what was turned down, what was chosen, and why; of an answer, a question that stands elsewhere."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A passage of the context after a compaction. Characters are half-open in the item's text."""

    zone: Zone
    item: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Survival:
    """What became of one fact in one compaction, and how that is known."""

    fact: str
    """Id of the fact."""
    compaction: int
    verdict: Verdict
    live: bool
    """Whether it still matters at this compaction."""
    evidence: tuple[Evidence, ...] = ()
    nearest: Evidence | None = None
    """Where the verdict is lost or undecided: the passage that came closest."""
    similarity: float | None = None
    """Of the evidence or the nearest passage, 0 to 1."""
    matcher: str = ""
    why: str = ""
    """One sentence: what was looked for and what differs."""
    basis: Basis = Basis.INFERRED
    ruled: Verdict | None = None
    """What the rules say, where the verdict is a judge's and they know the fact, too."""
    sure: bool | None = None
    """Whether every reading of a judge found it; None where there was one reading."""
    confidence: float | None = None
    """Of the rules' verdict, 0 to 1: how likely a careful reader shares it. Of harm all of it counts: that it was said,
    still matters, and was lost or changed so. None where that was not measured: a judge's, the work's, undecided."""
    unsure: Verdict | None = None
    """Of what is undecided: what the rules would call it, were they sure enough; lost means that it was not found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Words of a summary that the history does not support, or contradicts."""

    compaction: int
    quote: Quote
    text: str
    kind: str
    """unsupported or contradicted; of a judge's also supported."""
    subject: str
    """approval, completion, number, name, quotation, authorship."""
    why: str
    basis: Basis = Basis.INFERRED
    items: tuple[int, ...] = ()
    """Numbers of the items that support or refute it, where a judge named them."""
    sure: bool | None = None
    """Whether every reading of a judge found it; None where there was one reading."""
