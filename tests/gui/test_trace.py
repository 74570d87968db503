import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox

from tests.gui.conftest import SAMPLES


def test_a_tab_comes_to_the_front_even_from_a_closed_drawer(opened):
    trace = opened.perspectives.trace
    for name in ("reader", "context", "raw", "consequences", "compactions", "requests", "problems"):
        if trace.drawer_shown():
            trace.toggle_drawer()
        trace.show_tab(name)
        assert getattr(trace, name).isVisible(), name
    trace.requests.wants.emit("raw")
    assert trace.raw.isVisible()


def test_closing_the_drawer_does_not_leave_the_keyboard_in_it(opened, qtbot):
    opened.activateWindow()
    opened.perspectives.trace.show_tab("requests")
    qtbot.waitUntil(lambda: opened.perspectives.trace.requests.isAncestorOf(QApplication.focusWidget()))
    opened.perspectives.trace.toggle_drawer()
    assert not opened.perspectives.trace.requests.isAncestorOf(QApplication.focusWidget())


def test_f6_goes_round_all_panes_that_can_be_seen(opened, qtbot):
    opened.activateWindow()
    trace = opened.perspectives.trace
    trace.transcript.focus_list()
    seen = []
    for _ in range(4):
        trace.focus_pane(1)
        focus = QApplication.focusWidget()
        seen.append(next(pane.objectName() for pane in trace.panes() if pane is focus or pane.isAncestorOf(focus)))
    assert seen == ["reader", "consequences", "timeline", "transcript"]
    trace.focus_pane(-1)
    assert trace.timeline.isAncestorOf(QApplication.focusWidget())


def test_the_tab_says_how_many_problems_there_are(opened):
    opened.perspectives.trace.set_problem_count(3)
    tabs = opened.perspectives.trace._drawer
    assert tabs.tabText(tabs.indexOf(opened.perspectives.trace.problems)) == "Problems (3)"


def test_no_pane_can_be_dragged_away_unseen(opened):
    rows = opened.perspectives.trace._rows
    rows.setSizes([0, 1000, 0])
    assert min(rows.sizes()) > 0


@pytest.fixture
def told(window, settled):
    """A session whose texts are as long as real ones."""
    window.opener.open(next((SAMPLES / "claude-code/2.1/fading-rules").glob("*.jsonl")))
    return settled(window)


def _find(window, settled, words):
    bar = window.perspectives.trace.transcript.find_bar
    bar.open()
    bar.look_for(words)
    settled(window)
    return bar


@pytest.mark.parametrize("name", ["reader", "raw"])
def test_a_hit_is_marked_in_the_tab_that_is_open(told, settled, name):
    trace = told.perspectives.trace
    trace.show_tab(name)
    _find(told, settled, "never")
    settled(told)
    assert getattr(trace, name).isVisible()
    if name == "raw":
        assert trace.raw.text.itemDelegate().marks
    else:
        assert trace.reader.view.extraSelections()


def test_a_hit_that_the_open_tab_cannot_show_opens_the_reader(told, settled):
    trace, document = told.perspectives.trace, told.bench.document
    texts = {item.number: document.text(item.number) for item in document.session.items if item.kind != "event"}
    several = next(number for number, text in texts.items() if "\n" in text.strip())
    first, second = texts[several].strip().split("\n")[:2]
    trace.show_tab("raw")
    told.bench.selection.select(item=several)
    settled(told)
    _find(told, settled, f"{first}\n{second}")
    settled(told)
    assert trace.reader.isVisible()
    trace.show_tab("context")
    told.bench.selection.select(item=1, request=0)
    _find(told, settled, texts[several][-12:].strip())
    settled(told)
    assert trace.reader.isVisible() and trace.reader.view.extraSelections()


def test_nothing_is_marked_once_nobody_looks_for_it(told, settled):
    bar = _find(told, settled, "never")
    bar._close()
    assert told.bench.sought == "" and told.perspectives.trace.reader.view.extraSelections() == []


def test_the_key_renders_in_the_reader_whatever_tab_is_open(told, settled):
    trace = told.perspectives.trace
    told.bench.selection.select(item=next(i.number for i in told.bench.document.session.items if i.kind == "user"))
    settled(told)
    trace.show_tab("raw")
    told.verbs["view.rendered"].trigger()
    settled(told)
    assert trace.reader.isVisible() and trace.reader.is_rendered


def whole_rows(table):
    return table.viewport().height() // table.verticalHeader().defaultSectionSize()


def test_the_drawer_shows_three_whole_rows_in_a_small_window(told, settled):
    told.resize(1280, 720)
    for name in ("consequences", "compactions", "requests"):
        told.perspectives.trace.show_tab(name)
        settled(told)
        assert whole_rows(getattr(told.perspectives.trace, name).table) >= 3, name


@pytest.mark.parametrize("focus", [{"request": 20, "item": 74}, {"compaction": 1}])
def test_the_context_shows_three_whole_rows_in_a_small_window(told, settled, focus):
    trace, table = told.perspectives.trace, told.perspectives.trace.context.table
    told.bench.selection.select(**focus)
    trace.show_tab("context")
    for size in ((1280, 720), (1024, 640)):
        told.resize(*size)
        settled(told)
        has_its_rows(trace, table)


def has_its_rows(trace, table):
    assert whole_rows(table) >= 3
    assert not table.horizontalScrollBar().isVisible()
    assert all(0 < table.bottom_of(index.row()) <= table.viewport().height() for index in table.selectedIndexes())
    assert whole_rows(trace.consequences.table) >= 1 or not trace.consequences.isVisible()


def test_the_plot_keeps_its_height_in_a_small_window(opened, qtbot):
    pane = opened.perspectives.trace.timeline
    for size in ((1280, 720), (1024, 640)):
        opened.resize(*size)
        qtbot.wait(1)
        assert (opened.width(), opened.height()) == size
        assert pane.plot.height() >= 160
        assert pane.geometry().bottom() < opened.perspectives.trace.transcript.parentWidget().geometry().top()


def test_in_a_low_window_list_and_texts_are_seen_and_card_and_plot_give_way(opened, qtbot):
    trace = opened.perspectives.trace
    middle = trace.transcript.parentWidget()

    def heights():
        qtbot.wait(1)
        return middle.height(), trace.timeline.plot.height(), trace.timeline.overview.isVisible(), trace.card.is_whole

    opened.resize(1280, 720)
    assert heights()[1:] == (160, True, True)
    opened.resize(853, 480)
    seen, plot, _, whole = heights()
    assert seen >= 120 and 110 <= plot < 160 and not whole
    assert trace.timeline.geometry().bottom() < middle.geometry().top()
    trace.card.toggle()
    assert heights()[3], "who wants it sees it"
    opened.resize(1280, 720)
    assert heights()[1:] == (160, True, True) and trace.save_state()["card"]


def test_without_the_drawer_a_low_window_has_room_for_the_whole_plot(opened, qtbot):
    opened.resize(853, 480)
    trace = opened.perspectives.trace
    trace.toggle_drawer()
    qtbot.wait(1)
    assert trace.timeline.plot.height() >= 160 and trace.timeline.overview.isVisible()
    trace.toggle_drawer()
    qtbot.wait(1)
    assert trace.timeline.plot.height() < 160 and trace.transcript.height() >= 120


def test_tab_goes_from_the_choice_above_the_plot_into_the_plot(opened, qtbot):
    opened.activateWindow()
    opened.perspectives.trace.timeline.bar.findChildren(QComboBox)[-1].setFocus()
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is opened.perspectives.trace.timeline.plot
