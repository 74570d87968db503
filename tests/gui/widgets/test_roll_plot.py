import pyqtgraph as pg
import pytest

from inspector.gui.theme import Scheme
from inspector.gui.widgets.roll_plot import RollPlot
from inspector.workbench.simulations import roll
from tests.made_runs import ready_of, strategies


@pytest.fixture(scope="module")
def rolled():
    return [roll(ready_of().document, strategies(), "own/pinned-facts", share, 60_000) for share in (0.5, 0.95)]


def test_a_line_for_each_trigger_over_the_recorded_prompts(qtbot, theme, rolled):
    plot = RollPlot(theme)
    qtbot.addWidget(plot)
    plot.show_rolled(rolled, 0.5, 60_000)
    lines = [item for item in plot.getPlotItem().listDataItems() if isinstance(item, pg.PlotDataItem)]
    drawn = [item for item in lines if item.opts["pen"] is not None]
    marks = [item for item in lines if item.opts["symbol"] is not None]
    assert len(drawn) == 2 and len(marks) == 2
    assert len(drawn[0].getData()[0]) == len(rolled[0].simulation.steps)
    assert drawn[1].opts["pen"].widthF() > drawn[0].opts["pen"].widthF()
    theme.choose(Scheme.DARK)
    assert plot.backgroundBrush().color() == theme.role("base")
    plot.show_rolled((), None, None)
    assert plot.getPlotItem().listDataItems() == []


def test_only_whole_requests_are_named(theme, qtbot):
    plot = RollPlot(theme)
    qtbot.addWidget(plot)
    axis = plot.getAxis("bottom")
    ticks = [tick for _, level in axis.tickValues(0.5, 6.5, 1300) for tick in level]
    assert ticks and all(tick == round(tick) for tick in ticks)
