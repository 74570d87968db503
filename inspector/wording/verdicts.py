"""Verdicts in a word and in a sentence, and what is said of the facts that a list leaves out."""

from __future__ import annotations

from inspector.model import Verdict
from inspector.wording.units import counted

WHAT_COUNTS = (
    "Counted are the user's facts that still mattered, and all findings, failures, identifiers and questions that "
    "the work showed."
)
"""What a share of a kind is a share of."""
NEVER_COMPACTED = "This session was never compacted, as far as its log tells."
NOT_RECALL = "Shares are survival in text, not recall."
_NOT_FOUND = "not found"
_MEANINGS = {
    Verdict.VERBATIM: "kept word for word",
    Verdict.REWORDED: "kept in other words",
    Verdict.WEAKENED: "kept, but hedged or without a part of it",
    Verdict.ALTERED: "in the context, but with a detail changed",
    Verdict.CONTRADICTED: "the context says the opposite",
    Verdict.LOST: "no longer in the context",
    Verdict.RESTATED: "lost, and had to be said again later; it counts as lost",
    Verdict.SUPERSEDED: "withdrawn before the compaction, so nothing was lost",
    Verdict.UNDECIDED: "could not be judged",
}
_NOT_TELLING = "neither failed, open nor used again in the calls that followed"


def verdict_word(verdict: Verdict | str, unsure: Verdict | None = None) -> str:
    """A verdict, or the value of one, as a person reads it.

    ``unsure`` is what the rules would call a fact that they hold back, were they sure enough: what they find nowhere is
    then *not found*, not *undecided*.
    """
    if unsure is Verdict.LOST:
        return _NOT_FOUND
    return "restated later" if verdict == Verdict.RESTATED else Verdict(verdict).value


def verdict_meaning(verdict: Verdict) -> str:
    """What a verdict says, in a sentence."""
    return _MEANINGS[verdict]


def folded_words(n: int) -> str:
    """What is said of evidence that does not lead."""
    return f"{counted(n, 'more fact')} that the work showed, {_NOT_TELLING}"


def unlisted_words(n: int) -> str:
    """What is said of evidence that a short list does not have."""
    return f"{counted(n, 'more fact')} that the work showed, kept, undecided, or {_NOT_TELLING}"
