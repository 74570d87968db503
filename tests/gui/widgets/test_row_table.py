from PySide6.QtGui import QStandardItem, QStandardItemModel

from inspector.gui.widgets.row_table import RowTable


def test_a_whole_row_is_picked_and_tab_leaves_the_table(qtbot):
    table = RowTable("Generations")
    qtbot.addWidget(table)
    model = QStandardItemModel(table)
    for _ in range(3):
        model.appendRow([QStandardItem("a"), QStandardItem("b")])
    table.setModel(model)
    table.selectRow(0)
    table.setCurrentIndex(model.index(2, 1))
    assert [index.row() for index in table.selectionModel().selectedRows()] == [2]
    assert not table.tabKeyNavigation() and table.accessibleName() == "Generations"
    assert len({table.rowHeight(row) for row in range(3)}) == 1
