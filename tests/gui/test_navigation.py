import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.workbench.item_views import find_paths
from tests.gui.judged_window import give_verdicts, key, shown


@pytest.fixture
def judged(opened, settled):
    give_verdicts(opened)
    return settled(opened)


def test_f7_walks_through_harm_on_into_the_next_compaction_and_back(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    settled(judged)
    seen = []
    for _ in range(5):
        key(qtbot, judged, Qt.Key.Key_F7)
        focus = judged.bench.selection.focus
        seen.append((focus.compaction, focus.fact, focus.claim))
    assert seen == [(1, "outside", None), (1, "retry", None), (1, None, 0), (2, "pytest", None), (2, "pytest", None)]
    assert "No further sentence that is not there" in judged.status.currentMessage()
    key(qtbot, judged, Qt.Key.Key_F7, Qt.KeyboardModifier.ShiftModifier)
    assert judged.bench.selection.focus.claim == 0
    judged.perspectives.show_tab("harness")
    key(qtbot, judged, Qt.Key.Key_F7)
    assert judged.perspectives.review.front() == "facts"
    settled(judged)


def test_o_and_n_lead_to_verdict_and_note_from_either_perspective(judged, qtbot, settled):
    judged.activateWindow()
    judged.navigation.next_harm(1)
    judged.perspectives.trace.transcript.focus_list()
    key(qtbot, judged, Qt.Key.Key_N)
    assert shown(judged) == "review" and judged.perspectives.review.facts.card.note.hasFocus()
    qtbot.keyClicks(judged.perspectives.review.facts.card.note, "why on earth")
    key(qtbot, judged, Qt.Key.Key_Return)
    assert judged.bench.judgements.note("outside") == "why on earth"
    judged.perspectives.review.facts.focus_list()
    key(qtbot, judged, Qt.Key.Key_O)
    assert judged.perspectives.review.facts.card.verdicts.view().isVisible()
    judged.perspectives.review.facts.card.verdicts.hidePopup()
    settled(judged)


def test_letters_step_through_facts_in_review_and_items_in_trace(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    settled(judged)
    key(qtbot, judged, Qt.Key.Key_J)
    assert judged.bench.selection.focus.fact == "outside"
    key(qtbot, judged, Qt.Key.Key_J)
    assert judged.bench.selection.focus.fact == "retry"
    key(qtbot, judged, Qt.Key.Key_K)
    assert judged.bench.selection.focus.fact == "outside"
    rows = judged.perspectives.review.facts.list.rows
    first, last = (rows.beside(None, by).fact.id for by in (1, -1))
    key(qtbot, judged, Qt.Key.Key_G, Qt.KeyboardModifier.ShiftModifier)
    assert judged.bench.selection.focus.fact == last != first
    key(qtbot, judged, Qt.Key.Key_G)
    assert judged.bench.selection.focus.fact == first
    judged.perspectives.show("trace")
    judged.bench.selection.select(item=3)
    judged.navigation.step(1)
    assert judged.bench.selection.focus.item == 4
    settled(judged)


def test_slash_and_find_lead_to_the_search_of_facts(judged, qtbot, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    judged.navigation.find()
    assert judged.perspectives.review.facts.filter.words.hasFocus()
    qtbot.keyClicks(judged.perspectives.review.facts.filter.words, "retry")
    assert len(settled(judged).perspectives.review.facts.list.rows.every) == 1
    judged.navigation.step_out()
    assert len(settled(judged).perspectives.review.facts.list.rows.every) == 4
    judged.bench.selection.select(compaction=1, fact="outside")
    judged.navigation.step_out()
    assert judged.bench.selection.focus.fact is None and judged.bench.selection.focus.compaction == 1
    settled(judged)


def test_f6_goes_round_the_parts_of_review(judged, settled):
    judged.activateWindow()
    judged.perspectives.show("review")
    settled(judged)
    seen = set()
    for _ in range(6):
        judged.navigation.focus_pane(1)
        seen.add(QApplication.focusWidget().accessibleName())
    assert {"Facts", "What the model was left with", "Search: words, or a kind"} <= seen


def test_escape_undoes_one_thing_after_the_other(opened, qtbot):
    trace, bench = opened.perspectives.trace, opened.bench
    bench.set_filter("kind:user")
    bench.selection.select(item=3, first=2.0, last=5.0)
    trace.transcript.find_bar.open()

    def state():
        focus = bench.selection.focus
        find = trace.transcript.hide_find()
        if find:
            trace.transcript.find_bar.open()
        return find, focus.first is not None, focus.item is not None, bool(bench.filter.text), trace.card.wanted

    assert state() == (True,) * 5
    for gone in range(1, 6):
        opened.navigation.step_out()
        # The range is told once the plot has come to rest.
        qtbot.waitUntil(lambda gone=gone: state() == (False,) * gone + (True,) * (5 - gone))


def test_escape_folds_the_card_and_the_default_unfolds_it(opened):
    opened.bench.selection.clear()
    opened.navigation.step_out()
    assert not opened.perspectives.trace.card.wanted
    opened.perspectives.default_layout()
    assert opened.perspectives.trace.card.wanted


def test_a_file_is_followed_and_let_go_again(opened, settled):
    path = find_paths(opened.bench.document)
    number = next(iter(path))
    opened.bench.selection.select(item=number)
    opened.navigation.follow_trail()
    settled(opened)
    assert opened.toolbar.filter_bar.field.text() == opened.bench.filter.text
    assert opened.perspectives.trace.transcript.shown() == sum(one == path[number] for one in path.values())
    opened.navigation.follow_trail()
    assert opened.bench.filter.text == ""
    opened.bench.selection.select(item=1)
    opened.navigation.follow_trail()
    assert "Select a fact" in opened.status.currentMessage()


def test_marks_are_set_and_taken_away(opened):
    opened.bench.selection.select(item=3)
    opened.navigation.toggle_mark()
    assert opened.bench.marks == {3}
    opened.navigation.toggle_mark()
    assert opened.bench.marks == frozenset()


def test_f3_leads_to_what_it_finds_from_wherever_one_is(opened, qtbot, settled):
    opened.activateWindow()
    bar = opened.perspectives.trace.transcript.find_bar
    bar.look_for("e")
    settled(opened)
    opened.perspectives.show("review")
    key(qtbot, opened, Qt.Key.Key_F3)
    settled(opened)
    assert shown(opened) == "trace"
    bar.forget()
