import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.models.rows import TranscriptRows
from inspector.gui.theme import Scheme
from inspector.gui.widgets.row_painter import Columns, RowPainter
from tests.made_session import small_session


@pytest.fixture
def painter(theme):
    rows = TranscriptRows()
    rows.show(small_session().advanced())
    made = RowPainter(rows, theme)
    made.rows = rows
    return made


def picture(painter, row):
    image = QImage(700, 20, QImage.Format.Format_RGB32)
    image.fill("#ffffff")
    brush = QPainter(image)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 700, 20)
    painter.paint(brush, option, painter.rows.index(row))
    brush.end()
    return image


def colors(image):
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_an_item_outside_the_context_looks_different_from_one_in_it(painter):
    painter.context, painter.horizon = frozenset({2}), 9
    inside = picture(painter, painter.rows.row_of(2))
    painter.context = frozenset({3})
    assert picture(painter, painter.rows.row_of(2)) != inside


def test_what_is_still_to_come_is_not_dimmed(painter):
    plain = picture(painter, painter.rows.row_of(8))
    painter.context, painter.horizon = frozenset({2}), 5
    assert picture(painter, painter.rows.row_of(8)) == plain


def test_errors_marks_and_kinds_show_their_colours(painter, theme):
    failed = next(item for item in painter.rows.document.session.items if item.error)
    painter.marks = frozenset({failed.number})
    found = colors(picture(painter, painter.rows.row_of(failed.number)))
    assert {theme.role("mark").name(), theme.kind("tool_result").name()} <= found


def test_a_compaction_is_painted_unlike_an_item(painter, theme):
    assert theme.role("raised").name() in colors(picture(painter, painter.rows.row_of_compaction(1)))


def test_the_other_theme_paints_in_its_own_colours(painter, theme):
    row = painter.rows.row_of(2)
    picture(painter, row)
    theme.choose(Scheme.DARK)
    assert theme.kind("user").name() in colors(picture(painter, row))


def test_columns_do_not_overlap(qapp):
    at = Columns(qapp.font(), 1_234_567, 500, True)
    assert at.number + at.number_width <= at.chip < at.kind
    assert at.kind + at.kind_width <= at.what
    assert at.what + at.what_width <= at.tokens
    assert at.tokens + at.tokens_width <= at.time


def test_in_a_narrow_list_the_icon_alone_says_the_kind(qapp):
    wide, narrow = Columns(qapp.font(), 900, 700, True), Columns(qapp.font(), 900, 380, True)
    assert wide.names_kind and not narrow.names_kind
    assert narrow.chip + narrow.icon < narrow.what and narrow.what < wide.what
