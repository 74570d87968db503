"""inspector report -o FILE.xml: the facts of sessions as test cases, for a build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from inspector.cli.bank import outcomes_of_bank
from inspector.cli.options import Wanted
from inspector.cli.session import entered, opened
from inspector.errors import InspectorError
from inspector.report.facts_junit import Counts, ReportedSession, facts_junit
from inspector.report.redact import Taken, redact
from inspector.report.reporter import Written
from inspector.said.bank import read_statements
from inspector.workbench.document import Stage
from inspector.workbench.reports import report_of


def junit_of(paths: Sequence[Path], agent: str, bank: Path | None, redacted: bool) -> tuple[Written, Counts]:
    """The file, and how its cases went. A session that cannot be read is an error.

    Raises CannotRead for a bank that is none.
    """
    taken: list[Taken] = []
    sessions = tuple(_tested(paths, agent, bank, redacted, taken))
    text, counts = facts_junit(sessions, bank is not None)
    return Written(text, tuple(taken), tuple(paths)), counts


def _tested(
    paths: Sequence[Path], agent: str, bank: Path | None, redacted: bool, taken: list[Taken]
) -> Iterator[ReportedSession]:
    if bank is not None:
        # A bank that is none is told once, not once a session.
        read_statements(bank, None)
    for path in paths:
        stages = (Stage.MEASURE,) if bank else (Stage.MEASURE, Stage.COMPARE)
        try:
            with opened(Wanted(path, agent), *stages) as document:
                if bank is not None:
                    document.comparison = outcomes_of_bank(document, bank)
                report = report_of(document, entered(document))
        except InspectorError as why:
            yield _unread(path, why.message, redacted)
            continue
        if redacted:
            report, more = redact(report)
            taken += more
        yield ReportedSession(report.card.path, report)


def _unread(path: Path, why: str, redacted: bool) -> ReportedSession:
    """A session that cannot be read. The reason may name its file, or the database that it lies in."""
    if not redacted:
        return ReportedSession(str(path), None, why)
    for named in (path, path.parent):
        why = why.replace(str(named), f"…/{named.name}")
    return ReportedSession(f"…/{path.name}", None, why)
