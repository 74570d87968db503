from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from inspector.gui.models.plot_labels import Box
from inspector.gui.models.plot_marks import find_marks
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.gui.widgets.plot_frame import Frame, LimitLine
from inspector.gui.widgets.plot_overlay import Overlay
from inspector.model import ItemKind
from inspector.workbench.cursor import requests_of_items
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, small_session

AREA = QRectF(40, 0, 400, 200)


def overlay_of(theme, made, lines=()):
    document = made.advanced(Stage.MEASURE)
    series = build_series(document, Axis.REQUEST, Stack.KIND, str)
    overlay = Overlay(theme)
    overlay.show(series, find_marks(document, series, requests_of_items(document.session)), lines)
    return overlay, Frame(AREA, float(series.edges[0]), float(series.edges[-1]), 100_000.0)


def painted(overlay, frame):
    image = QImage(round(frame.area.right()), 200, QImage.Format.Format_RGB32)
    image.fill("#ffffff")
    painter = QPainter(image)
    overlay.paint_marks(painter, frame)
    overlay.paint_words(painter, frame)
    painter.end()
    return image


def assert_apart(overlay, frame):
    """No two words meet, and all stand inside of the plot."""
    taken = overlay.words.taken
    area = Box(*frame.area.getRect())
    assert taken and all(box.is_within(area) for box in taken)
    assert not any(a.meets(b) for place, a in enumerate(taken) for b in taken[:place])


def count(image, color, area=None):
    area = (area or AREA).toRect()
    return sum(
        image.pixelColor(x, y).name() == color.name()
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    )


def test_a_compaction_is_picked_near_its_line_only(theme):
    overlay, frame = overlay_of(theme, small_session())
    x = frame.x(5.5)
    assert overlay.compaction_at(QPointF(x + 3, 50), frame) == 1
    assert overlay.compaction_at(QPointF(x + 30, 50), frame) is None


def test_a_request_without_usage_is_a_hatched_foot_and_not_an_empty_place(theme):
    made = MadeSession()
    for prompt in (50_000, None, 50_000):
        made.call(prompt)
    overlay, frame = overlay_of(theme, made)
    image = painted(overlay, frame)
    foot = QRectF(frame.x(1.6), AREA.bottom() - 8, 100, 8)
    assert count(image, theme.role("faint"), foot) > 50
    assert count(image, theme.role("faint"), foot.translated(-130, 0)) == 0


def test_the_reported_size_is_a_hollow_sign_at_its_height(theme):
    overlay, frame = overlay_of(theme, small_session())
    image = painted(overlay, frame)
    assert image.pixelColor(round(frame.x(5.5)) + 1, round(frame.y(9_000))).name() == theme.role("base").name()
    assert overlay._marks.compactions[0].reported == 9_000


def test_an_error_has_its_sign_above_its_request(theme):
    overlay, frame = overlay_of(theme, small_session())
    image = painted(overlay, frame)
    x = frame.x(5)
    around = QRectF(x - 8, frame.y(60_000) - 12, 16, 12)
    assert count(image, theme.role("error"), around) > 10


def test_a_limit_out_of_sight_is_still_written(theme):
    line = LimitLine(1_000_000.0, "limit 1.0M, recorded", "limit")
    overlay, frame = overlay_of(theme, small_session(), [line])
    assert count(painted(overlay, frame), theme.role("limit"), QRectF(240, 0, 200, 40)) > 20


def test_a_hundred_errors_in_a_row_do_not_cost_a_hundred_signs(theme):
    made = MadeSession()
    for _ in range(500):
        made.add(ItemKind.TOOL_RESULT, "x", error=True)
        made.call(50_000)
    overlay, frame = overlay_of(theme, made)
    signs = []

    class Counting(QPainter):
        def drawPolygon(self, *args):
            signs.append(args)

    image = QImage(440, 200, QImage.Format.Format_RGB32)
    painter = Counting(image)
    overlay.paint_marks(painter, frame)
    painter.end()
    assert 30 < len(signs) <= 400 / 6 + 2


@pytest.mark.parametrize("at", [0.5, 11.5])
def test_the_readout_stays_inside_at_both_ends(theme, at):
    overlay, frame = overlay_of(theme, small_session())
    overlay.cursor_x = at
    overlay.readout = ("request 1", "60,000 prompt tokens")
    image = painted(overlay, frame)
    assert count(image, theme.role("raised")) > 300


