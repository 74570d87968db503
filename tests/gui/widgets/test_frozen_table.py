import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from inspector.gui.widgets.frozen_table import FrozenTable, shared


def model(rows=40, columns=12):
    made = QStandardItemModel(rows, columns)
    for row in range(rows):
        for column in range(columns):
            made.setItem(row, column, QStandardItem(f"{row}/{column}"))
    return made


@pytest.fixture
def make(qtbot, theme):
    def made(source):
        table = FrozenTable(source, theme, "Figures")
        qtbot.addWidget(table)
        table.resize(500, 200)
        table.set_widths((120, 80))
        table.show()
        qtbot.waitExposed(table)
        return table

    return made


def test_the_first_columns_stay_and_the_others_move(make):
    source = model()
    table = make(source)
    assert not table.left.isColumnHidden(1) and table.left.isColumnHidden(2)
    assert table.right.isColumnHidden(1) and not table.right.isColumnHidden(2)
    assert table.left.width() == 120 + 80 + 1


def test_both_halves_scroll_together_downward(make):
    source = model()
    table = make(source)
    table.right.verticalScrollBar().setValue(60)
    assert table.left.verticalScrollBar().value() == 60
    table.left.verticalScrollBar().setValue(0)
    assert table.right.verticalScrollBar().value() == 0


def test_the_keyboard_goes_from_one_half_into_the_other_and_back(make, qtbot):
    source = model()
    table = make(source)
    table.set_current(3, 1)
    table.left.setFocus()
    qtbot.keyClick(table.left, Qt.Key.Key_Right)
    assert table.current().column() == 2
    qtbot.keyClick(table.right, Qt.Key.Key_Right)
    assert table.current().column() == 3
    qtbot.keyClick(table.right, Qt.Key.Key_Left)
    qtbot.keyClick(table.right, Qt.Key.Key_Left)
    assert (table.current().row(), table.current().column()) == (3, 1)
    qtbot.keyClick(table.left, Qt.Key.Key_Down)
    assert table.current().row() == 4


def test_enter_and_moving_are_told(make, qtbot):
    source = model()
    table = make(source)
    with qtbot.waitSignal(table.moved) as moved:
        table.set_current(2, 5)
    assert moved.args[0].data() == "2/5"
    with qtbot.waitSignal(table.entered) as entered:
        qtbot.keyClick(table.right, Qt.Key.Key_Return)
    assert entered.args[0].data() == "2/5"


def test_a_head_that_is_clicked_makes_its_column_the_current_one(make):
    source = model()
    table = make(source)
    table.right.horizontalHeader().sectionClicked.emit(4)
    assert table.current().column() == 4


def test_where_not_all_columns_fit_a_bar_below_both_halves_moves_them(make, qtbot):
    source = model()
    table = make(source)
    assert table.bar.isVisible() and table.bar.width() == table.width()
    table.bar.setValue(90)
    assert table.right.horizontalScrollBar().value() == 90
    table.right.horizontalScrollBar().setValue(30)
    assert table.bar.value() == 30
    high = table.height_of_all()
    table.set_widths((60, 20))
    qtbot.waitUntil(lambda: not table.bar.isVisible())
    assert table.height_of_all() < high


def test_a_cell_and_a_head_tell_what_they_need(make):
    source = model()
    source.setItem(3, 4, QStandardItem("a much longer text"))
    table = make(source)
    assert table.width_of(4, 3) > table.width_of(4, 2) > 0 and table.width_of(4, -1) > 0
    assert 400 < table.room() < table.width()


def test_what_is_left_goes_to_the_smallest_wishes_and_no_column_gets_less_than_it_needs():
    assert shared((10, 20, 30), (10, 60, 40), 100) == [10, 50, 40]
    assert shared((10, 20), (10, 60), 200) == [10, 60]
    assert shared((50, 60), (70, 80), 90) == [50, 60]


def test_a_model_with_other_columns_is_shared_out_anew(make):
    source = model(2, 3)
    table = make(source)
    source.beginResetModel()
    source.setColumnCount(6)
    source.endResetModel()
    assert table.left.isColumnHidden(5) and not table.right.isColumnHidden(5)
    assert table.height_of_all() > 0


def test_the_keyboard_goes_to_the_half_with_the_current_cell(make, qtbot):
    source = model()
    table = make(source)
    for column, view in ((0, table.left), (3, table.right)):
        table.set_current(1, column)
        table.take_keyboard()
        qtbot.waitUntil(view.hasFocus)
