import pyqtgraph as pg

from inspector.gui.widgets.quality_plot import QualityPlot, RunPoint, labels


def point(key, tokens, share, low=None, high=None):
    return RunPoint(key, f"{key}  strategy", tokens, share, share if low is None else low,
                 share if high is None else high, "kept", "o")  # fmt: skip


def test_points_on_one_another_share_a_label():
    told = labels([point("A", 100, 0.9), point("B", 102, 0.91), point("C", 900, 0.2)], 50)
    assert sorted(one.words for one in told) == ["A, B", "C  strategy"]


def test_points_that_only_stand_near_have_each_a_letter_of_their_own_beside_it():
    told = labels([point("G", 140, 0.9), point("D", 100, 0.9), point("F", 120, 0.9), point("E", 121, 0.9)], 50)
    assert [(one.words, one.point.tokens) for one in told] == [("D", 100), ("E, F", 121), ("G", 140)]
    assert [one.anchor[0] for one in told] == [1.05, 0.5, -0.05]


def test_the_point_between_two_crowds_makes_them_one():
    told = labels([point("A", 100, 0.88), point("B", 100, 0.94), point("C", 101, 0.91)], 50)
    assert sorted(one.words for one in told) == ["A", "B", "C"]


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
