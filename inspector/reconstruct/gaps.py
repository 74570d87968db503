"""Holes in what a log tells: lines and rows that cannot be read, and may have held whatever is looked for in vain."""

from __future__ import annotations

from inspector.model import Diagnostic, Session, Severity, Source
from inspector.wording.damage import ends_early


def unread_before(session: Session, number: int) -> bool:
    """Whether anything before the end of an item cannot be read; what has no line may have stood anywhere."""
    if not 0 < number <= len(session.items):
        return False
    end = session.items[number - 1].source
    return any(_is_hole(session, problem) and _stood_before(problem.source, end) for problem in session.diagnostics)


def _is_hole(session: Session, problem: Diagnostic) -> bool:
    # A document or archive that breaks off lacks its end alone.
    return problem.severity is Severity.ERROR and not ends_early(session, problem)


def _stood_before(at: Source | None, end: Source) -> bool:
    if at is None or at.line is None or end.line is None:
        return True
    return at.earlier if at.path != end.path else at.line < end.line
