"""An experiment as a file: the forms there are, by the ending of its name. A form that stands here is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from inspector.errors import UsageError
from inspector.report.experiment_junit import as_junit
from inspector.report.experiment_sheet import SheetOrigin, models_used, prompts_used, sheets
from inspector.report.page import render
from inspector.rerun.column import Column
from inspector.rerun.export import as_csv, as_json, as_markdown, noise


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write an experiment down."""

    title: str
    write: Callable[[Sequence[Column], SheetOrigin], str]


def as_html(columns: Sequence[Column], origin: SheetOrigin) -> str:
    """One page with everything in it: figures, facts, prompts, prices, and every new context with where it comes from.

    Runs nothing and loads nothing, whatever the log and the models say.
    """
    return render(
        "experiment.html",
        origin=origin,
        sheets=sheets(columns, origin),
        prompts=prompts_used(columns, origin),
        models=models_used(columns),
        noise=noise(columns),
    )


FORMS: Mapping[str, Form] = {
    ".json": Form("JSON", lambda columns, origin: as_json(columns, origin.lines_of).decode()),
    ".csv": Form("CSV", lambda columns, origin: as_csv(columns)),
    ".md": Form("Markdown", lambda columns, origin: as_markdown(columns)),
    ".html": Form("HTML", as_html),
    ".xml": Form("JUnit", as_junit),
}


def form_of(name: str) -> Form:
    """The form that a file's name ends in. Raises UsageError."""
    for ending, form in FORMS.items():
        if name.lower().endswith(ending):
            return form
    raise UsageError(f"{name} does not say which form to write.", hint=f"Let it end in {', '.join(FORMS)}.")
