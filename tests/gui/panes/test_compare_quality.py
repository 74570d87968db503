import pytest

from inspector.gui.panes.compare_quality import QualityPane
from inspector.gui.theme import Scheme
from inspector.model import ItemKind
from tests.made_facts import open_judged
from tests.made_runs import columns_of, judged, open_sample
from tests.made_session import MadeSession


@pytest.fixture
def runs(bench):
    return columns_of(bench)


def open_read(bench, runs):
    """Open the sample, and let a judge have read every column with a result."""
    open_sample(bench)
    runs.open(1)
    told = {one.key: tuple(judged(arm) for arm in one.arms) for one in runs.columns if one.arms}
    runs.lay_verdicts(1, {"": (judged(runs.ready.recorded),), **told})


@pytest.fixture
def pane(make, runs):
    return make(lambda bench, theme: QualityPane(bench, theme, runs))


def test_without_a_judge_nothing_is_drawn_and_it_says_why(pane, bench, runs):
    open_sample(bench)
    runs.open(1)
    assert not pane.shows_body() and "Only a judge can rank" in pane.placeholder.text()


def test_every_run_with_figures_is_a_point_and_the_free_ones_always(pane, bench, runs):
    open_read(bench, runs)
    assert pane.shows_body()
    points = {point.key: point for point in pane.points()}
    assert set(points) == {"", "A", "B", "C", "D", "E", "F", "G", "I", "J", "K", "L"}
    assert points["J"].share == 0 and points["I"].tokens > points["J"].tokens
    assert {point.symbol for point in points.values()} == {"d", "o", "s", "+"}
    assert "H  own/summary" in pane._words.text() and "not recall" in pane._words.text()


def test_the_picture_can_be_heard(pane, bench, runs, theme):
    open_read(bench, runs)
    assert "recorded: in the whole context" in pane.plot.accessibleDescription()
    pane.figure.setCurrentIndex(1)
    assert "recorded: in the summary" in pane.plot.accessibleDescription()
    pane.plot.picked.emit("D")
    assert runs.picked == "D"
    theme.choose(Scheme.DARK)
    assert pane.plot.backgroundBrush().color() == theme.role("base")


def test_without_a_compaction_it_says_so(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_judged(bench, made, ())
    assert "Nothing to compare" in pane.placeholder.text()


def test_the_choice_comes_back(pane, make, runs):
    pane.figure.setCurrentIndex(1)
    again = make(lambda bench, theme: QualityPane(bench, theme, runs))
    again.restore_state(pane.save_state())
    assert again.figure.currentData() == "in_summary"
    again.restore_state({"metric": "odd"})
    assert again.figure.currentData() == "in_summary"


def test_nothing_is_drawn_while_nobody_looks_and_everything_when_someone_does(make, bench, runs, qtbot):
    pane = make(lambda bench, theme: QualityPane(bench, theme, runs))
    open_read(bench, runs)
    before = pane.plot._points
    pane.hide()
    runs.remove("A")
    assert pane.plot._points is before
    pane.show()
    qtbot.waitExposed(pane)
    assert [point.key for point in pane.plot._points] == [point.key for point in before if point.key != "A"]
