import pytest
from PySide6.QtGui import QAccessible

from inspector.gui.panes.transcript import TranscriptPane
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from tests.made_session import long_session, open_in, small_session


@pytest.fixture
def pane(make, bench):
    made = make(TranscriptPane)
    open_in(bench, small_session().document())
    return made


def current(pane):
    item = pane.rows.item(pane.list.currentIndex().row())
    return item.number if item else "compaction"


def test_moving_in_the_list_selects_and_moves_the_moment(pane, bench):
    pane.step(1, from_end=True)
    assert bench.selection.focus.item == 1
    for _ in range(2):
        pane.step(1)
    assert bench.selection.focus.item == 3
    assert bench.selection.focus.request == 0
    pane.step(-1)
    assert bench.selection.focus.item == 2
    pane.step(-1, from_end=True)
    assert bench.selection.focus.item == len(bench.document.session.items)


def test_stepping_onto_a_compaction_selects_it(pane, bench):
    row = pane.rows.row_of_compaction(1)
    pane.list.go(row)
    assert (bench.selection.focus.compaction, bench.selection.focus.item) == (1, None)
    pane.step(1)
    assert bench.selection.focus.item == bench.document.compactions[0].record.summary
    assert bench.selection.focus.compaction is None


def test_the_list_follows_a_selection_made_elsewhere_without_telling_again(make, bench):
    pane = make(TranscriptPane)
    open_in(bench, long_session(3_000).document(), Stage.RECONSTRUCT)
    heard = []
    bench.selection.changed.connect(lambda now, before: heard.append(now))
    bench.selection.select(item=2_500)
    assert current(pane) == 2_500
    assert len(heard) == 1
    assert pane.list.viewport().rect().contains(pane.list.visualRect(pane.list.currentIndex()))


def test_what_the_model_no_longer_saw_is_dimmed_and_what_is_to_come_is_not(pane, bench):
    bench.selection.select(request=6)
    summary = bench.document.compactions[0].record.summary
    assert 2 not in pane.painter.context and summary in pane.painter.context
    assert 2 < pane.painter.horizon < len(bench.document.session.items)


def test_a_filter_shows_what_fits_and_tells_how_many(pane, bench, qtbot):
    with qtbot.waitSignal(pane.shown_changed):
        bench.set_filter("kind:tool_result")
    expected = sum(item.kind is ItemKind.TOOL_RESULT for item in bench.document.session.items)
    assert pane.shown() == expected
    bench.set_filter("")
    assert pane.shown() == len(bench.document.session.items)


def test_a_filter_that_nothing_fits_says_what_it_looked_for(pane, bench):
    bench.set_filter("kind:user tokens:>100k")
    assert pane.placeholder.accessibleName().startswith("No item fits the filter")
    assert "tokens >100k" in pane.placeholder.accessibleName()
    bench.set_filter("")
    assert pane.shows_body()


def test_a_selected_item_stays_selected_through_a_filter(pane, bench):
    bench.selection.select(item=5)
    bench.set_filter("kind:tool_result")
    assert bench.selection.focus.item == 5
    bench.set_filter("")
    assert current(pane) == 5


def test_a_filter_by_tokens_is_tested_again_once_tokens_are_there(make, bench):
    pane = make(TranscriptPane)
    bench.set_filter("tokens:>0")
    open_in(bench, small_session().document(), Stage.MEASURE)
    assert pane.shown() == 0
    bench.document.tally = small_session().advanced().tally
    bench.advanced.emit(Stage.COUNT)
    assert pane.shown() > 10


def test_marks_are_painted_and_filtered(pane, bench):
    bench.toggle_mark(4)
    assert pane.painter.marks == frozenset({4})
    bench.set_filter("marked")
    assert pane.shown() == 1
    bench.toggle_mark(4)
    assert pane.shown() == 0


def test_find_goes_from_hit_to_hit_and_its_bar_closes(pane, bench):
    pane.find_bar.open()
    pane.find_bar.look_for("later answer")
    first = bench.selection.focus.item
    pane.find_bar.step(1)
    assert bench.selection.focus.item > first
    pane.find_bar.step(-1)
    assert bench.selection.focus.item == first
    assert pane.hide_find() is True
    assert pane.hide_find() is False


def test_from_a_call_to_its_result(pane, bench):
    call = next(item for item in bench.document.session.items if item.call_id == "a1")
    bench.selection.select(item=call.number)
    assert pane.painter.partner == call.number + 1
    pane.step_alike(1)
    assert bench.selection.focus.item == call.number + 1
    pane.step_alike(-1)
    assert bench.selection.focus.item == call.number


def test_a_screen_reader_hears_the_row(pane):
    pane.list.setFocus()
    pane.step(1, from_end=True)
    row = QAccessible.queryAccessibleInterface(pane.list).child(0)
    assert row.text(QAccessible.Text.Name).startswith("1, instruct, Be brief.")


def test_times_can_be_left_out_and_are_remembered(pane):
    pane.restore_state({"time": False})
    assert pane.save_state() == {"time": False}
