"""Holes in what a log tells: lines and rows that cannot be read, and may have held whatever is looked for in vain."""

from __future__ import annotations

from inspector.model import Diagnostic, Item, Session, Severity


def unread_before(session: Session, number: int) -> bool:
    """Whether anything before the end of an item cannot be read; what has no line may have stood anywhere."""
    if not 0 < number <= len(session.items):
        return False
    end = session.items[number - 1]
    return any(_stood_before(problem, end) for problem in session.diagnostics)


def _stood_before(problem: Diagnostic, end: Item) -> bool:
    # A document or archive that breaks off lacks its end alone.
    if problem.severity is not Severity.ERROR or problem.code.startswith(_CUT):
        return False
    at = problem.source
    if at is None or at.line is None or end.source.line is None:
        return True
    return at.path == end.source.path and at.line < end.source.line


_CUT = "cut-"
