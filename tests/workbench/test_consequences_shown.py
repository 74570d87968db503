"""What the work shows behind a compaction that nobody can read, wherever it is told."""

import csv
import io
import json
from dataclasses import replace

import pytest

from inspector.impact.unread import grouped
from inspector.model.shown import Shown
from inspector.report.mend.choices import Decisions
from inspector.report.redact import redact, redact_survey
from inspector.report.reporters import REPORTERS
from inspector.report.work import NEVER_TESTED, WORK_TITLE, examples
from inspector.store.cache import Cache
from inspector.workbench.batch import look_at_session, survey_of
from inspector.workbench.consequences import consequences_at
from inspector.workbench.document import Stage
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import mend, told_compactions
from inspector.workbench.reports import report_of
from inspector.workbench.stages import advance, read
from tests.made_session import sample
from tests.made_unread import RULE, unread_log

FORMS = {reporter.name: reporter for reporter in REPORTERS}


@pytest.fixture
def opened(tmp_path):
    documents = []

    def run(path=None, upto=Stage.CONSEQUENCES, **settings):
        document = read(path or unread_log(tmp_path, **settings))
        documents.append(document)
        advance(document, upto, Cache.memory())
        return document

    yield run
    for document in documents:
        document.close()


def groups_of(document):
    return grouped(consequences_at(document, 1).unread, document.comparison[0].facts)


def test_the_human_s_words_stand_first_in_their_group(opened):
    (fetched, untested) = groups_of(opened())
    assert [one.fact.statement for one in fetched.facts] == [RULE, "read tides/tables.py"]
    assert untested.shown is Shown.UNTESTED


def test_what_stayed_in_the_context_is_kept(opened):
    groups = {one.shown: len(one.facts) for one in groups_of(opened(kept=True))}
    assert groups[Shown.KEPT] == 3 and Shown.FETCHED not in groups


def test_what_was_needed_again_may_be_pinned_and_nothing_else(opened):
    document = opened(upto=Stage.COMPARE)
    pins = mend(document, 1, "pins", Decisions())
    assert pins.text.count("\n- ") == 1 and RULE in pins.text
    assert "Mend the tide tables" not in mend(document, 1, "summary", Decisions()).text, "never tested is not lost"


def test_an_accepted_need_is_not_put_back(opened):
    document = opened()
    (told,) = told_compactions(document, Judgements()).values()
    (needed,) = [one.fact for one in told.work.needed if one.kind == "said"]
    assert mend(document, 1, "pins", Decisions(accepted=frozenset({needed}))).text == ""


def test_the_checklist_tells_counts_examples_and_that_never_tested_is_not_lost(opened):
    text = mend(opened(), 1, "checklist", Decisions()).text
    assert "2 fetched again, 3 never tested" in text and NEVER_TESTED in text
    assert "- [x] fetched again (line 4): “Never push" in text
    assert "- fetched again (line 15): read tides/tables.py" in text
    assert "The work went on: the agent goes on with tides/tables.py (line 15)." in text


def test_what_one_line_fetches_of_one_file_is_told_once(opened):
    (told,) = told_compactions(opened(), Judgements()).values()
    sentence, file = told.work.facts
    work = replace(told.work, facts=(sentence, file, replace(file, statement="edited tides/tables.py")))
    ((shown, facts, more),) = examples(work)
    assert (shown, more, facts[0].statement) == ("fetched again", 0, RULE)
    assert [one.statement for one in facts[1:]] == ["read, edited tides/tables.py"]


def test_where_nothing_was_needed_again_that_is_said(opened):
    pins = mend(opened(kept=True), 1, "pins", Decisions())
    assert pins.text == "" and pins.use.endswith("No words of the user were needed again.")


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_report_for_people_tells_counts_examples_and_the_work(opened, form):
    report, _ = redact(report_of(opened(), Judgements()))
    text = FORMS[form].session(report).replace("\\", "")
    assert WORK_TITLE in text and "2 fetched again, 3 never tested" in text
    assert "read tides/tables.py" in text and "The work went on" in text
    assert "cannot be told: its summary is encrypted; the work shows 2 fetched again" in text


def test_a_report_for_programs_has_every_trace_with_its_line(opened):
    told = json.loads(FORMS["json"].session(report_of(opened(), Judgements())))["compactions"][0]["work"]
    assert told["counts"] == {"fetched again": 2, "never tested": 3} and told["basis"] == "inferred"
    assert [(one["shown"], one["line"], one["said"]) for one in told["facts"]] == [
        ("fetched again", 18, 4),
        ("fetched again", 15, 5),
    ]
    assert told["under_way"]["went_on"] is True and told["under_way"]["line"] == 15


def test_a_table_has_what_is_shown_of_each_fact(opened):
    rows = list(csv.DictReader(io.StringIO(FORMS["csv"].session(report_of(opened(), Judgements())))))
    shown = {row["statement"]: (row["shown"], row["shown_line"]) for row in rows}
    assert shown[RULE] == ("fetched again", "18") and shown["read docs/harbours.md"] == ("", "")


def test_a_compaction_that_can_be_read_is_told_without(opened):
    report = report_of(opened(sample("fading-rules")), Judgements())
    assert [one.work for one in report.compactions] == [None, None, None]
    assert WORK_TITLE not in FORMS["md"].session(report)


def test_a_batch_tells_the_counts_of_all_and_examples_of_each(tmp_path):
    row = look_at_session(str(unread_log(tmp_path)))
    assert not row.error
    assert dict(row.rounds[0].work.counts) == {"fetched again": 2, "never tested": 3}
    survey, _ = redact_survey(survey_of([row, row]))
    assert survey.shown == (("fetched again", 4), ("never tested", 6))
    for form in ("md", "html"):
        text = FORMS[form].survey(survey)
        assert "4 fetched again, 6 never tested" in text
        assert "; the work shows 2 fetched again" in text
    (first, _) = csv.DictReader(io.StringIO(FORMS["csv"].survey(survey)))
    assert (first["fetched_again"], first["shown_known"], first["never_tested"]) == ("2", "0", "3")


def test_a_batch_that_goes_on_finds_the_counts_again(tmp_path):
    from inspector.report.survey import SessionRow
    from inspector.workbench.batch import _CONVERTER

    row = look_at_session(str(unread_log(tmp_path)))
    assert _CONVERTER.structure(_CONVERTER.unstructure(row), SessionRow) == row
