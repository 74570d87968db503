"""CSV: one row per fact and compaction, or per compaction of many sessions; opens in a spreadsheet without acting."""

from __future__ import annotations

from collections.abc import Iterator

from inspector.model import Basis
from inspector.model.shown import NEEDED, Shown
from inspector.report.document import Report
from inspector.report.reporter import Reporter
from inspector.report.survey import Survey
from inspector.survival.shares import SPOKEN
from inspector.wording.harmless import as_csv

_FACTS = (
    "compaction", "line", "outcome", "before", "after", "fact", "kind", "words", "missing", "stood_before", "fold",
    "verdict", "basis", "live", "harm", "statement", "said_line", "evidence_line", "evidence", "why", "note",
    "shown", "shown_line",
)  # fmt: skip
_ROUNDS = (
    "path", "agent", "version", "title", "started", "requests", "peak", "compaction", "line", "kind", "trigger",
    "outcome", "before", "after", "level", "sentences", "there", "part", "absent", "distorted", "lost",
    "not_there_or_lost", "unjudged", "problems",
    "error", "fetched_again", "said_again", "shown_known", "never_tested",
)  # fmt: skip
_SHOWN = tuple(shown.value for shown in (*NEEDED, Shown.KNOWN, Shown.UNTESTED))
"""In the order of the last columns."""


def _session(report: Report) -> str:
    """One row per fact and compaction; a compaction without facts has one row of its own."""
    return as_csv(_FACTS, _facts(report))


def _survey(survey: Survey) -> str:
    """One row per compaction; a session without any, or that could not be read, has one row of its own."""
    return as_csv(_ROUNDS, _rounds(survey))


def _facts(report: Report) -> Iterator[tuple[object, ...]]:
    for one in report.compactions:
        head = (one.number, one.line, one.outcome, one.before.value, one.after.value)
        if not one.facts:
            yield (*head, *[None] * (len(_FACTS) - len(head) - 4), one.unjudged, None, None, None)
        shown = {trace.fact: (trace.shown, trace.line) for trace in one.work.facts} if one.work else {}
        for fact in one.facts:
            found = fact.found[0] if fact.found else None
            yield (
                *head, fact.id, fact.kind.value, fact.words, ", ".join(fact.missing), fact.before,
                fact.fold.value if fact.fold else None, "" if fact.basis is Basis.COUNTED else fact.verdict.value,
                fact.basis.value, fact.live, fact.harm, fact.statement, fact.said[0].line if fact.said else None,
                found.line if found else None, found.text if found else None, fact.why, fact.note,
                *shown.get(fact.id, (None, None)),
            )  # fmt: skip


def _rounds(survey: Survey) -> Iterator[tuple[object, ...]]:
    for row in survey.rows:
        head = (row.path, row.agent, row.version, row.title, row.started, row.requests, row.peak)
        if not row.rounds:
            none = [None] * (len(_ROUNDS) - len(head) - 2 - len(_SHOWN))
            yield (*head, *none, row.problems, row.error, *[None] * len(_SHOWN))
        for one in row.rounds:
            judged = [kept for kept in one.kept if kept.kind in SPOKEN]
            told = {shown: dict(one.work.counts).get(shown, 0) for shown in _SHOWN} if one.work else {}
            sums: list[int | None] = [
                None if one.unjudged else sum(getattr(kept, part) for kept in judged)
                for part in ("n", "kept", "part", "absent", "distorted", "lost")
            ]
            if not any(sums[-2:]):
                sums[-2:] = None, None  # only a judge, or a person, can say so
            yield (
                *head, one.number, one.line, one.kind, one.trigger, one.outcome, one.before, one.after,
                None if one.level is None else round(one.level, 4), *sums, len(one.losses), one.unjudged,
                row.problems, row.error, *(told.get(shown) for shown in _SHOWN),
            )  # fmt: skip


REPORTER = Reporter("csv", "CSV", _session, _survey)
