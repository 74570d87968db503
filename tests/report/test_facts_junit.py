from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from inspector.model import Basis, FactKind, Verdict
from inspector.report.document import Passage, ToldFact
from inspector.report.facts_junit import ReportedSession, facts_junit
from tests.report.conftest import HOSTILE
from tests.report.junit_schema import broken_rules


def told(verdict=Verdict.VERBATIM, statement="Keep it small.", **more):
    about = {
        "id": statement, "kind": FactKind.CONSTRAINT, "basis": Basis.INFERRED, "live": True,
        "harm": verdict in (Verdict.LOST, Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED),
        "leads": True, "news": True,
    }  # fmt: skip
    return ToldFact(statement=statement, verdict=verdict, **(about | more))


@pytest.fixture
def tested(report):
    def of(*facts, path="a.jsonl", unjudged=""):
        compaction = replace(report.compactions[0], facts=facts, unjudged=unjudged)
        return ReportedSession(path, replace(report, compactions=(compaction,)))

    return of


def result(case):
    (one,) = [child for child in case if child.tag != "system-out"] or [None]
    return (one.tag, one.get("message")) if one is not None else ("passed", "")


def cases(text):
    return {case.get("name"): result(case) for case in ElementTree.fromstring(text).iter("testcase")}


@pytest.mark.parametrize("verdict", [Verdict.LOST, Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED])
def test_what_was_lost_or_changed_fails(tested, verdict):
    text, counts = facts_junit([tested(told(verdict))])
    assert cases(text)["Keep it small."][0] == "failure"
    assert (counts.failed, counts.passed, counts.skipped) == (1, 0, 0)


@pytest.mark.parametrize("verdict", [Verdict.VERBATIM, Verdict.REWORDED])
def test_what_was_kept_passes(tested, verdict):
    text, counts = facts_junit([tested(told(verdict))])
    assert cases(text) == {"Keep it small.": ("passed", "")}
    assert counts.passed == 1


def test_what_is_undecided_is_skipped_with_its_reason_and_never_fails(tested):
    text, counts = facts_junit([tested(told(Verdict.UNDECIDED, why="Too short to tell.", unsure=Verdict.LOST))])
    assert cases(text)["Keep it small."] == ("skipped", "not found: Too short to tell.")
    assert counts.failed == 0


def test_what_no_longer_mattered_is_skipped(tested):
    text, _ = facts_junit([tested(told(Verdict.LOST, live=False, harm=False))])
    assert cases(text)["Keep it small."][0] == "skipped"


def test_what_else_the_work_showed_is_left_out_unless_a_bank_asks_for_it(tested):
    evidence = told(Verdict.LOST, kind=FactKind.FINDING)
    kept = told(statement="Say it plainly.")
    assert list(cases(facts_junit([tested(evidence, kept)])[0])) == ["Say it plainly."]
    assert len(cases(facts_junit([tested(evidence, kept)], from_bank=True)[0])) == 2


def test_what_cannot_be_judged_is_skipped_for_its_reason(tested):
    text, _ = facts_junit([tested(unjudged="Its summary is encrypted.")])
    assert cases(text) == {"statements": ("skipped", "Its summary is encrypted.")}


def test_a_session_that_cannot_be_read_is_an_error_and_costs_no_other(tested):
    text, counts = facts_junit([ReportedSession("b.jsonl", None, "It is empty."), tested(told())])
    assert cases(text)["read the session"] == ("error", "It is empty.")
    assert (counts.errors, counts.passed) == (1, 1)


def test_two_statements_in_the_same_words_are_two_cases(tested):
    text, _ = facts_junit([tested(told(), told())])
    assert list(cases(text)) == ["Keep it small.", "Keep it small. (2)"]


def test_a_failure_says_where_it_was_said_and_why(tested):
    fact = told(
        Verdict.LOST, said=(Passage("Keep it small.", 4, 17),), why="None of its words is there.", confidence=0.81
    )
    (failure,) = ElementTree.fromstring(facts_junit([tested(fact)])[0]).iter("failure")
    assert "said at line 17" in failure.text and "None of its words is there." in failure.text and "81%" in failure.text
    assert failure.get("type") == "lost"


def test_the_file_is_as_the_schema_of_jenkins_wants_it(tested):
    facts = [told(verdict, statement=f"{verdict} {HOSTILE}", why=HOSTILE) for verdict in Verdict]
    sessions = [tested(*facts), ReportedSession(HOSTILE, None, HOSTILE), tested(path=HOSTILE, unjudged=HOSTILE)]
    assert broken_rules(facts_junit(sessions)[0]) == []


def test_every_suite_counts_its_cases(tested):
    facts = (told(), told(Verdict.LOST, "Gone."), told(Verdict.UNDECIDED, "Who knows?"))
    (suite,) = ElementTree.fromstring(facts_junit([tested(*facts)])[0])
    assert [suite.get(name) for name in ("tests", "failures", "skipped", "errors")] == ["3", "1", "1", "0"]
