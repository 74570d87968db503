from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from inspector.gui.models.lines import LONGEST
from inspector.gui.models.sheet import TextSheet, windows
from inspector.gui.models.signs import signed_alike

ODD = "plain 😀 \r\n tab\t zero\x00 sep\u2028\u2029 half\ud800 own\ufdd0 😀😀 end"


def made(*texts):
    sheet = TextSheet()
    for number, text in enumerate(texts, start=1):
        sheet.add_title(f"item {number}")
        sheet.add_text(number, text)
    return sheet


def shown(qtbot, sheet, low, high):
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.setPlainText(sheet.text)
    cursor = QTextCursor(view.document())
    cursor.setPosition(low)
    cursor.setPosition(high, QTextCursor.MoveMode.KeepAnchor)
    return cursor.selectedText()


def test_a_passage_is_found_where_the_text_view_has_it_whatever_stands_before_it(qtbot):
    sheet = made(ODD, f"{ODD} the passage {ODD}")
    start = f"{ODD} ".__len__()
    assert shown(qtbot, sheet, *sheet.place(2, start, start + 11)) == "the passage"


def test_the_view_holds_exactly_the_characters_of_the_sheet(qtbot):
    sheet = made(ODD)
    view = QPlainTextEdit()
    qtbot.addWidget(view)
    view.setPlainText(sheet.text)
    assert view.toPlainText() == sheet.text
    assert view.document().characterCount() - 1 == sheet.unit(len(sheet.text))


def test_long_lines_are_broken_and_passages_across_the_break_are_found(qtbot):
    text = "x" * (LONGEST - 3) + "needle" + "y" * LONGEST
    sheet = made(text)
    low, high = sheet.place(1, LONGEST - 3, LONGEST + 3)
    assert shown(qtbot, sheet, low, high).replace("\u2029", "") == "needle"
    assert max(map(len, sheet.text.split("\n"))) <= LONGEST


def test_what_is_not_shown_has_no_place():
    sheet = TextSheet()
    sheet.add_text(7, "0123456789", 0, 4)
    assert sheet.place(7, 6, 8) is None and sheet.place(8, 0, 1) is None and sheet.place(7, 2, 2) is None
    assert sheet.place(7, 2, 8) == (2, 4)


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4), st.data())
def test_a_place_of_an_item_is_its_sign_in_the_view(texts, data):
    sheet = made(*texts)
    item = data.draw(st.integers(1, len(texts)))
    text = texts[item - 1]
    if text.strip("\n"):
        start = data.draw(st.sampled_from([at for at, sign in enumerate(text) if sign != "\n"]))
        low, high = sheet.place(item, start, start + 1)
        in_view = sheet.text.encode("utf-16-le", "surrogatepass")[2 * low : 2 * high].decode(
            "utf-16-le", "surrogatepass"
        )
        line, rest = text[: start + 1].rpartition("\n")[2], text[start + 1 :].partition("\n")[0]
        assert in_view == signed_alike(line + rest)[len(line) - 1]


def test_a_long_text_is_shown_by_its_start_and_around_what_is_wanted():
    assert windows(100, [(50, 60)], 10, 200) == ((0, 100),)
    assert list(windows(10_000, [(5_000, 5_010), (5_020, 5_030)], 10, 400)) == [(0, 100), (4_990, 5_040)]
    assert list(windows(10_000, [(90, 120)], 10, 400)) == [(0, 130)]
