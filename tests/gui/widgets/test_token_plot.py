import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor

from inspector.gui.models.plot_marks import find_marks
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.gui.widgets.token_plot import TokenPlot
from inspector.workbench.cursor import requests_of_items
from inspector.workbench.document import Stage
from tests.made_session import long_session


@pytest.fixture
def plot(qtbot, theme):
    made = TokenPlot(theme)
    qtbot.addWidget(made)
    made.resize(800, 300)
    made.show()
    document = long_session(8_000).advanced(Stage.MEASURE)
    series = build_series(document, Axis.REQUEST, Stack.KIND, str)
    made.series = series
    made.show_series(series, [QColor("#3590fa")], find_marks(document, series, requests_of_items(document.session)), ())
    made.set_range(*made.bounds())
    made.grab()
    return made


def place(plot, value):
    return plot.mapFromScene(plot.box.mapViewToScene(QPointF(value, 1_000)))


def test_what_is_drawn_has_the_highest_value_and_few_points(plot):
    _, heights = plot._curves[0].getData()
    assert heights.max() == np.nanmax(plot.series.top)
    assert len(heights) <= plot.box.width() + 2


def test_a_click_picks_the_request_under_it(plot, qtbot):
    plot.set_range(100, 130)
    with qtbot.waitSignal(plot.picked) as caught:
        qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=place(plot, 117))
    assert plot.series.numbers[np.searchsorted(plot.series.requests, caught.args[0])] == 117


def test_a_click_near_a_compaction_picks_the_compaction(plot, qtbot):
    mark = plot.overlay._marks.compactions[1]
    with qtbot.waitSignal(plot.picked_compaction) as caught:
        qtbot.mouseClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=place(plot, mark.x))
    assert caught.args == [mark.number]


def test_zooming_keeps_the_cursor_in_its_place(plot):
    plot.set_range(1_000, 2_000)
    plot.show_cursor(1_250.0)
    plot.zoom(0.5)
    low, high = plot.view_range()
    assert (high - low, (1_250 - low) / (high - low)) == pytest.approx((500, 0.25))


def test_panning_stops_at_the_ends_with_the_width_kept(plot):
    plot.set_range(100, 200)
    for _ in range(20):
        plot.pan(-0.25)
    assert plot.view_range() == pytest.approx((0.5, 100.5))


def test_hovering_names_the_point_and_leaving_forgets_it(plot, qtbot):
    plot.set_range(100, 130)
    heard = []
    plot.hovered.connect(heard.append)
    qtbot.mouseMove(plot.viewport(), place(plot, 110))
    assert plot.series.numbers[heard[-1]] == 110
    plot._hover(None)
    assert heard[-1] is None


def test_axis_values_are_short_and_times_are_round(plot):
    assert plot.getAxis("left").tickStrings([0, 50_000, 1_500_000], 1, 1) == ["0", "50k", "1.5M"]
    axis = plot.getAxis("bottom")
    assert axis.tickStrings([1_200.0], 1, 100) == ["1,200"]
    plot.show_axis(Axis.TIME)
    ((spacing, values),) = axis.tickValues(1_770_000_123.0, 1_770_007_321.0, 600)
    assert spacing == 3600
    assert all(text.endswith(":00") for text in axis.tickStrings(values, 1, spacing))
