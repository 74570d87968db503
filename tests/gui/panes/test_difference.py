import pytest

from inspector.gui.panes.difference import SUMMARIES, DifferencePane
from inspector.model import ItemKind, Verdict
from tests.made_facts import SAID, SECOND, SUMMARY, open_judged, session
from tests.made_session import MadeSession


@pytest.fixture
def pane(make):
    return make(DifferencePane, 900, 400)


def keys(view):
    return {mark.key for mark in view.marks}


def test_without_a_compaction_there_is_nothing_to_compare(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_judged(bench, made, ())
    assert "Nothing to compare" in pane.placeholder.text()


def test_history_and_new_context_stand_side_by_side_with_the_facts_marked(pane, bench):
    open_judged(bench)
    assert SAID in pane.before.toPlainText() and SUMMARY in pane.after.toPlainText()
    assert keys(pane.before) == {"outside", "retry", "pytest", "commits", "port"}
    assert keys(pane.after) == {"retry", "pytest"}


def test_a_passage_on_either_side_selects_its_fact(pane, bench):
    open_judged(bench)
    pane.before.picked.emit("outside")
    assert (bench.selection.focus.fact, bench.selection.focus.item) == ("outside", 2)
    pane.after.picked.emit("retry")
    assert bench.selection.focus.fact == "retry"


def test_an_override_recolours_both_sides(pane, bench):
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    assert {mark.role for mark in pane.before.marks if mark.key == "outside"} == {"reworded"}


def test_both_sides_scroll_together(pane, bench):
    made = session(summary="line\n" * 400 + SUMMARY)
    made.build.items[2].text = "long answer\n" * 900
    open_judged(bench, made)
    bar, other = pane.before.verticalScrollBar(), pane.after.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert other.value() == other.maximum() > 0
    other.setValue(0)
    assert bar.value() == 0


def test_summaries_are_compared_by_words_and_stepped_through(pane, bench):
    open_judged(bench)
    pane.which.setCurrentIndex(pane.which.findData(SUMMARIES))
    assert "No summary came before" in pane._words.text()
    assert not pane.step(1)
    bench.selection.select(compaction=2)
    assert SUMMARY in pane.before.toPlainText() and SECOND in pane.after.toPlainText()
    assert "changes" in pane._words.text()
    assert pane.step(1) and pane._words.text().startswith("change 1 of")
    assert pane.step(-1) and not pane._words.text().startswith("change 1 of")


def test_versions_scroll_to_the_line_that_stands_level(pane, bench):
    lines = [f"line {n} of the summary" for n in range(300)]
    first = "\n".join(lines)
    second = "\n".join(["new words here"] * 50 + lines)
    open_judged(bench, session(first, second), ())
    made = session(first, second)
    document = made.advanced()
    from inspector.survival.outcome import Outcome

    open_judged(bench, made, tuple(Outcome(one, (), ()) for one in document.compactions))
    pane.which.setCurrentIndex(pane.which.findData(SUMMARIES))
    bench.selection.select(compaction=2)
    pane.before.put_on_top(pane.before.sheet.place(pane._sides.items[0], len("\n".join(lines[:100])) + 1, 10**6)[0])
    assert pane.before.firstVisibleBlock().text() == "line 100 of the summary"
    assert pane.after.firstVisibleBlock().text() == "line 100 of the summary"


def test_nothing_is_read_before_someone_looks(pane, bench):
    pane.hide()
    open_judged(bench)
    assert pane.before.toPlainText() == ""
    pane.show()
    assert SAID in pane.before.toPlainText()


def test_the_choice_is_there_again(make, bench, pane):
    pane.which.setCurrentIndex(1)
    again = make(DifferencePane)
    again.restore_state(pane.save_state())
    assert again.which.currentData() == SUMMARIES
    again.restore_state({"which": "odd"})
    assert again.which.currentData() == SUMMARIES
