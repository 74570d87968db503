"""A command with --judge at work: what asks a model is imported once one is named."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from inspector.cli.judge_options import JudgeWanted
from inspector.workbench.document import Document

if TYPE_CHECKING:
    from inspector.cli.judging import Judges


@contextmanager
def judges(wanted: JudgeWanted) -> Iterator[Judges | None]:
    """The judge that is wanted; None where none is. Raises UsageError for no model, CannotRead for a file."""
    if not wanted.asks:
        yield None
        return
    from inspector.cli.judging import judges_by

    with judges_by(wanted) as found:
        yield found


def was_dry_run(judge: Judges | None, document: Document, number: int | None, as_json: bool) -> bool:
    """Let the judge, if there is one, read a session or one compaction of it; whether that was all that was wanted.

    Raises OverBudget; then nothing was sent.
    """
    if judge is None:
        return False
    judge.look(document, number)
    return judge.told_dry_run(as_json)


def was_dry_run_of_each(judge: Judges | None, paths: Sequence[Path], agent: str, as_json: bool) -> bool:
    """The same of every session of a batch."""
    if judge is None:
        return False
    judge.look_at_each(paths, agent)
    return judge.told_dry_run(as_json)
