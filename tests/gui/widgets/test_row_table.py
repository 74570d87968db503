import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QApplication, QStyle, QStyleOptionViewItem

from inspector.gui.widgets.row_table import RowTable

RED = QColor("#D00020")


@pytest.fixture
def table(qtbot):
    made = RowTable("Generations")
    qtbot.addWidget(made)
    model = QStandardItemModel(made)
    for _ in range(3):
        model.appendRow([QStandardItem("a"), QStandardItem("■■")])
        model.item(model.rowCount() - 1, 1).setData(RED, Qt.ItemDataRole.ForegroundRole)
    made.setModel(model)
    return made


def pixels(table, index):
    """The colours of one cell, without its border."""
    table.resize(300, 200)
    picture = table.viewport().grab(table.visualRect(index).adjusted(1, 1, -2, -2)).toImage()
    return {picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())}


def test_a_swatch_keeps_its_colour_on_the_selected_row(table):
    table.selectRow(1)
    assert RED.name() in pixels(table, table.model().index(1, 1))


def test_titles_do_not_turn_bold_with_the_selection(table):
    assert not table.horizontalHeader().highlightSections()


def test_no_cell_has_the_frame_of_the_keyboard_but_the_row_where_the_keyboard_is(table, qtbot):
    index = table.model().index(0, 0)
    option = QStyleOptionViewItem()
    option.state |= QStyle.StateFlag.State_HasFocus
    table.itemDelegate().initStyleOption(option, index)
    assert not option.state & QStyle.StateFlag.State_HasFocus
    table.resize(300, 200)
    table.show()
    table.setCurrentIndex(index)
    table.clearSelection()
    without = table.viewport().grab().toImage()
    table.activateWindow()
    table.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is table)
    held = table.viewport().grab().toImage()
    assert held.pixelColor(250, 0) != without.pixelColor(250, 0), "the frame ends with the row, not with the cell"


def test_a_whole_row_is_picked_and_tab_leaves_the_table(table):
    model = table.model()
    table.selectRow(0)
    table.setCurrentIndex(model.index(2, 1))
    assert [index.row() for index in table.selectionModel().selectedRows()] == [2]
    assert not table.tabKeyNavigation() and table.accessibleName() == "Generations"
    assert len({table.rowHeight(row) for row in range(3)}) == 1
