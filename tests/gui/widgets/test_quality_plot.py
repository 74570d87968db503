from dataclasses import replace

import pyqtgraph as pg

from inspector.gui.widgets.quality_plot import QualityPlot, RunPoint, labels, scale_of


def point(key, tokens, share, low=None, high=None):
    return RunPoint(key, f"{key}  strategy", tokens, share, share if low is None else low,
                 share if high is None else high, "kept", "o")  # fmt: skip


def control(key, tokens, share):
    return replace(point(key, tokens, share), is_control=True)


def words(told):
    return sorted(one.words.strip() for one in told)


def test_a_control_among_the_best_is_called_one():
    told = labels([point("B", 100, 1.0), point("C", 100, 1.0), control("I", 101, 1.0)], 50)
    assert words(told) == ["B, C · control I"]


def test_controls_do_not_set_the_axis_and_stand_at_its_end():
    points = [point("A", 100, 0.9), point("B", 200, 0.9), control("I", 5_000, 1.0), control("J", 150, 0.0)]
    scale = scale_of(points)
    assert scale.right < 250
    everything, nothing = scale.placed(points[2]), scale.placed(points[3])
    assert scale.left < everything.tokens < scale.right and everything.title.endswith("→ 5.0k")
    assert nothing == points[3] and scale.is_end(everything) and not scale.is_end(nothing)
    assert scale_of(points[2:]).right > 5_000


def test_writing_has_a_ground_above_the_line_and_below_the_points(qtbot, theme):
    plot = QualityPlot(theme)
    qtbot.addWidget(plot)
    plot.show_points([point("A", 100, 0.9), point("B", 500, 1.0), control("I", 9_000, 1.0)], "A", "survival")
    items = plot.getPlotItem().items
    line = next(item for item in items if isinstance(item, pg.PlotDataItem))
    told = [item for item in items if isinstance(item, pg.TextItem)]
    dots = [item for item in items if isinstance(item, pg.ScatterPlotItem)]
    assert all(line.zValue() < one.zValue() < dots[0].zValue() for one in told)
    assert all(one.fill.color().alpha() > 200 for one in told)


def test_points_on_one_another_share_a_label():
    told = labels([point("A", 100, 0.9), point("B", 102, 0.91), point("C", 900, 0.2)], 50)
    assert words(told) == ["A, B", "C  strategy"]


def test_points_that_only_stand_near_have_each_a_letter_of_their_own_beside_it():
    told = labels([point("G", 140, 0.9), point("D", 100, 0.9), point("F", 120, 0.9), point("E", 121, 0.9)], 50)
    assert [(one.words.strip(), one.point.tokens) for one in told] == [("D", 100), ("E, F", 121), ("G", 140)]
    assert [one.anchor[0] for one in told] == [1.0, 0.5, 0.0]


def test_the_point_between_two_crowds_makes_them_one():
    told = labels([point("A", 100, 0.88), point("B", 100, 0.94), point("C", 101, 0.91)], 50)
    assert words(told) == ["A", "B", "C"]


def test_what_is_not_certain_has_a_bar(qtbot, theme):
    plot = QualityPlot(theme)
    qtbot.addWidget(plot)
    plot.show_points([point("A", 100, 0.9), point("B", 500, 0.5, 0.4, 0.6)], "A", "survival")
    bars = [item for item in plot.getPlotItem().items if isinstance(item, pg.ErrorBarItem)]
    dots = [item for item in plot.getPlotItem().items if isinstance(item, pg.ScatterPlotItem)]
    assert len(bars) == 1 and len(dots) == 2
    with qtbot.waitSignal(plot.picked) as told:
        dots[1].sigClicked.emit(dots[1], [], None)
    assert told.args == ["B"]
    plot.show_points((), "", "survival")
    assert plot.getPlotItem().items == []
