import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt

from inspector.gui.models.figures import whole
from inspector.gui.models.table import RECORD, RecordTable, TableColumn

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


@pytest.fixture
def table(qapp):
    made = RecordTable(
        [
            TableColumn("Name", str, str),
            TableColumn("Value", lambda r: "…" if r[1] == 0 else whole(r[1]), lambda r: r[1] or None, right=True),
        ]
    )
    made.show([("b", 2), ("a", None), ("c", 1)])
    return made


def order(table):
    return [table.record(row)[0] for row in range(table.rowCount())]


def test_it_is_a_sound_model(table, qtmodeltester):
    qtmodeltester.check(table)


def test_the_unknown_sorts_last_in_both_directions(table):
    table.sort(1, ASCENDING)
    assert order(table) == ["c", "b", "a"]
    table.sort(1, DESCENDING)
    assert order(table) == ["b", "c", "a"]


def test_an_index_follows_its_record_through_sorting(table):
    kept = QPersistentModelIndex(table.index(0, 1))
    table.sort(1, ASCENDING)
    assert kept.row() == 1
    assert kept.data(RECORD) == ("b", 2)


def test_new_records_come_in_the_order_chosen_before(table):
    table.sort(1, DESCENDING)
    table.show([("x", 1), ("y", 5)])
    assert order(table) == ["y", "x"]


def test_a_column_nobody_knows_is_found(table):
    table.show([("a", None), ("b", None)])
    assert table.unknown_columns() == [1]


def test_a_column_that_is_still_being_counted_is_not_unknown(table):
    table.show([("a", 0), ("b", 0)])
    assert table.unknown_columns() == []


def test_no_records_leave_no_column_unknown(table):
    table.show([])
    assert table.unknown_columns() == []
