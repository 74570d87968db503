import pytest
from PySide6.QtCore import QItemSelectionModel

from inspector.gui.widgets.big_text import BigText
from tests.inline_executor import InlineExecutor


@pytest.fixture
def view(qtbot, theme):
    made = BigText(theme, InlineExecutor(), "wrap")
    qtbot.addWidget(made)
    made.resize(500, 300)
    made.show()
    return made


def test_twenty_megabytes_on_one_line_are_cut_to_the_width_of_the_view(view):
    view.show_text("x" * 20_000_000)
    line = view.model().index(0, 0).data()
    assert view.fontMetrics().horizontalAdvance(line) <= view.viewport().width()
    assert view.model().rowCount() * len(line) >= 20_000_000


def test_the_wanted_part_is_selected_and_in_view(view):
    text = "\n".join(f"line {number}" for number in range(5_000))
    start = text.index("line 4321")
    view.show_text(text, (start, start + 9))
    assert view.selected_text() == "line 4321"
    index = view.selectedIndexes()[0]
    assert view.viewport().rect().intersects(view.visualRect(index))


def test_a_narrower_view_wraps_anew(view, qtbot):
    view.show_text("y" * 3_000)
    before = view.model().rowCount()
    view.resize(380, 300)
    qtbot.waitUntil(lambda: view.model().rowCount() > before)


def test_selected_lines_are_copied_without_the_wrapping_between_them_being_lost(view):
    view.show_text("one\ntwo\nthree")
    model = view.model()
    for row in (0, 1):
        view.selectionModel().select(model.index(row, 0), QItemSelectionModel.SelectionFlag.Select)
    assert view.selected_text() == "one\ntwo"


def test_a_cleared_view_is_empty(view):
    view.show_text("one")
    view.clear_text()
    assert view.model() is None


def test_what_is_copied_is_the_log_s_text_and_not_what_wrapping_makes_of_it(view):
    text = "x" * 3_000 + "\r\n\ttab\x00\u202e\rend"
    view.show_text(text)
    view.selectAll()
    assert view.model().rowCount() > 3
    assert view.selected_text() == text


def test_what_was_looked_for_is_marked_over_the_end_of_a_line_and_in_view(view):
    view.show_text("line\n" * 3_000 + "x" * 3_000 + "needle" + "\nline" * 3_000)
    assert view.mark("xNEEDLE") == 1
    model, marks = view.model(), view.itemDelegate().marks
    found = {row: model.marked(row, marks) for row in range(model.rowCount()) if model.marked(row, marks)}
    assert "".join(words for row in sorted(found) for _, words in found[row]) == "xneedle"
    assert view.viewport().rect().intersects(view.visualRect(model.index(min(found), 0)))
    assert view.selected_text() == ""


@pytest.mark.parametrize("is_marked", [True, False])
def test_marked_characters_have_a_ground_of_their_own(view, theme, is_marked):
    view.show_text("one needle two")
    view.mark("needle" if is_marked else "")
    image = view.viewport().grab().toImage()
    seen = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(40)}
    assert (theme.role("highlight").name() in seen) is is_marked


def test_in_the_line_of_a_log_only_what_became_the_item_is_looked_through(view):
    text = "needle\n" * 3_000 + "here: needle" + "\nneedle" * 3_000
    start = text.index("here")
    view.show_text(text, (start, start + 12))
    assert view.mark("needle") == 1
    assert view.itemDelegate().marks == [(start + 6, start + 12)]
    assert view.mark("nowhere") == 0
