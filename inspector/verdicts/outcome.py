"""What is known of one compaction once its facts are judged.

Rule: no module of rules is imported here, so that what was judged earlier is read back without any.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.model import Claim, Compaction, Fact, Judgement, Survival, Verdict
from inspector.verdicts.intervals import DISTORTED, GONE, KEPT

IS_ENCRYPTED = "Cannot be assessed: its summary is encrypted; only kept messages are judged."
"""What is said of a compaction whose summary only its provider can read."""


@dataclass(frozen=True, slots=True)
class ByJudge:
    """What a judge says of a compaction beside the verdicts that stand, and what the rules alone say."""

    judgement: Judgement
    supported: tuple[Claim, ...] = ()
    """Claims of the summary that the judge found supported."""
    only_rules: tuple[tuple[Fact, Survival], ...] = ()
    """Statements that the rules alone found, with their verdicts; they stand in no list and no share."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One compaction with everything judged about it."""

    compaction: Compaction
    facts: tuple[Fact, ...]
    survivals: tuple[Survival, ...]
    """One per fact, in the same order."""
    claims: tuple[Claim, ...] = ()
    """What a judge doubts of what the summary says; empty where none read the compaction."""
    note: str = ""
    """Why little or nothing could be judged; "" where all could."""
    by_judge: ByJudge | None = None
    """Where a judge read the compaction: its verdicts on statements stand in the place of the rules'."""

    @property
    def is_unread(self) -> bool:
        """Whether nobody can read what the compaction left: encrypted, the provider's own, or not in the log."""
        record = self.compaction.record
        return bool(self.note) and record.kind not in ("edit", "trim") and not (record.readable and record.summary)


def differs(survival: Survival) -> bool:
    """Whether judge and rules say something else of a fact: kept, changed, lost or replaced.

    Rules that decide nothing say nothing else.
    """
    decided = survival.ruled is not None and survival.ruled is not Verdict.UNDECIDED
    return decided and _group(survival.ruled or survival.verdict) != _group(survival.verdict)


def _group(verdict: Verdict) -> str:
    for name, group in (("kept", KEPT), ("changed", DISTORTED), ("lost", GONE)):
        if verdict in group:
            return name
    return verdict.value
