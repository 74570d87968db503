from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem

from inspector.gui.panes.problems import PLACE, ProblemsPane, nearest_item
from inspector.model import Diagnostic, ItemKind, Severity, Source
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in, small_session


def test_the_worst_stands_first(make, bench):
    pane = make(ProblemsPane)
    made = small_session()
    made.problem(Severity.NOTE)
    made.problem(Severity.ERROR)
    open_in(bench, made.document())
    assert [pane.model.record(row).severity for row in range(3)] == [Severity.ERROR, Severity.ERROR, Severity.NOTE]


def test_a_row_selects_the_problem_and_what_stands_next_to_it(make, bench):
    pane = make(ProblemsPane)
    made = small_session()
    made.problem()
    document = open_in(bench, made.document())
    # Both problems read the same; the row that was chosen is the one that is meant.
    pane.table.selectRow(1)
    assert bench.selection.focus.problem == 1
    assert bench.selection.focus.item == len(document.session.items)


def test_a_log_without_problems_says_so(make, bench):
    pane = make(ProblemsPane)
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document())
    assert pane.placeholder.accessibleName().startswith("No problems")


def test_the_message_takes_the_room_that_the_place_leaves(make, bench):
    pane = make(ProblemsPane, 1000, 300)
    open_in(bench, small_session().document())
    header = pane.table.horizontalHeader()
    place, message = header.sectionSize(3), header.sectionSize(2)
    assert message > place and header.length() == pane.table.viewport().width()
    pane.resize(1200, 300)
    QApplication.processEvents()
    assert (header.sectionSize(2), header.sectionSize(3)) == (message + 200, place)


def test_a_place_that_there_is_room_for_is_not_cut(make, bench):
    pane = make(ProblemsPane, 1000, 300)
    made = small_session()
    made.problem(source=Source("a-log-with-a-name-of-its-own.jsonl", 1_077))
    open_in(bench, made.document())
    needed = max(pane.table.sizeHintForIndex(pane.model.index(row, PLACE)).width() for row in range(2))
    assert pane.table.horizontalHeader().sectionSize(PLACE) >= needed


def test_a_long_place_is_cut_in_the_middle_so_that_its_line_is_seen(make, bench):
    pane = make(ProblemsPane)
    open_in(bench, small_session().document())
    index = pane.model.index(0, PLACE)
    assert pane.model.headerData(PLACE, Qt.Orientation.Horizontal) == "Place"
    option = QStyleOptionViewItem()
    pane.table.itemDelegateForIndex(index).initStyleOption(option, index)
    assert option.textElideMode is Qt.TextElideMode.ElideMiddle


def test_enter_shows_the_line(make, bench, qtbot):
    pane = make(ProblemsPane)
    open_in(bench, small_session().document())
    with qtbot.waitSignal(pane.wants) as caught:
        pane.table.activated.emit(pane.model.index(0, 0))
    assert caught.args == ["raw"]


def test_the_nearest_item_is_the_first_behind_the_place_in_the_same_file():
    session = small_session().document().session
    third = session.items[2].source
    before = Diagnostic(Severity.ERROR, "x", "y", Source(third.path, third.line - 1, third.start - 50, third.start))
    assert nearest_item(session, before) == 3
    behind = Diagnostic(Severity.ERROR, "x", "y", Source(third.path, 10_000, 10**9, 10**9 + 1))
    assert nearest_item(session, behind) == len(session.items)
    assert nearest_item(session, Diagnostic(Severity.NOTE, "x", "y")) is None
    assert nearest_item(session, Diagnostic(Severity.NOTE, "x", "y", Source("other.jsonl", 1, 0, 5))) is None


def test_what_was_kept_of_the_session_and_is_damaged_stands_among_them(make, bench):
    pane = make(ProblemsPane)
    document = open_in(bench, small_session().document())
    before = pane.model.rowCount()
    document.troubles.append(Diagnostic(Severity.NOTE, "result-damaged", "It was worked out anew."))
    bench.advanced.emit(Stage.EXTRACT)
    assert pane.model.rowCount() == before + 1
    pane.table.selectRow(before)
    assert pane.model.record(before).code == "result-damaged"
    assert bench.selection.focus.problem == before
