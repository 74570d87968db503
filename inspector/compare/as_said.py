"""In which of its words a fact is shown: a summary that carries one may tell it in words that nobody said."""

from __future__ import annotations

from inspector.compare.intervals import KEPT
from inspector.model import Fact, Said, Verdict


def as_said(fact: Fact, verdict: Verdict) -> Said:
    """The words and the place that stand for a fact with this verdict, wherever it is shown.

    Those in which it was first said, where this log has them. Of a fact that was kept those of the summary before: it
    is them that the new text has "word for word".
    """
    if fact.first is not None and verdict not in KEPT:
        return fact.first
    return Said(fact.quotes[0], fact.texts[0], fact.statement)
