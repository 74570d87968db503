"""What all JUnit files of ours are made of: suites that count their cases, and words that an XML file may hold.

As build servers read it: jenkinsci/xunit-plugin 031e285e junit-10.xsd (a suite has to say tests, failures and errors),
checked 2026-11-23.
"""

from __future__ import annotations

from xml.etree import ElementTree

from inspector.wording.harmless import harmless

_COUNTED = {"failures": "failure", "errors": "error", "skipped": "skipped"}


def new_file(name: str) -> ElementTree.Element:
    """The root."""
    return ElementTree.Element("testsuites", name=harmless(name))


def add_suite(root: ElementTree.Element, name: str) -> ElementTree.Element:
    """A suite without cases."""
    return ElementTree.SubElement(root, "testsuite", name=harmless(name))


def add_case(suite: ElementTree.Element, name: str, seconds: float | None = None) -> ElementTree.Element:
    """A case that passed, until it is said otherwise."""
    case = ElementTree.SubElement(suite, "testcase", classname=suite.get("name", ""), name=harmless(name))
    if seconds is not None:
        case.set("time", f"{seconds:.3f}")
    return case


def add_result(case: ElementTree.Element, what: str, message: str, text: str = "", kind: str = "") -> None:
    """That a case is a ``failure``, an ``error`` or ``skipped``; once or more."""
    result = ElementTree.SubElement(case, what, message=harmless(message))
    if kind:
        result.set("type", kind)
    result.text = harmless(text) or None


def as_text(root: ElementTree.Element) -> str:
    """The file, with every suite's counts."""
    for suite in root.iter("testsuite"):
        cases = suite.findall("testcase")
        suite.set("tests", str(len(cases)))
        for count, result in _COUNTED.items():
            suite.set(count, str(sum(case.find(result) is not None for case in cases)))
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