@pytest.mark.parametrize("height", [66, 200])
def test_the_readout_covers_neither_its_bar_nor_any_name(theme, height):
    limits = (
        LimitLine(100_000, "limit 100k, inferred", "warning"),
        LimitLine(80_000, "compacts at 80k, inferred", "warning"),
    )
    overlay, _ = overlay_of(theme, small_session(), limits)
    frame = Frame(QRectF(40, 0, 700, height), 0.0, 12.0, 110_000.0)
    overlay.readout = ("request 5", "60,000 prompt tokens", "≈58,000 not in this log")
    for point in range(11):
        overlay.hovered = point
        painted(overlay, frame)
        box = overlay.words.readout
        left, right = overlay._explained(frame)
        assert box.right <= left or box.left >= right
        assert not any(box.meets(name) for name, _ in overlay.words._names)
        assert frame.area.left() <= box.left and box.right <= frame.area.right()


def test_a_limit_stands_off_the_bars_where_there_is_room(theme):
    made = MadeSession()
    for place in range(20):
        made.call(20_000 if place < 10 else 90_000)
    line = LimitLine(80_000.0, "limit 80k, recorded", "limit")
    overlay, frame = overlay_of(theme, made, [line])
    painted(overlay, frame)
    (box,) = overlay.words.taken
    assert box.right <= frame.x(10.5) and abs(box.bottom - frame.y(80_000)) < 3
    overlay, frame = overlay_of(theme, made, [LimitLine(height, "limit", "limit") for height in (9e5, 8e5)])
    painted(overlay, frame)
    assert [box.right <= frame.x(10.5) or box.bottom <= frame.y(90_000) for box in overlay.words.taken] == [True, True]


@pytest.mark.parametrize("heights", [(99_000, 96_000), (96_000, 99_000), (100_000, 250_000)])
def test_two_limits_at_the_top_have_a_place_each(theme, heights):
    titles = ("limit 1.0M, inferred", "compacts at 967k, inferred")
    limits = [LimitLine(height, title, "warning") for height, title in zip(heights, titles, strict=True)]
    overlay, frame = overlay_of(theme, small_session(), limits)
    painted(overlay, frame)
    assert len(overlay.words.taken) == 3
    assert_apart(overlay, frame)


def test_a_readout_that_is_higher_than_the_plot_leaves_out_its_last_lines(theme):
    overlay, _ = overlay_of(theme, small_session())
    low = Frame(QRectF(40, 0, 400, 66), 0.0, 12.0, 100_000.0)
    overlay.cursor_x, overlay.readout = 2.0, tuple(f"line {number}" for number in range(9))
    ground = theme.role("raised")
    assert count(painted(overlay, low), ground, low.area) > 300
    assert count(painted(overlay, low), ground, QRectF(40, 63, 400, 40)) == 0


@pytest.mark.parametrize("compactions", [1, 8, 24, 60, 120])
@pytest.mark.parametrize("width", [300, 800, 2400])
def test_no_words_cover_others_or_are_cut_however_dense(theme, compactions, width):
    made = MadeSession()
    for number in range(compactions):
        made.add(ItemKind.USER, "x")
        made.call(60_000 + 3_000 * (number % 5))
        made.compact()
        made.call(20_000)
    limits = [LimitLine(75_000.0, "limit 75k, recorded", "limit"), LimitLine(70_000.0, "compacts at 70k", "limit")]
    overlay, frame = overlay_of(theme, made, limits)
    frame = Frame(QRectF(40, 0, width, 200), frame.low, frame.high, 100_000.0)
    painted(overlay, frame)
    assert_apart(overlay, frame)
    named = [mark.number for _, name in overlay.words._names for mark in name.marks]
    assert named == list(range(1, compactions + 1))


def test_a_click_on_a_shared_name_goes_through_its_compactions(theme):
    made = MadeSession()
    for _ in range(60):
        made.call(60_000)
        made.compact()
        made.call(20_000)
    overlay, frame = overlay_of(theme, made)
    # So narrow that all sixty share one name.
    frame = Frame(QRectF(40, 0, 60, 200), frame.low, frame.high, 100_000.0)
    painted(overlay, frame)
    (pair,) = overlay.words._names
    here = QPointF(pair[0].left + 3, pair[0].top + 3)
    assert overlay.words.tip_at(here).startswith("60 compactions: ┊C1 to ┊C60")
    overlay._marks = replace(overlay._marks, compactions=())
    for number in (1, 2, 3):
        assert overlay.compaction_at(here, frame) == number
        overlay.selected = number


def test_an_edit_that_freed_much_has_a_line_and_is_no_compaction_to_pick(theme):
    made = MadeSession()
    item = made.add(ItemKind.TOOL_RESULT, "long output", tool="Read", call_id="b")
    made.call(90_000)
    made.clear(item)
    made.call(40_000)
    overlay, frame = overlay_of(theme, made)
    overlay.selected = 1
    x = frame.x(1.5)
    assert count(painted(overlay, frame), theme.role("mark"), QRectF(x - 1, AREA.top(), 3, 150)) > 20
    assert overlay.compaction_at(QPointF(x, 50), frame) is None
