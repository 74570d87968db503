"""An experiment as JUnit XML, which build servers read: a suite a compaction, a case a variant; then the gates."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from inspector.report.experiment_sheet import SheetOrigin
from inspector.report.harmless import harmless
from inspector.rerun.column import Column
from inspector.rerun.export import figure_words, title_of


def as_junit(columns: Sequence[Column], origin: SheetOrigin) -> str:
    """A case is an error where its variant has no result in some repeat, a failure where it missed a gate."""
    root = ElementTree.Element("testsuites", name=harmless(origin.title))
    for session, number in dict.fromkeys((column.session, column.compaction) for column in columns):
        here = [column for column in columns if (column.session, column.compaction) == (session, number)]
        suite = _suite(root, f"{session or origin.path}, compaction {number}", len(here))
        for column in here:
            _case(suite, column)
        suite.set("errors", str(sum(bool(column.failed) for column in here)))
    if origin.missed:
        suite = _suite(root, "gates", len(origin.missed))
        suite.set("failures", str(len(origin.missed)))
        for name, why in origin.missed:
            case = ElementTree.SubElement(suite, "testcase", classname="gates", name=harmless(name))
            ElementTree.SubElement(case, "failure", message=harmless(why)).text = harmless(f"{name}: {why}")
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _suite(root: ElementTree.Element, name: str, tests: int) -> ElementTree.Element:
    return ElementTree.SubElement(root, "testsuite", name=harmless(name), tests=str(tests))


def _case(suite: ElementTree.Element, column: Column) -> None:
    seconds = sum(judged.run.seconds or 0 for judged in column.repeats)
    case = ElementTree.SubElement(
        suite, "testcase", classname=suite.get("name", ""), name=harmless(title_of(column)), time=f"{seconds:.3f}"
    )
    for why in column.failed:
        ElementTree.SubElement(case, "error", message=harmless(why))
    told = (f"{score.metric.replace('_', ' ')}: {figure_words(score)}" for score in column.scores)
    ElementTree.SubElement(case, "system-out").text = harmless("\n".join(told))
