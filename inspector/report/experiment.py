"""An experiment as a file: the forms there are, by the ending of its name. A form that stands here is offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from inspector.errors import UsageError
from inspector.report.experiment_sheet import models_used, prompts_used, sheets
from inspector.report.junit import add_case, add_result, add_suite, as_text, new_file
from inspector.report.page import render
from inspector.report.redact import without_secrets_in
from inspector.report.sheet import SheetOrigin
from inspector.rerun.column import Column
from inspector.rerun.export import as_markdown, columns_csv, columns_json, figure_words, metrics_of, noise, title_of
from inspector.wording.harmless import harmless, harmless_json
from inspector.wording.times import clock


def as_junit(columns: Sequence[Column], origin: SheetOrigin) -> str:
    """A case is an error where its variant has no result in some repeat, a failure where it missed a gate."""
    root = new_file(origin.title)
    for session, number in dict.fromkeys((column.session, column.compaction) for column in columns):
        suite = add_suite(root, f"{session or origin.path}, compaction {number}")
        for column in columns:
            if (column.session, column.compaction) == (session, number):
                _case(suite, column)
    if origin.missed:
        suite = add_suite(root, "gates")
        for name, why in origin.missed:
            add_result(add_case(suite, name), "failure", why, f"{name}: {why}")
    return as_text(root)


def _case(suite: ElementTree.Element, column: Column) -> None:
    case = add_case(suite, title_of(column), sum(judged.run.seconds or 0 for judged in column.repeats))
    for why in column.failed:
        add_result(case, "error", why)
    named = metrics_of(column.scores)
    told = (f"{named[score.metric]}: {figure_words(score)}" for score in column.scores)
    ElementTree.SubElement(case, "system-out").text = harmless("\n".join(told))


@dataclass(frozen=True, slots=True)
class Form:
    """One way to write an experiment down."""

    title: str
    render: Callable[[Sequence[Column], SheetOrigin], str]

    def write(self, columns: Sequence[Column], origin: SheetOrigin) -> str:
        """The experiment in this form, without secrets: a file is there to be passed on."""
        return self.render(*without_secrets_in((tuple(columns), origin)))


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


def _markdown(columns: Sequence[Column], origin: SheetOrigin) -> str:
    path = f"Session: {origin.path}" if origin.path else ""
    return as_markdown(
        columns, f"Experiment: {origin.title}", path, f"{origin.agent}. Made {clock(origin.made)} by {origin.by}."
    )


FORMS: Mapping[str, Form] = {
    ".json": Form("JSON", lambda columns, origin: harmless_json(columns_json(columns, origin.lines_of), indented=True)),
    ".csv": Form("CSV", lambda columns, origin: columns_csv(columns)),
    ".md": Form("Markdown", _markdown),
    ".html": Form("HTML", as_html),
    ".xml": Form("JUnit", as_junit),
}


def form_of(name: str) -> Form:
    """The form that a file's name ends in. Raises UsageError."""
    for ending, form in FORMS.items():
        if name.lower().endswith(ending):
            return form
    raise UsageError(f"{name} does not say which form to write.", hint=f"Let it end in {', '.join(FORMS)}.")
