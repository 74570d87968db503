from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication

from inspector.gui.panes.requests import RequestsPane
from tests.made_session import open_in, small_session


def test_a_column_that_the_log_knows_nothing_of_is_named_once(make, bench):
    pane = make(RequestsPane)
    open_in(bench, small_session().document())
    assert pane.missing.text() == "Not in this log: reasoning, cost, duration, stop"
    assert pane.table.isColumnHidden(9)


def test_what_is_not_in_the_log_takes_no_room_from_the_first_rows(make, bench):
    pane = make(RequestsPane)
    open_in(bench, small_session().document())
    pane.resize(900, pane.height_of(5))
    assert not pane.missing.isVisibleTo(pane)
    title = pane.model.headerData(0, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert "Not in this log: reasoning, cost, duration, stop" in title
    pane.resize(900, pane.height_of(5) + pane.missing.sizeHint().height())
    assert pane.missing.isVisibleTo(pane)


def test_no_scroll_bar_takes_the_last_row_in_sight(make, bench, qtbot):
    pane = make(RequestsPane)
    open_in(bench, small_session().document())
    bar = pane.table.horizontalScrollBar()
    pane.resize(200, 300)
    pane.table.setFixedHeight(pane.height_of(1) + 1)
    qtbot.wait(1)
    assert bar.maximum() > 0 and not bar.isVisible()
    pane.table.setFixedHeight(pane.height_of(3))
    qtbot.wait(1)
    assert bar.isVisible()


def test_copy_takes_the_row(make, bench, qtbot):
    pane = make(RequestsPane)
    open_in(bench, small_session().document())
    pane.focus_list()
    pane.table.selectRow(0)
    qtbot.keyClick(pane.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text().startswith("1\t")


def test_column_widths_are_remembered_and_nonsense_is_left(make, bench):
    pane = make(RequestsPane)
    open_in(bench, small_session().document())
    pane.table.setColumnWidth(3, 222)
    state = pane.save_state()
    pane.table.setColumnWidth(3, 50)
    pane.restore_state(state)
    assert pane.table.columnWidth(3) == 222
    pane.restore_state({"header": 5})


def test_the_right_button_offers_what_the_window_gives(make):
    pane = make(RequestsPane)
    action = QAction("Copy")
    pane.set_context_actions([action])
    assert action in pane.table.actions()
