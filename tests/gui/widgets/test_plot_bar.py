import pytest

from inspector.gui.models.series import Axis, Stack
from inspector.gui.widgets.plot_bar import PlotBar


@pytest.fixture
def bar(qtbot, theme):
    made = PlotBar(theme)
    qtbot.addWidget(made)
    return made


def test_what_is_chosen_is_told_remembered_and_put_back(bar, qtbot):
    assert (bar.stack(), bar.axis()) == (Stack.KIND, Axis.REQUEST)
    with qtbot.waitSignals([bar.changed, bar.changed]):
        bar.restore({"stack": "cache", "axis": "time"})
    assert (bar.stack(), bar.axis()) == (Stack.CACHE, Axis.TIME)
    assert bar.state() == {"stack": "cache", "axis": "time"}
    bar.restore({"stack": "nonsense"})
    assert bar.state() == {"stack": "cache", "axis": "time"}


def test_without_times_the_time_axis_cannot_be_chosen(bar):
    bar.restore({"axis": "time"})
    bar.offer_times(False)
    assert bar.axis() is Axis.REQUEST
    assert [bar._axis.model().item(place).isEnabled() for place in (0, 1)] == [True, False]
    bar.offer_times(True)
    assert bar._axis.model().item(1).isEnabled()


def test_its_choices_have_names(bar):
    assert bar._stack.accessibleName() and bar._axis.accessibleName()
