import numpy as np
import pytest

from inspector.gui.models.series import Axis
from inspector.gui.panes.timeline import TimelinePane, limit_lines
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, long_session, open_in, small_session


@pytest.fixture
def pane(make, bench):
    made = make(TimelinePane, 900, 300)
    open_in(bench, small_session().document())
    return made


def test_the_plot_shows_before_counting_ends_and_a_failed_count_leaves_the_recorded_curve(make, bench, qtbot):
    pane = make(TimelinePane, 900, 300)
    document = open_in(bench, small_session().document(), Stage.MEASURE)
    bench.selection.select(first=3.5, last=8.5)
    pane.grab()
    assert pane.overview.y() < pane.height() / 2
    qtbot.waitUntil(lambda: pane.bar.words.text() == "counting tokens…")
    assert [band.key for band in pane._series.bands] == ["prompt"]
    assert pane.plot.view_range() == pytest.approx((3.5, 8.5))
    document.failures[Stage.COUNT] = ValueError("no tokenizer")
    bench.advanced.emit(Stage.COUNT)
    assert pane.shows_body()
    assert "counting failed" in pane.bar.words.text()


def test_counts_turn_the_curve_into_bands_without_moving_the_range(make, bench):
    pane = make(TimelinePane)
    document = open_in(bench, small_session().document(), Stage.MEASURE)
    pane.plot.set_range(2.5, 6.5)
    document.tally = small_session().advanced().tally
    bench.advanced.emit(Stage.COUNT)
    assert len(pane._series.bands) > 5
    assert pane.plot.view_range() == pytest.approx((2.5, 6.5))


def test_picking_a_request_selects_it_with_its_answer(pane, bench):
    pane.plot.picked.emit(3)
    request = bench.document.session.requests[3]
    assert (bench.selection.focus.request, bench.selection.focus.item) == (3, request.first_item)
    assert bench.selection.focus.compaction is None


def test_picking_a_compaction_selects_it_with_its_summary(pane, bench):
    pane.plot.picked_compaction.emit(1)
    compaction = bench.document.compactions[0]
    assert bench.selection.focus.compaction == 1
    assert bench.selection.focus.item == compaction.record.summary
    assert pane.plot.overlay.selected == 1


def test_the_cursor_follows_what_is_selected_elsewhere(pane, bench):
    bench.selection.select(request=6)
    assert pane.plot.overlay.cursor_x == 7
    assert pane.plot.overlay.readout[0] == "request 7"
    bench.selection.select(request=None, item=None, compaction=1)
    assert pane.plot.overlay.cursor_x == bench.document.compactions[0].request_after + 1


def test_the_readout_at_the_cursor_follows_what_is_counted(make, bench):
    pane = make(TimelinePane, 900, 300)
    made = MadeSession()
    made.add(ItemKind.USER, "hello " * 200)
    made.call(None)
    document = open_in(bench, made.document(), Stage.MEASURE)
    bench.selection.select(request=0)
    assert "prompt tokens: not in this log" in pane.plot.overlay.readout
    document.tally = made.advanced().tally
    bench.advanced.emit(Stage.COUNT)
    assert "prompt tokens, estimated" in pane.plot.overlay.readout[1]
    assert pane.plot.overlay.readout[1] in pane.plot.accessibleDescription()


def test_a_range_is_told_once_it_comes_to_rest_and_cleared_again(pane, bench, qtbot):
    pane.plot.set_range(2.5, 7.5)
    qtbot.waitUntil(lambda: bench.selection.focus.first is not None)
    assert (bench.selection.focus.first, bench.selection.focus.last) == pytest.approx((2.5, 7.5))
    assert pane.clear_range() is True
    qtbot.waitUntil(lambda: bench.selection.focus.first is None)
    assert pane.clear_range() is False


def test_a_range_set_elsewhere_moves_the_plot(pane, bench):
    bench.selection.select(first=3.5, last=8.5)
    assert pane.plot.view_range() == pytest.approx((3.5, 8.5))
    bench.selection.select(first=None, last=None)
    assert pane.plot.view_range() == pytest.approx(pane.plot.bounds())


def test_the_segment_is_the_stretch_between_two_compactions(pane, bench):
    bench.selection.select(request=2)
    pane.segment_range()
    assert pane.plot.view_range() == pytest.approx((0.5, 5.5))
    bench.selection.select(request=8)
    pane.segment_range()
    assert pane.plot.view_range() == pytest.approx((5.5, pane.plot.bounds()[1]))


def test_zoom_pan_and_fit(make, bench):
    pane = make(TimelinePane, 900, 300)
    open_in(bench, long_session(1_000).document(), Stage.MEASURE)
    whole = np.ptp(pane.plot.view_range())
    pane.plot.zoom(0.7)
    assert np.ptp(pane.plot.view_range()) == pytest.approx(whole * 0.7)
    pane.plot.pan(-0.25)
    pane.plot.pan(0.25)
    bench.selection.select(request=250)
    pane.fit_selection()
    low, high = pane.plot.view_range()
    assert high - low == pytest.approx(31)
    assert low < 251 < high


def test_what_is_selected_out_of_sight_is_brought_into_sight(make, bench):
    pane = make(TimelinePane, 900, 300)
    open_in(bench, long_session(1_000).document(), Stage.MEASURE)
    pane.plot.set_range(10, 40)
    bench.selection.select(request=300)
    low, high = pane.plot.view_range()
    assert low < 301 < high
    assert high - low == pytest.approx(30)


def test_axis_and_stack_are_remembered_and_the_range_survives_the_change(pane):
    pane.plot.set_range(2.5, 7.5)
    pane.restore_state({"stack": "cache", "axis": "time"})
    assert pane.save_state() == {"stack": "cache", "axis": "time"}
    assert pane._series.bands[0].key == "cache_read"
    assert pane._series.edges[0] > 1e9
    assert pane._numbers() == pytest.approx((2.5, 7.5), abs=0.01)
    pane.restore_state({"stack": "nonsense"})
    assert pane.save_state()["stack"] == "cache"


def test_without_times_the_time_axis_cannot_be_chosen(make, bench):
    pane = make(TimelinePane)
    pane.restore_state({"axis": "time"})
    made = MadeSession()
    for _ in range(3):
        made.call(100).started = None
    open_in(bench, made.document())
    assert pane.bar.axis() is Axis.REQUEST


def test_a_log_without_requests_says_so(make, bench):
    pane = make(TimelinePane)
    made = MadeSession()
    made.add(ItemKind.USER, "hello")
    open_in(bench, made.document())
    assert pane.placeholder.accessibleName().startswith("No requests")
    pane.plot.zoom(0.7)
    pane.segment_range()


def test_a_limit_names_its_basis():
    made = MadeSession()
    made.call(50_000, limit=200_000)
    line = limit_lines(made.advanced(Stage.MEASURE))[0]
    assert line.height == 200_000
    assert line.title == "limit 200k, recorded"
