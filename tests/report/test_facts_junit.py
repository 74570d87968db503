from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from inspector.model import Basis, FactKind, Fold, Verdict
from inspector.report.facts_junit import ReportedSession, facts_junit
from inspector.report.told import Passage, ToldFact
from tests.report.conftest import HOSTILE
from tests.report.junit_schema import broken_rules

HARM = (Verdict.LOST, Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED)


def told(verdict=Verdict.VERBATIM, statement="Keep it small.", **more):
    exact = verdict in (Verdict.VERBATIM, Verdict.PART, Verdict.ABSENT, Verdict.UNDECIDED)
    about = {
        "id": statement, "kind": FactKind.SAID, "basis": Basis.COUNTED if exact else Basis.JUDGED, "live": True,
        "harm": verdict in HARM, "absent": verdict is Verdict.ABSENT, "leads": True, "news": True,
    }  # fmt: skip
    return ToldFact(statement=statement, verdict=verdict, **(about | more))


@pytest.fixture
def tested(report):
    def of(*facts, path="a.jsonl", unjudged="", judge="", outcome="ok"):
        compaction = replace(report.compactions[0], facts=facts, unjudged=unjudged, judge=judge, outcome=outcome)
        return ReportedSession(path, replace(report, compactions=(compaction,)))

    return of


def result(case):
    (one,) = [child for child in case if child.tag != "system-out"] or [None]
    return (one.tag, one.get("message")) if one is not None else ("passed", "")


def cases(text):
    return {case.get("name"): result(case) for case in ElementTree.fromstring(text).iter("testcase")}


@pytest.mark.parametrize("verdict", HARM)
def test_what_a_judge_calls_lost_or_changed_fails(tested, verdict):
    text, counts = facts_junit([tested(told(verdict), judge="reader")])
    assert cases(text)["Keep it small."][0] == "failure"
    assert (counts.failed, counts.passed, counts.skipped) == (1, 0, 0)


def test_a_sentence_that_stood_there_before_and_does_not_now_fails_without_being_called_lost(tested):
    text, counts = facts_junit([tested(told(Verdict.ABSENT))])
    assert cases(text)["Keep it small."] == ("failure", "not there: its words do not stand there")
    assert counts.failed == 1 and "lost" not in text


def test_what_did_not_stand_there_before_either_is_skipped_also_of_a_bank(tested):
    gone = told(Verdict.ABSENT, absent=False, before=False)
    for from_bank in (False, True):
        text, _ = facts_junit([tested(gone)], from_bank=from_bank)
        assert cases(text)["Keep it small."][0] == "skipped" and "before this compaction either" in text


def test_what_stands_there_in_part_fails_for_a_bank_alone(tested):
    part = told(Verdict.PART, missing=("small",))
    text, _ = facts_junit([tested(part)])
    assert cases(text)["Keep it small."] == ("skipped", "in part: not there: small.")
    assert cases(facts_junit([tested(part)], from_bank=True)[0])["Keep it small."][0] == "failure"


def test_what_a_judge_does_not_name_is_skipped(tested):
    text, _ = facts_junit([tested(told(Verdict.ABSENT), judge="reader")])
    assert cases(text)["Keep it small."] == (
        "skipped", "not there: reader read this compaction and names no statement of it.",
    )  # fmt: skip


def test_what_was_pasted_or_is_short_is_no_case(tested):
    assert list(cases(facts_junit([tested(told(Verdict.ABSENT, fold=Fold.PASTED), told(statement="Stay."))])[0])) == [
        "Stay."
    ]


@pytest.mark.parametrize("verdict", [Verdict.VERBATIM, Verdict.REWORDED])
def test_what_was_kept_passes(tested, verdict):
    text, counts = facts_junit([tested(told(verdict))])
    assert cases(text) == {"Keep it small.": ("passed", "")}
    assert counts.passed == 1


def test_what_cannot_be_read_is_skipped_with_its_reason_also_of_a_bank(tested):
    for from_bank in (False, True):
        text, counts = facts_junit([tested(told(Verdict.UNDECIDED, why="Nobody can read it."))], from_bank=from_bank)
        assert cases(text)["Keep it small."] == ("skipped", "undecided: Nobody can read it.")
        assert counts.failed == 0


def test_what_no_longer_mattered_is_skipped(tested):
    text, _ = facts_junit([tested(told(Verdict.LOST, live=False, harm=False))])
    assert cases(text)["Keep it small."][0] == "skipped"


def test_what_else_the_work_showed_is_left_out_unless_a_bank_asks_for_it(tested):
    evidence = told(Verdict.ABSENT, kind=FactKind.FINDING)
    kept = told(statement="Say it plainly.")
    assert list(cases(facts_junit([tested(evidence, kept)])[0])) == ["Say it plainly."]
    assert len(cases(facts_junit([tested(evidence, kept)], from_bank=True)[0])) == 2


def test_what_cannot_be_judged_is_skipped_for_its_reason(tested):
    text, _ = facts_junit([tested(unjudged="Its summary is encrypted.")])
    assert cases(text) == {"statements": ("skipped", "Its summary is encrypted.")}
    assert cases(facts_junit([tested(outcome="failed")])[0])["statements"][1].startswith(
        "It failed: nothing was removed"
    )


def test_a_session_that_cannot_be_read_is_an_error_and_costs_no_other(tested):
    damaged = tested(told())
    damaged = replace(damaged, report=replace(damaged.report, damaged="1 place cannot be read."))
    text, counts = facts_junit([ReportedSession("b.jsonl", None, "It is empty."), damaged])
    assert cases(text)["read the session"] == ("error", "It is empty.")
    assert cases(text)["read all of the log"] == ("skipped", "1 place cannot be read.")
    assert (counts.errors, counts.passed) == (1, 1)


def test_two_statements_in_the_same_words_are_two_cases(tested):
    text, _ = facts_junit([tested(told(), told())])
    assert list(cases(text)) == ["Keep it small.", "Keep it small. (2)"]


def test_a_failure_says_where_it_was_said_and_why(tested):
    fact = told(Verdict.PART, said=(Passage("Keep it small.", 4, 17),), why="Some.", missing=("small",))
    (failure,) = ElementTree.fromstring(facts_junit([tested(fact)], from_bank=True)[0]).iter("failure")
    assert "said at line 17" in failure.text and "words that do not stand there: small" in failure.text
    assert failure.get("type") == "part" and "known by: counted" in failure.text


def test_the_file_is_as_the_schema_of_jenkins_wants_it(tested):
    facts = [told(verdict, statement=f"{verdict} {HOSTILE}", why=HOSTILE) for verdict in Verdict]
    sessions = [tested(*facts), ReportedSession(HOSTILE, None, HOSTILE), tested(path=HOSTILE, unjudged=HOSTILE)]
    assert broken_rules(facts_junit(sessions)[0]) == []


def test_every_suite_counts_its_cases(tested):
    facts = (told(), told(Verdict.ABSENT, "Gone."), told(Verdict.UNDECIDED, "Who knows?"))
    (suite,) = ElementTree.fromstring(facts_junit([tested(*facts)])[0])
    assert [suite.get(name) for name in ("tests", "failures", "skipped", "errors")] == ["3", "1", "1", "0"]
