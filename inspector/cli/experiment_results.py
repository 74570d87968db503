"""What came of an experiment over sessions: a table over all compactions, files, JSON, the gates that were missed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.cli.columns_table import print_columns
from inspector.cli.output import SCHEMA, print_json, say
from inspector.report.experiment import form_of
from inspector.report.redact import without_secrets_in
from inspector.report.sheet import SheetOrigin
from inspector.rerun.column import Column
from inspector.rerun.compared import ComparedRun
from inspector.rerun.experiment_file import Plan
from inspector.rerun.export import columns_json, score_json, title_of
from inspector.rerun.gates import Gates, contenders, missed
from inspector.rerun.held import together
from inspector.rerun.library import RECORDED
from inspector.rerun.scored import ScoredRun
from inspector.workbench.experiment_run import Case, SessionRun
from inspector.workbench.overall import mean_scores, scores_over
from inspector.workbench.saving import save_text


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """An experiment that was run."""

    overall: tuple[ScoredRun, ...]
    """The recorded compactions, then each variant: its figures over all compactions."""
    names: tuple[str, ...]
    """Of the same."""
    cells: tuple[Column, ...]
    """Every variant on every compaction, behind what was recorded there."""
    origin: SheetOrigin
    files: tuple[Path, ...]
    """Of the logs."""


def results_of(plan: Plan, gates: Gates, baseline: str, made: Sequence[SessionRun]) -> Results:
    """Put the sessions together, and hold the variants to the gates."""
    cases = [case for session in made for case in session.cases]
    names = {column.key: plan.called.get(column.key) or title_of(column) for case in cases for column in case.columns}
    by_key = {key: [(case, one) for case in cases for one in case.columns if one.key == key] for key in names}
    held = [[one for one in case.columns if one.key in {plan.key_of(each) for each in plan.variants}] for case in cases]
    told = missed(contenders(held, lambda one: names[one.key]), [case.recorded for case in cases], gates, baseline)
    return Results(
        (*_recorded(cases), *(_overall(here) for here in by_key.values())),
        (*([RECORDED] if cases else []), *names.values()),
        tuple(_cells(made)),
        replace(_origin(plan, made), missed=told),
        tuple(path for session in made for path in session.files),
    )


def print_results(results: Results, as_json: bool) -> None:
    """The figures over all compactions as a table, or everything as JSON."""
    if not results.overall:
        say("Nothing was run.")
    if not as_json:
        print_columns(results.overall, together([one.held for one in results.cells if one.held is not None]))
        return
    told = columns_json(without_secrets_in(results.cells), results.origin.lines_of)
    overall = [
        {"name": name, "scores": [score_json(score) for score in result.scores]}
        for name, result in zip(results.names, results.overall, strict=True)
    ]
    gates = [{"variant": name, "why": why} for name, why in results.origin.missed]
    print_json({"schema": SCHEMA, "overall": overall, "missed": gates, "columns": told["columns"]})


def write_results(results: Results, paths: Sequence[Path]) -> None:
    """Each file in the form that its name ends in. Raises UsageError, InspectorError on a full disk."""
    for path in paths if results.cells else ():
        save_text(path, form_of(path.name).write(results.cells, results.origin), results.files)
        say(f"{path} was written.")


def _recorded(cases: Sequence[Case]) -> list[ScoredRun]:
    if len(cases) < 2:
        return [case.recorded for case in cases]
    scores = mean_scores([(case.compaction.number, case.recorded.scores) for case in cases])
    return [ScoredRun(_together([case.recorded.compared for case in cases]), scores)]


def _overall(here: Sequence[tuple[Case, Column]]) -> ScoredRun:
    """One variant over the compactions that it ran on; on a single one its own figures."""
    cases, cells = [case for case, _ in here], [cell for _, cell in here]
    scores = cells[0].scores if len(cells) == 1 else scores_over(cases, cells)
    return ScoredRun(_together([cell.results[0].compared for cell in cells if cell.results]), scores)


def _together(runs: Sequence[ComparedRun]) -> ComparedRun:
    """The first, with the notes that all have, how many of them failed, and with what each dropped by no rule."""
    failed = [one.run.error for one in runs if one.run.error]
    error = f"{len(failed)} of {len(runs)} failed: {failed[0]}" if 0 < len(failed) < len(runs) else "".join(failed[:1])
    notes = tuple(note for note in runs[0].run.notes if all(note in one.run.notes for one in runs))
    silent = tuple(item for one in runs for item in one.run.silent)
    return replace(runs[0], run=replace(runs[0].run, notes=notes, silent=silent, error=error))


def _cells(made: Sequence[SessionRun]) -> list[Column]:
    several = len([session for session in made if session.cases]) > 1
    found = []
    for session in made:
        name = str(session.path) if several else ""
        for case in session.cases:
            if case.columns:
                found += [replace(column, session=name) for column in (case.first, *case.columns)]
    return found


def _origin(plan: Plan, made: Sequence[SessionRun]) -> SheetOrigin:
    """Where all of it comes from: the one session, or the experiment with all of them."""
    known = {str(one.path): one.origin for one in made if one.origin is not None and one.cases}
    first = next(iter(known.values()), SheetOrigin(title="", agent="", path="", made="", by=""))
    if len(known) < 2:
        return first
    agents = ", ".join(dict.fromkeys(one.agent for one in known.values()))
    prompts = {label: text for one in known.values() for label, text in one.prompts.items()}
    sessions = {path: one.lines for path, one in known.items()}
    title = Path(plan.name).stem
    return replace(first, title=title, agent=agents, path="", lines={}, prompts=prompts, sessions=sessions)
