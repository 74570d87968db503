import csv
import io
from dataclasses import replace

from inspector.report.reporters.csv import REPORTER
from inspector.workbench.batch import look_at_session, survey_of


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_there_is_a_row_per_fact_and_compaction(report):
    found = rows(REPORTER.session(report))
    assert [(row["compaction"], row["verdict"], row["harm"]) for row in found][:2] == [
        ("1", "lost", "yes"),
        ("1", "altered", "yes"),
    ]
    assert len(found) == sum(len(one.facts) for one in report.compactions)
    assert found[0]["said_line"] == "2" and found[0]["statement"] == "never edit outside auth/."


def test_no_cell_begins_like_a_formula(hostile, hostile_survey, report):
    one = report.compactions[0]
    for first in "=+-@":
        fact = replace(one.facts[0], statement=f"{first}1+1")
        text = REPORTER.session(replace(report, compactions=(replace(one, facts=(fact,)),)))
        assert rows(text)[0]["statement"] == f"'{first}1+1"
    for text in (REPORTER.session(hostile), REPORTER.survey(hostile_survey)):
        assert not [cell for row in rows(text) for cell in row.values() if cell and cell[0] in "=+-@"]


def test_sessions_have_a_row_per_compaction_and_bad_ones_a_row_with_the_reason(samples, tmp_path):
    (log,) = samples.glob("claude-code/*/fading-rules/*.jsonl")
    gone = look_at_session(str(tmp_path / "gone.jsonl"))
    found = rows(REPORTER.survey(survey_of([look_at_session(str(log)), gone])))
    assert [row["compaction"] for row in found] == ["1", "2", "3", ""]
    assert found[3]["error"] and not found[3]["sentences"]


def test_without_a_judge_a_row_says_where_its_words_stand_and_gives_no_verdict(exact):
    found = {row["statement"]: row for row in rows(REPORTER.session(exact)) if row["compaction"] == "1"}
    assert {row["verdict"] for row in found.values()} == {""} and {row["harm"] for row in found.values()} == {"no"}
    retry = found["Retry twice on 401."]
    assert (retry["words"], retry["missing"], retry["stood_before"]) == ("part", "twice", "yes")
