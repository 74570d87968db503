from types import SimpleNamespace

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from inspector.gui.models.arcs import Arc, ArcStop
from inspector.gui.widgets.arc_painter import paint_arcs
from inspector.gui.widgets.plot_overlay import Frame

ARC = Arc(
    SimpleNamespace(),
    (ArcStop("said", 1, "said at #2"), ArcStop("lost", 5, "lost at ┊C1"), ArcStop("broken", 8, "bro")),
)


@pytest.fixture
def paint(theme):
    def painted(arcs, named=(), low=0.0, high=10.0, height=200):
        image = QImage(400, height, QImage.Format.Format_RGB32)
        image.fill(theme.role("raised"))
        painter = QPainter(image)
        paint_arcs(painter, Frame(QRectF(0, 0, 400, height), low, high, 1.0), theme, arcs, named)
        painter.end()
        return image

    return painted


def ink(image, left=0, right=None):
    ground = image.pixel(0, 0)
    columns = range(left, right or image.width())
    return sum(image.pixel(x, y) != ground for x in columns for y in range(image.height()))


def test_without_chains_nothing_is_drawn(paint):
    assert ink(paint(())) == 0


def test_an_arc_goes_from_its_first_stop_to_its_last(paint):
    image = paint((ARC,))
    assert ink(image, 100, 120) and ink(image, 240, 260)
    assert ink(image, 350) == 0


def test_words_stand_only_at_the_arcs_that_are_named(paint):
    assert ink(paint((ARC,), (ARC,))) > ink(paint((ARC,)))


def test_a_low_plot_has_no_room_for_words_and_keeps_the_signs(paint):
    assert ink(paint((ARC,), (ARC,), height=40)) == ink(paint((ARC,), (), height=40)) > 0


def test_what_lies_outside_the_range_is_not_drawn(paint):
    assert ink(paint((ARC,), (ARC,), low=20.0, high=30.0)) == 0
