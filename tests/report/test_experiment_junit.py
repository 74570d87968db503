from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from inspector.report.experiment import as_junit
from inspector.rerun.scored import scored_run
from tests.report.conftest import HOSTILE
from tests.report.junit_schema import broken_rules
from tests.report.test_experiment_sheet import PROMPTS, columns, origin_of, ready_of

__all__ = ["columns"]


@pytest.fixture
def origin():
    return origin_of(ready_of().document, PROMPTS)


def test_a_suite_a_compaction_and_a_case_a_variant(columns, origin) -> None:
    root = ElementTree.fromstring(as_junit(columns, origin))
    numbers = list(dict.fromkeys(column.compaction for column in columns))
    assert len(root.findall("testsuite")) == len(numbers)
    cases = root.findall("testsuite/testcase")
    assert len(cases) == len(columns)
    assert "statements there" in (cases[0].findtext("system-out") or "")


def test_what_failed_is_an_error_and_a_missed_gate_a_failure(columns, origin) -> None:
    judged = columns[0].repeats[0]
    failed = replace(columns[0], results=(scored_run(replace(judged, run=replace(judged.run, error="It refused."))),))
    root = ElementTree.fromstring(as_junit([failed], replace(origin, missed=[("bad", "It is under the bar.")])))
    first, gates = root.findall("testsuite")
    assert first.get("errors") == "1"
    assert [one.get("message") for one in first.iter("error")] == ["It refused."]
    (case,) = gates.findall("testcase")
    failure = case.find("failure")
    assert (gates.get("failures"), case.get("name")) == ("1", "bad")
    assert failure is not None and failure.text == "bad: It is under the bar."


def test_hostile_words_leave_it_well_formed(columns, origin) -> None:
    text = as_junit(columns, replace(origin, title=HOSTILE, missed=[(HOSTILE, HOSTILE)]))
    root = ElementTree.fromstring(text.encode())
    assert root.find("testsuite[@name='gates']") is not None


def test_the_file_is_as_the_schema_of_jenkins_wants_it(columns, origin) -> None:
    assert broken_rules(as_junit(columns, replace(origin, missed=[("bad", "It is under the bar.")]))) == []
