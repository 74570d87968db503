import pytest
from PySide6.QtGui import QAction

from inspector.gui.widgets.run_buttons import RunButtons
from inspector.rerun.column import Column, ColumnState
from tests.made_runs import variant


@pytest.fixture
def buttons(qtbot):
    made = RunButtons()
    qtbot.addWidget(made)
    return made


def test_the_shelf_lists_what_is_on_it_and_gives_it_back(buttons, qtbot):
    buttons.show_state((), can_run=False, is_running=False)
    assert not buttons.shelf.isEnabled() and not buttons.run_all.isEnabled() and not buttons.stop.isEnabled()
    buttons.show_state((Column("B", variant("own/head-tail"), ColumnState.DONE),), can_run=True, is_running=True)
    assert buttons.shelf.text() == "Removed (1)" and buttons.run_all.isEnabled() and buttons.stop.isEnabled()
    buttons.shelf.menu().aboutToShow.emit()
    (action,) = buttons.shelf.menu().actions()
    assert action.text() == "Put back B  own/head-tail"
    with qtbot.waitSignal(buttons.put_back) as told:
        action.trigger()
    assert told.args == ["B"]


def test_commands_are_offered_where_they_belong(buttons):
    column, more = QAction("Run"), QAction("Export")
    buttons.set_menus([column], [more])
    assert buttons.column.menu().actions() == [column] and buttons.more.menu().actions() == [more]
