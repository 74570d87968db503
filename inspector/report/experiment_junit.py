"""An experiment as JUnit XML, which build servers read: a suite a compaction, a case a variant; then the gates."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from inspector.report.experiment_sheet import SheetOrigin
from inspector.report.harmless import harmless
from inspector.report.junit import add_case, add_result, add_suite, as_text, new_file
from inspector.rerun.column import Column
from inspector.rerun.export import figure_words, title_of


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
    told = (f"{score.metric.replace('_', ' ')}: {figure_words(score)}" for score in column.scores)
    ElementTree.SubElement(case, "system-out").text = harmless("\n".join(told))
