import pytest

from inspector.gui.models.run_texts import Layout, RunText, make_pair, run_text
from inspector.rerun.column import Column, ColumnState
from tests.made_facts import HOSTILE
from tests.made_runs import ready_of, run_free, strategies, variant

pytestmark = pytest.mark.usefixtures("qapp")
OLD = RunText("old", "Keep auth/.\nsame line here\nRetry twice.", "summary")
NEW = RunText("new", "Keep auth/.\nsame line here\nRetry four times.\nUse pytest.", "summary")


def marked(sheet, marks):
    return [sheet.text[mark.start : mark.end] for mark in marks]


def test_the_recorded_summary_is_its_text():
    told = run_text(ready_of(), None, whole=False)
    assert told.note == "summary" and told.text == ready_of().recorded.judged.run.text


def test_without_a_summary_the_new_context_stands_for_it():
    wanted = variant("own/head-tail")
    arm = run_free(ready_of(), wanted, strategies())
    column = Column("A", wanted, ColumnState.DONE, (arm,), arm.scores, ran=wanted)
    told = run_text(ready_of(), column, whole=False)
    assert ("no summary" in told.note and "[head" in told.text) or "[tail" in told.text
    assert run_text(ready_of(), None, whole=True).text != run_text(ready_of(), None, whole=False).text


def test_a_column_without_a_result_says_why():
    failed = Column("A", variant("own/guided", "x/y"), ColumnState.FAILED, error="No key.")
    assert run_text(ready_of(), failed, whole=False).note == "No key."
    running = Column("A", variant("own/guided", "x/y"), ColumnState.RUNNING, text="The user wants")
    assert run_text(ready_of(), running, whole=False).text == "The user wants"


def test_by_words_only_what_differs_is_marked():
    pair = make_pair(OLD, NEW, Layout.WORDS)
    assert marked(pair.before, pair.marks[0]) == ["twice"]
    assert marked(pair.after, pair.marks[1]) == ["four times", "Use pytest."]
    assert len(pair.changes) == 1


def test_by_blocks_whole_lines_are_marked():
    pair = make_pair(OLD, NEW, Layout.BLOCKS)
    assert marked(pair.before, pair.marks[0]) == ["Retry twice."]
    assert marked(pair.after, pair.marks[1])[0].startswith("Retry four times.")


def test_in_one_column_signs_say_what_went_and_came():
    pair = make_pair(OLD, NEW, Layout.UNIFIED)
    assert pair.after is None
    assert marked(pair.before, pair.marks[0]) == ["− Retry twice.", "+ Retry four times.", "+ Use pytest."]
    assert "  same line here" in pair.before.text


def test_long_unchanged_stretches_are_folded_in_one_column():
    lines = "\n".join(f"line {n}" for n in range(40))
    pair = make_pair(RunText("a", lines + "\nx", ""), RunText("b", lines + "\ny", ""), Layout.UNIFIED)
    assert "34 unchanged lines" in pair.before.text and "line 20" not in pair.before.text


def test_hostile_text_stays_text():
    pair = make_pair(RunText("a", HOSTILE, ""), RunText("b", HOSTILE + " more", ""), Layout.WORDS)
    assert "<script>1</script>" in pair.after.text
    assert pair.marks[1] and pair.after.text.encode("utf-16-le").decode("utf-16-le")


def test_two_empty_texts_do_not_differ():
    for layout in Layout:
        pair = make_pair(RunText("a", "", "no result yet"), RunText("b", "", "no result yet"), layout)
        assert pair.changes == () and pair.marks[0] == ()
