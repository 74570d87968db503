import pytest
from inspector.survival.erosion import Point

from inspector.gui.theme import Scheme
from inspector.gui.widgets.curve_plot import CurvePlot

CURVES = {"a": (Point(1, 4, 3, 0.3, 0.95), Point(2, 4, 1, 0.05, 0.7)), "b": (Point(1, 2, 2, 0.34, 1.0),)}


def test_each_curve_has_its_points_and_its_interval(theme, qtbot):
    plot = CurvePlot(theme)
    qtbot.addWidget(plot)
    plot.show_curves(CURVES, ("kept", "lost"), "compactions")
    curves = plot.getPlotItem().listDataItems()
    assert [list(curve.getData()[1]) for curve in curves] == [[0.75, 0.25], [1.0]]
    assert plot.getAxis("bottom").labelText == "compactions"
    assert plot.shape(0) != plot.shape(1)


def test_curves_stand_around_their_tick_and_a_single_one_on_it(theme, qtbot):
    plot = CurvePlot(theme)
    qtbot.addWidget(plot)
    for curves, at in (({"a": CURVES["a"]}, [1.0]), (CURVES, [0.98, 1.02])):
        plot.show_curves(curves, ("kept", "lost"), "x")
        found = [float(curve.getData()[0][0]) for curve in plot.getPlotItem().listDataItems()]
        assert found == pytest.approx(at)


def test_many_steps_share_a_few_ticks(theme, qtbot):
    plot = CurvePlot(theme)
    qtbot.addWidget(plot)
    plot.show_curves({"a": tuple(Point(age, 4, 3, 0.3, 0.95) for age in range(1, 51))}, ("kept",), "x")
    (ticks,) = plot.getAxis("bottom")._tickLevels
    assert [age for age, _ in ticks] == list(range(1, 51, 5))


def test_it_is_drawn_again_in_the_other_theme(theme, qtbot):
    plot = CurvePlot(theme)
    qtbot.addWidget(plot)
    plot.show_curves(CURVES, ("kept", "lost"), "x")
    theme.choose(Scheme.DARK)
    assert plot.backgroundBrush().color() == theme.role("base")
    assert len(plot.getPlotItem().listDataItems()) == 2


def test_a_curve_without_points_leaves_its_sign_to_no_other(theme, qtbot):
    plot = CurvePlot(theme)
    qtbot.addWidget(plot)
    plot.show_curves({"a": (), "b": CURVES["a"], "c": ()}, ("kept", "lost", "altered"), "x")
    (curve,) = plot.getPlotItem().listDataItems()
    assert list(curve.getData()[1]) == [0.75, 0.25]
    assert curve.opts["symbol"] == "s"


def test_without_facts_it_is_empty(theme, qtbot):
    plot = CurvePlot(theme)
    qtbot.addWidget(plot)
    plot.show_curves({}, (), "x")
    assert plot.getPlotItem().listDataItems() == []
