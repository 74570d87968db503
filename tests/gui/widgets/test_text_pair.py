import pytest

from inspector.gui.widgets.text_pair import RunText, TextPair, marked_text, run_text
from inspector.workbench.contrast import RECORDED, rows_of
from tests.made_runs import ready_of


@pytest.fixture
def pair(qtbot, theme):
    made = TextPair(theme)
    qtbot.addWidget(made)
    made.resize(700, 200)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_a_sentence_is_brought_into_sight_where_a_text_has_it(pair):
    rows = rows_of(ready_of(), {RECORDED: (ready_of().recorded,)})
    told = run_text(ready_of(), None, whole=False)
    there = marked_text(RunText("", "\n" * 200 + told.text, ""), rows, RECORDED)
    pair.show_texts(there, marked_text(RunText("other", "Nothing of it.", "summary"), rows, ""))
    fact = next(mark.key for mark in there.marks)
    pair.show_sentence(fact)
    assert pair.before.verticalScrollBar().value() > 100 and pair.after.verticalScrollBar().value() == 0
    pair.show_sentence("no such")


def test_the_whole_contexts_are_asked_for(pair, qtbot):
    with qtbot.waitSignal(pair.asked):
        pair.whole.click()


def test_what_is_being_written_shows_its_end_on_its_own_side(pair):
    pair.show_stream(0, "structured", "\n".join(f"word {n}" for n in range(300)))
    bar = pair.before.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0 and pair.after.toPlainText() == ""
