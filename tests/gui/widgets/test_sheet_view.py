import pytest
from PySide6.QtCore import QPoint, Qt

from inspector.gui.models.sheet import SheetMark, TextSheet
from inspector.gui.models.signs import signed_alike
from inspector.gui.theme import Scheme
from inspector.gui.widgets.sheet_view import SheetView
from tests.made_facts import HOSTILE


@pytest.fixture
def view(theme, qtbot):
    made = SheetView(theme)
    qtbot.addWidget(made)
    made.resize(400, 300)
    made.show()
    sheet = TextSheet()
    sheet.add_title("first")
    sheet.add_text(1, "\n".join(f"line {n}" for n in range(500)))
    sheet.add_title("a remark", is_note=True)
    made.show_sheet(sheet)
    return made


def place(view, line):
    text = view.sheet.text
    at = text.index(f"line {line}\n")
    return at, at + len(f"line {line}")


def test_only_marks_in_sight_are_handed_to_qt(view):
    view.show_marks([SheetMark(*place(view, n), "lost", f"k{n}") for n in range(490)])
    assert 0 < len(view.extraSelections()) < 120
    view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
    drawn = view.extraSelections()
    assert any(one.cursor.selectedText() == "line 489" for one in drawn) and len(drawn) < 120


def test_the_stressed_passage_stands_out(view):
    view.show_marks([SheetMark(*place(view, 2), "lost", "a"), SheetMark(*place(view, 3), "kept", "b")], "a")
    grounds = {one.cursor.selectedText(): one.format.background().color().alpha() for one in view.extraSelections()}
    assert grounds["line 2"] > grounds["line 3"] > 0
    view.stress("b")
    grounds = {one.cursor.selectedText(): one.format.background().color().alpha() for one in view.extraSelections()}
    assert grounds["line 3"] > grounds["line 2"]


def test_a_place_is_brought_level_with_a_height(view):
    low, _ = place(view, 250)
    view.bring(low, 100)
    assert abs(view.height_of(low) - 100) <= view.fontMetrics().lineSpacing()


def test_places_out_of_sight_are_above_or_below(view):
    view.verticalScrollBar().setValue(200)
    assert view.height_of(place(view, 3)[0]) < 0
    assert view.height_of(place(view, 499)[0]) > view.viewport().height()


def test_a_click_on_a_marked_passage_picks_the_narrowest(view, qtbot):
    low, high = place(view, 2)
    view.show_marks([SheetMark(low - 7, high + 7, "lost", "wide"), SheetMark(low, high, "kept", "narrow")])
    at = QPoint(20, round(view.height_of(low)))
    with qtbot.waitSignal(view.picked) as caught:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert caught.args == ["narrow"]
    assert view.key_at(place(view, 40)[0]) == ""


def test_hostile_words_are_shown_and_nothing_else(theme, qtbot):
    view = SheetView(theme)
    qtbot.addWidget(view)
    sheet = TextSheet()
    sheet.add_text(1, HOSTILE)
    view.show_sheet(sheet)
    assert signed_alike(HOSTILE) in view.toPlainText() and not view.anchorAt(QPoint(20, 15))
    flags = view.textInteractionFlags()
    assert not flags & (Qt.TextInteractionFlag.LinksAccessibleByMouse | Qt.TextInteractionFlag.TextEditable)


def test_it_takes_the_colours_of_the_theme(view, theme):
    view.show_marks([SheetMark(*place(view, 1), "lost", "a")])
    light = view.grab().toImage().pixelColor(300, 150).lightness()
    theme.choose(Scheme.DARK)
    assert light > 128 > view.grab().toImage().pixelColor(300, 150).lightness()


def test_an_empty_sheet_has_nothing_to_mark(theme, qtbot):
    view = SheetView(theme)
    qtbot.addWidget(view)
    view.show_sheet(TextSheet())
    view.show_marks([SheetMark(5, 9, "lost", "a")])
    view.bring(100)
    assert view.key_at(0) == ""
