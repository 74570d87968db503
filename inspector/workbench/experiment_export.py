"""The columns at hand as a file, the recorded compaction first; which forms there are says ``FORMS``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from inspector.ask.redact import clean_title
from inspector.errors import UsageError
from inspector.read.values import PREVIEW
from inspector.report.experiment import FORMS, form_of
from inspector.report.sheet import SheetOrigin
from inspector.rerun.column import Column, ColumnState, Variant
from inspector.rerun.experiment import prompt_of
from inspector.rerun.experiment_file import JudgedFacts, write_experiment_file
from inspector.rerun.held import held_of
from inspector.rerun.library import RECORDED
from inspector.rerun.prompts import Prompt, Prompts
from inspector.rerun.scored import ScoredRun
from inspector.rerun.strategy import Strategy
from inspector.workbench.document import Document
from inspector.workbench.experiments import Ready
from inspector.workbench.reports import BY, now
from inspector.workbench.saving import save_text

__all__ = ["FORMS", "export_columns", "origin_of", "recorded_column", "save_experiment", "write_experiment"]


def export_columns(path: Path, results: Sequence[tuple[Ready, Sequence[Column]]], prompts: Prompts) -> None:
    """Write what the columns gave on each compaction; the ending decides the form.

    Raises UsageError, InspectorError on a full disk.
    """
    form_of(path.name)
    told: list[Column] = []
    asked = list(prompts.all.values())
    for ready, columns in results:
        if columns:
            number = ready.compaction.number
            told.append(recorded_column(ready, ready.recorded, columns[0].variant.strategy))
            for one in columns:
                if one.results:
                    variant = one.ran or one.variant
                    told.append(replace(one, variant=variant, compaction=number))
                    asked += _prompts(ready, variant, prompts)
    if not told:
        raise UsageError("There is no column to export.")
    write_experiment(path, told, results[0][0].document, asked)


def _prompts(ready: Ready, variant: Variant, prompts: Prompts) -> Iterable[Prompt]:
    """The prompt of a variant; none where it was deleted since: the run itself says which it was."""
    with suppress(UsageError):
        prompt = prompt_of(ready.subject, variant, prompts)
        return () if prompt is None else (prompt,)
    return ()


def write_experiment(path: Path, columns: Sequence[Column], document: Document, prompts: Iterable[Prompt]) -> None:
    """Write an experiment on a session; the ending decides the form, and a log is never written over.

    Raises UsageError, InspectorError on a full disk.
    """
    written = form_of(path.name).write(columns, origin_of(document, prompts))
    save_text(path, written, document.files)


def origin_of(document: Document, prompts: Iterable[Prompt]) -> SheetOrigin:
    """What a page says of the session that an experiment is about."""
    session = document.session
    return SheetOrigin(
        title=clean_title(session.title, PREVIEW) or Path(session.path).name,
        agent=f"{session.agent} {session.version}".strip(),
        path=session.path,
        made=now(),
        by=BY,
        lines={item.number: item.source.own_line for item in session.items},
        prompts={prompt.label: prompt.text for prompt in prompts},
    )


def save_experiment(path: Path, results: Sequence[tuple[Ready, Sequence[Column]]]) -> None:
    """Write what the columns of a session run as a document for ``inspector experiment run``.

    A column that still wants a model cannot run there either, and is left out; where a judge judged the columns, it
    judges them there, too. Raises UsageError where none is left, InspectorError on a full disk.
    """
    columns = results[0][1] if results else ()
    wanted = [column.variant for column in columns if not column.variant.wants_model]
    if not wanted:
        raise UsageError("No column can run as it is, so there is no experiment to save.")
    judges = [judged.by for _, here in results for column in here for judged in column.repeats if judged.by is not None]
    judge = JudgedFacts(judges[0].model, max(judges[0].passes, 1)) if judges else None
    document = results[0][0].document
    log = str(Path(document.session.path).absolute())
    text = write_experiment_file([log], [ready.compaction.number for ready, _ in results], wanted, judge)
    save_text(path, text, document.files)


def recorded_column(ready: Ready, recorded: ScoredRun, strategy: Strategy) -> Column:
    """What the log says was done, as a column, with how much of the context the log holds."""
    # A column needs a strategy to be named by; what the log records has none.
    named = replace(strategy, id=RECORDED, selection="exact", llm="none", summarize=None)
    held = held_of(ready.material, ready.compaction)
    number = ready.compaction.number
    return Column("", Variant(named), ColumnState.DONE, (recorded,), recorded.scores, compaction=number, held=held)
