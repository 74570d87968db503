import pytest

from inspector.gui.panes.difference import DifferencePane
from inspector.model import ItemKind
from tests.made_facts import SECOND, SUMMARY, open_judged, session
from tests.made_session import MadeSession


@pytest.fixture
def pane(make):
    return make(DifferencePane, 900, 400)


def test_without_a_compaction_there_is_nothing_to_compare(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_judged(bench, made, ())
    assert "Nothing to compare" in pane.placeholder.text()


def test_summaries_are_compared_by_words_and_stepped_through(pane, bench):
    open_judged(bench)
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
    bench.selection.select(compaction=2)
    pane.before.put_on_top(pane.before.sheet.place(pane._sides.items[0], len("\n".join(lines[:100])) + 1, 10**6)[0])
    assert pane.before.firstVisibleBlock().text() == "line 100 of the summary"
    assert pane.after.firstVisibleBlock().text() == "line 100 of the summary"


def test_nothing_is_read_before_someone_looks(pane, bench):
    pane.hide()
    open_judged(bench)
    bench.selection.select(compaction=2)
    assert pane.before.toPlainText() == ""
    pane.show()
    assert SUMMARY in pane.before.toPlainText()
