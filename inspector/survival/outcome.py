"""What is known of one compaction: what is exact, and, where a judge read it, what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.model import Claim, Compaction, Fact, Judgement, Survival

IS_ENCRYPTED = "Its summary is encrypted; only kept messages can be looked at."
"""What is said of a compaction whose summary only its provider can read."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One compaction with everything that is known about it."""

    compaction: Compaction
    facts: Sequence[Fact]
    """What a judge quotes, where one read it; every sentence of the human that it does not quote; the work."""
    survivals: Sequence[Survival]
    """One per fact, in the same order."""
    claims: tuple[Claim, ...] = ()
    """Those of the new summary that a judge doubts."""
    note: str = ""
    """Why what is left cannot be read; "" where it can."""
    judgement: Judgement | None = None
    """Where a judge read the compaction."""
    earlier: tuple[Compaction, ...] = ()
    """The compactions of the session before this one, in order."""
    replaced: tuple[tuple[Fact, Survival], ...] = ()
    """Sentences in whose place a judge's statement stands: what a person decided on one of them is still shown."""

    @property
    def is_unread(self) -> bool:
        """Whether nobody can read what the compaction left: encrypted, the provider's own, or not in the log."""
        record = self.compaction.record
        return bool(self.note) and record.kind not in ("edit", "trim") and not (record.readable and record.summary)

    @property
    def supported(self) -> tuple[Claim, ...]:
        """Claims of the new summary that a judge found supported."""
        told = self.judgement.claims if self.judgement is not None else ()
        return tuple(claim for claim in told if claim.kind == "supported")
