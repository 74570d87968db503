import pytest

from inspector.gui.widgets.text_pair import RunText, marked_text, run_text
from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState
from inspector.workbench.contrast import RECORDED, rows_of
from tests.made_facts import HOSTILE
from tests.made_runs import ready_of, run_free, strategies, variant

pytestmark = pytest.mark.usefixtures("qapp")


def done(name, results=1, model=""):
    wanted = variant(name, model)
    result = run_free(ready_of(), wanted, strategies())
    return Column("A", wanted, ColumnState.DONE, (result,) * results, result.scores, ran=wanted)


def test_the_recorded_summary_is_its_text_and_the_whole_context_on_request():
    told = run_text(ready_of(), None, whole=False)
    assert told.note == "summary" and told.text == ready_of().recorded.compared.run.text
    assert run_text(ready_of(), None, whole=True).text != told.text


def test_without_a_summary_the_new_context_stands_for_it():
    told = run_text(ready_of(), done("own/head-tail"), whole=False)
    assert ("no summary" in told.note and "[head" in told.text) or "[tail" in told.text


def test_of_several_answers_the_last_is_shown_and_says_so():
    assert (
        run_text(ready_of(), done("own/summary", 2, RECORDED_WORDS), whole=False).note
        == "summary, the last of 2 answers"
    )


def test_a_column_without_a_result_says_why():
    failed = Column("A", variant("own/guided", "x/y"), ColumnState.FAILED, error="No key.")
    assert (told := run_text(ready_of(), failed, whole=False)).text == "No key." and told.note == "failed"
    running = Column("A", variant("own/guided", "x/y"), ColumnState.RUNNING, text="The user wants")
    assert run_text(ready_of(), running, whole=False).text == "The user wants"


def test_what_the_user_said_is_marked_where_it_stands():
    rows = rows_of(ready_of(), {RECORDED: (ready_of().recorded,)})
    made = marked_text(run_text(ready_of(), None, whole=False), rows, RECORDED)
    by_key = {mark.key: made.sheet.text[mark.start : mark.end] for mark in made.marks if mark.role == "kept"}
    assert by_key and all(by_key[row.fact.id] in row.fact.statement + "." for row in rows if row.fact.id in by_key)


def test_hostile_text_stays_text():
    assert "<script>1</script>" in marked_text(RunText("a", HOSTILE, ""), (), RECORDED).sheet.text
