import pyqtgraph as pg
import pytest
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QApplication

from inspector.gui.theme import Scheme
from inspector.gui.widgets.axes import RequestAxis, TokenAxis
from inspector.gui.widgets.token_plot import colour


def test_tokens_are_written_short(qtbot):
    assert TokenAxis("left").tickStrings([0, 10_000, 12_500], 1, 1) == ["0", "10k", "12.5k"]


@pytest.mark.parametrize("high", [250_000, 251_000, 249_000, 290_000])
def test_no_number_of_the_left_axis_stands_where_its_upper_half_is_cut(qtbot, high):
    axis = TokenAxis("left")
    line = QFontMetricsF(QApplication.font()).height()
    ticks = [tick for _, level in axis.tickValues(0, high, 160) for tick in level]
    assert 0 in ticks and max(ticks) >= high / 2
    assert all((high - tick) / high * 160 >= line / 2 for tick in ticks)


@pytest.mark.parametrize("high", [3.5, 6.5, 400.5])
def test_requests_are_whole_numbers(qtbot, high):
    ticks = [tick for _, level in RequestAxis("bottom").tickValues(0.5, high, 1300) for tick in level]
    assert ticks and all(tick == round(tick) for tick in ticks)


def test_times_are_apart_enough_to_read(qtbot):
    axis = RequestAxis("bottom")
    axis.by_time = True
    ((step, ticks),) = axis.tickValues(1_700_000_000, 1_700_007_200, 600)
    assert step == 3600 and len(ticks) == 2


def test_ground_and_axes_take_the_colours_of_the_theme(qtbot, theme):
    plot = pg.PlotWidget()
    qtbot.addWidget(plot)
    for scheme in (Scheme.DARK, Scheme.LIGHT):
        theme.choose(scheme)
        colour(plot, theme)
        assert plot.backgroundBrush().color() == theme.role("base")
        for name in ("left", "bottom"):
            assert plot.getAxis(name).pen().color() == theme.role("line")
            assert plot.getAxis(name).textPen().color() == theme.role("muted")
