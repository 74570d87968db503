"""Verdicts in a word and in a sentence."""

from __future__ import annotations

from inspector.model import Judgement, Verdict

NEVER_COMPACTED = "This session was never compacted, as far as its log tells."
NOTHING_SAID = "nothing to look for"
"""In a column of what is missing: a person said nothing, or nothing but pastes and words too short to be found."""
HARM_UNKNOWN = "not known"
"""How many were lost or changed, where neither a judge nor a person named one."""
NOT_RECALL = "What stands in a context may still be overlooked."
NOT_LOST = (
    "Words that do not stand there may be told in other words, or matter no longer: in hand-labelled sessions one such "
    "sentence in six was lost. Only a judge, or you, can say that."
)
SIGNS = {
    Verdict.VERBATIM: "●",
    Verdict.PART: "◧",
    Verdict.ABSENT: "□",
    Verdict.REWORDED: "◐",
    Verdict.WEAKENED: "◔",
    Verdict.ALTERED: "◆",
    Verdict.CONTRADICTED: "⇄",
    Verdict.LOST: "○",
    Verdict.SUPERSEDED: "–",
    Verdict.UNDECIDED: "?",
}
"""Beside the word, in the window and in reports alike."""
_WORDS = {
    Verdict.VERBATIM: "there",
    Verdict.PART: "in part",
    Verdict.ABSENT: "not there",
}
"""Of those that are counted; a judge's are words already."""
_MEANINGS = {
    Verdict.VERBATIM: "stands there word for word",
    Verdict.PART: "one passage holds half of its words or more",
    Verdict.ABSENT: "its words do not stand there",
    Verdict.REWORDED: "kept in other words",
    Verdict.WEAKENED: "kept, but hedged or without a part of it",
    Verdict.ALTERED: "in the context, but with a detail changed",
    Verdict.CONTRADICTED: "the context says the opposite",
    Verdict.LOST: "no longer in the context",
    Verdict.SUPERSEDED: "withdrawn before the compaction, so nothing was lost",
    Verdict.UNDECIDED: "could not be decided",
}


def how_to_judge(log: str) -> str:
    """What to type to have a log read by a model, its price first."""
    return (
        f"inspector survival {log} --judge MODEL --dry-run shows what a model would be sent, where to, and its price."
    )


def verdict_word(verdict: Verdict | str) -> str:
    """A verdict, or the value of one, as a person reads it."""
    return _WORDS.get(Verdict(verdict), Verdict(verdict).value)


def verdict_meaning(verdict: Verdict) -> str:
    """What a verdict says, in a sentence."""
    return _MEANINGS[verdict]


def reader_words(model: str, *, is_partial: bool) -> str:
    """Which model read something, for a sentence that says so."""
    return f"{model}, whose answer could be read in part only" if is_partial else model


def used_words(found: Judgement) -> str:
    """That a reading of a compaction from before is used, and whose it is."""
    half = ", whose answer could be read in part only," if found.partial else ""
    when = f" on {found.made[:10]}" if found.made else ""
    return f"What {found.model}{half} found about compaction {found.compaction}{when} is used."
