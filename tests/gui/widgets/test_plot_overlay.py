import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from inspector.gui.models.plot_marks import find_marks
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.gui.widgets.plot_overlay import Frame, LimitLine, Overlay
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
    image = QImage(440, 200, QImage.Format.Format_RGB32)
    image.fill("#ffffff")
    painter = QPainter(image)
    overlay.paint(painter, frame)
    painter.end()
    return image


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
    assert count(painted(overlay, frame), theme.role("limit"), QRectF(240, 0, 200, 20)) > 20


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
    overlay.paint(painter, frame)
    painter.end()
    assert 30 < len(signs) <= 400 / 6 + 2


@pytest.mark.parametrize("at", [0.5, 11.5])
def test_the_readout_stays_inside_at_both_ends(theme, at):
    overlay, frame = overlay_of(theme, small_session())
    overlay.cursor_x = at
    overlay.readout = ("request 1", "60,000 prompt tokens")
    image = painted(overlay, frame)
    assert count(image, theme.role("raised")) > 300


def test_the_readout_covers_no_name_of_a_compaction(theme):
    overlay, frame = overlay_of(theme, small_session())
    overlay.readout = ("request 5", "60,000 prompt tokens", "≈58,000 not in this log")
    for at in (4.0, 5.0, 6.0, 7.0):
        overlay.cursor_x = at
        painted(overlay, frame)
        area = overlay._place_readout(frame, frame.x(at), 150, 60)
        assert not any(area.intersects(label) for label in overlay._labels)
        assert frame.area.contains(area)


def test_in_a_low_plot_the_readout_stands_further_off_rather_than_over_a_label(theme):
    limits = (
        LimitLine(100_000, "limit 100k, inferred", "warning"),
        LimitLine(80_000, "compacts at 80k, inferred", "warning"),
    )
    overlay, _ = overlay_of(theme, small_session(), limits)
    frame = Frame(QRectF(40, 0, 400, 66), 0.0, 12.0, 100_000.0)
    for at in (8.0, 9.0, 10.0):
        overlay.cursor_x = at
        painted(overlay, frame)
        area = overlay._place_readout(frame, frame.x(at), 150, 60)
        assert not any(area.intersects(label) for label in overlay._labels)
        assert frame.area.left() <= area.left() and area.right() <= frame.area.right()


def test_the_readout_covers_no_words_of_a_chain(theme):
    overlay, frame = overlay_of(theme, small_session())
    written = [QRectF(x - 45, 150, 90, 16) for x in (150, 200, 245)]
    image = QImage(440, 200, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    overlay.paint(painter, frame, written)
    painter.end()
    area = overlay._place_readout(frame, 200, 120, 190)
    assert not any(area.intersects(words) for words in written)
    assert area.left() >= written[-1].right()


def test_two_limits_at_the_top_have_a_place_each(theme):
    limits = (
        LimitLine(99_000, "limit 1.0M, inferred", "warning"),
        LimitLine(96_000, "compacts at 967k, inferred", "warning"),
    )
    overlay, frame = overlay_of(theme, small_session(), limits)
    painted(overlay, frame)
    first, second = overlay._labels[:2]
    assert not first.intersects(second)


def test_a_readout_that_is_higher_than_the_plot_leaves_out_its_last_lines(theme):
    overlay, _ = overlay_of(theme, small_session())
    low = Frame(QRectF(40, 0, 400, 66), 0.0, 12.0, 100_000.0)
    overlay.cursor_x, overlay.readout = 2.0, tuple(f"line {number}" for number in range(9))
    ground = theme.role("raised")
    assert count(painted(overlay, low), ground, low.area) > 300
    assert count(painted(overlay, low), ground, QRectF(40, 63, 400, 40)) == 0


def test_no_name_covers_another_nor_a_limit_however_dense(theme):
    made = MadeSession()
    for number in range(12):
        made.add(ItemKind.USER, "x")
        made.call(60_000 + 3_000 * (number % 5))
        made.compact()
        made.call(20_000)
    overlay, frame = overlay_of(theme, made, [LimitLine(75_000.0, "limit 75k, recorded", "limit")])
    painted(overlay, frame)
    labels = overlay._labels
    assert len(labels) >= 6
    assert not any(a.intersects(b) for place, a in enumerate(labels) for b in labels[:place])


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
