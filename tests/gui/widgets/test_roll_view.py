import pytest

from inspector.gui.widgets.roll_view import RollView
from inspector.workbench.simulations import roll
from tests.made_runs import ready_of, strategies


@pytest.fixture(scope="module")
def rolled():
    return [roll(ready_of().document, strategies(), "own/pinned-facts", share, 60_000) for share in (0.5, 0.95)]


def test_the_row_at_hand_stands_out_in_the_plot(qtbot, theme, rolled):
    view = RollView(theme)
    qtbot.addWidget(view)
    view.show_rolled(rolled, 60_000)
    assert view.rows.rowCount() == 3 and [chip.title for chip in view.chips()] == ["recorded", "50 %", "95 %"]
    view.table.selectRow(2)
    widest = max(
        view.plot.getPlotItem().listDataItems(), key=lambda line: (line.opts["pen"] and line.opts["pen"].widthF()) or 0
    )
    assert list(widest.getData()[1]) == [step.prompt for step in rolled[1].simulation.steps]


def test_none_is_empty(qtbot, theme, rolled):
    view = RollView(theme)
    qtbot.addWidget(view)
    view.show_rolled(rolled, None)
    view.show_rolled((), None)
    assert view.rows.rowCount() == 0 and view.chips() == [] and view.plot.accessibleDescription() == ""
