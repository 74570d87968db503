"""In which of its words a fact is shown: a summary that carries one may tell it in words that nobody said."""

from __future__ import annotations

from dataclasses import replace

from inspector.model import Fact, Quote, Said, Verdict
from inspector.reconstruct.segment import in_full, statement
from inspector.verdicts.intervals import KEPT


def as_said(fact: Fact, verdict: Verdict | None = None) -> Said:
    """The words and the place that stand for a fact with this verdict, wherever it is shown.

    Those in which it was first said, where this log has them. Of a fact that was kept those of the summary before: it
    is them that the new text has "word for word". Where one row stands for several verdicts (of runs or
    compactions), ``verdict`` is None and the fact has one name: as it was first said, with ``looked_for`` beside it.
    """
    return _in_full(_chosen(fact, verdict))


def looked_for(fact: Fact, row: Fact | None = None, verdict: Verdict | None = None) -> str:
    """The words that a verdict on this fact is about, where its row (None: its own) shows others; "" where not.

    ``verdict`` is the one with which it is shown, as for ``as_said``; None where its row stands for several.
    Evidence is looked for by its value, in whatever words it is shown.
    """
    if fact.value:
        return ""
    own = Said(fact.quotes[0], fact.texts[0], fact.statement)
    return _in_full(own).statement if fact.statement != _chosen(row or fact, verdict).statement else ""


def places_of(fact: Fact) -> tuple[tuple[Quote, str], ...]:
    """Every place that says it with its words; how it was first said comes ahead of the summary that carries it."""
    first = ((fact.first.quote, fact.first.text),) if fact.first is not None else ()
    return (*first, *zip(fact.quotes, fact.texts, strict=True))


def _chosen(fact: Fact, verdict: Verdict | None) -> Said:
    if fact.first is not None and verdict not in KEPT:
        return fact.first
    return Said(fact.quotes[0], fact.texts[0], fact.statement)


def _in_full(said: Said) -> Said:
    """The same with the marks that looking for it leaves out: ``src/**/*.py`` is a pattern, and no emphasis."""
    has_marks = "`" in said.text or "**" in said.text
    is_quoted = has_marks and statement(said.text) == said.statement
    return replace(said, statement=in_full(said.text)) if is_quoted else said
