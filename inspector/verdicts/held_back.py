"""What the rules are too unsure of to hold against a compaction: it is undecided, with what it came closest to.

What is shown is held back so: facts of a session, and each fact in each column of a comparison. The shares of columns
are not: all are measured by the same rules alike, and a share accuses nobody.
"""

from __future__ import annotations

from dataclasses import replace

from inspector.model import Survival, Verdict
from inspector.verdicts.intervals import DISTORTED
from inspector.verdicts.outcome import Outcome

SAID_FROM = 0.6
"""Confidence below which nothing is called lost or changed."""
_NOT_FOUND = "Not found in other words either, but that is not sure enough to call it lost."
_MAY_DIFFER = "The passage found may say something else, but not surely enough to call it {verdict}."


def hold_back(outcome: Outcome) -> Outcome:
    """The outcome with its unsure accusations undecided."""
    return replace(outcome, survivals=tuple(map(held_back, outcome.survivals)))


def held_back(survival: Survival) -> Survival:
    """One verdict, undecided where it accuses and the rules are not sure of it."""
    unsure = survival.confidence is not None and survival.confidence < SAID_FROM
    if not unsure or survival.verdict not in DISTORTED | {Verdict.LOST}:
        return survival
    lost = survival.verdict is Verdict.LOST
    doubt = _NOT_FOUND if lost else _MAY_DIFFER.format(verdict=survival.verdict.value)
    return replace(
        survival,
        verdict=Verdict.UNDECIDED,
        unsure=survival.verdict,
        evidence=(),
        nearest=survival.nearest or next(iter(survival.evidence), None),
        why=f"{doubt} {survival.why}",
    )
