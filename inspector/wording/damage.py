"""What damage of a log means for everything that is said about its session, in one sentence."""

from __future__ import annotations

from pathlib import Path

from inspector.model import Diagnostic, Session, Severity
from inspector.wording.units import counted
from inspector.wording.verdicts import NEVER_COMPACTED

TORN = "torn-line"
LISTED = "inspector compactions FILE --json lists them as edits"


def damage_of(session: Session) -> tuple[Diagnostic, ...]:
    """The places of a log that are not read; what was read with a doubt is not among them."""
    return tuple(one for one in session.diagnostics if one.severity is Severity.ERROR or one.code == TORN)


def ends_early(session: Session, problem: Diagnostic) -> bool:
    """Whether reading stopped there, so that what came later is lost; an event in a file of its own is no end."""
    if not problem.code.startswith("cut-") and problem.code != "bad-rows":
        return False
    at, last = problem.source, next((item.source for item in reversed(session.items) if not item.thread), None)
    if at is None or last is None or at.path == last.path:
        return True
    here, there = Path(at.path), Path(last.path)
    return here.parent == there.parent and here > there


def damage_words(session: Session) -> str:
    """What is not counted because it cannot be read; "" for a log without damage.

    Figures of a log with holes look like those of a whole one.
    """
    damage = damage_of(session)
    codes = {one.code for one in damage}
    if any(ends_early(session, one) for one in damage):
        return (
            "This log is damaged: reading stopped before its end, and what came later, compactions among it, is "
            "not counted."
        )
    if codes == {"no-beginning"}:
        return "The beginning of this log is missing; what stood there is not counted."
    if codes == {TORN}:
        return "The last line of this log is incomplete: it is being written, or the log was cut there."
    if damage:
        there = "there" if len(damage) == 1 else "in them"
        return f"{counted(len(damage), 'place')} of this log cannot be read; what stood {there} is not counted."
    return ""


def never_compacted(is_damaged: bool, steps: int = 0, results: int = 0, listed: str = LISTED) -> str:
    """That there is no compaction, as far as one can know; and what was cleared in place, where anything was."""
    if steps:
        of_what = "the readable part of the history" if is_damaged else "the history"
        return f"Nothing replaced or cut {of_what}; {cleared_words(steps, results, listed)}."
    return "The readable part of this log has no compaction." if is_damaged else NEVER_COMPACTED


def cleared_words(steps: int, results: int = 0, listed: str = LISTED) -> str:
    """How much was cleared in place, and where that is ``listed``; 0 ``results`` where nobody counted them."""
    many = f"{counted(results, 'result')}; " if results else ""
    return f"single results were cleared in place, in {counted(steps, 'step')} ({many}{listed})"


def unread_words(path: Path, why: str) -> str:
    """``Not read: …``, with the path where the reason does not name it."""
    return f"Not read: {why}" if str(path) in why else f"Not read: {path}: {why}"
