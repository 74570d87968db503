import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from inspector.gui.palette import Palette, command_entries, fit, place_entries


def shown() -> Palette:
    (palette,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, Palette) and one.isVisible()]
    return palette


@pytest.mark.parametrize(
    ("wanted", "better", "worse"),
    [
        ("zoom", "Zoom in", "View ▸ Zoom in"),
        ("find", "Find next", "refined"),
        ("next", "Find next", "new external text"),
    ],
)
def test_the_start_of_a_word_is_the_better_answer(wanted, better, worse):
    assert fit(wanted, better) < fit(wanted, worse)


def test_letters_have_to_occur_in_order():
    assert fit("zin", "Zoom in") is not None
    assert fit("niz", "Zoom in") is None
    assert fit("", "anything") is not None


def test_every_command_is_listed(window):
    titles = [entry.title for entry in command_entries(window.verbs, "")]
    assert len(titles) == len(window.verbs.commands())
    assert all(any(one.plain_title in title for title in titles) for one in window.verbs.commands())


def test_a_command_is_found_and_done_by_keyboard(opened):
    QTest.keyClick(opened, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    palette = shown()
    # What Qt does with a key while a popup is open: to the part of it that has the focus, else to nobody in it.
    QTest.keyClicks(palette.focusWidget(), "drawer")
    assert palette.titles()[0] == "View ▸ Drawer"
    QTest.keyClick(palette.focusWidget(), Qt.Key.Key_Return)
    assert not opened.perspectives.trace.drawer_shown()


def test_a_command_that_cannot_be_done_now_stays_listed_and_is_not_done(window):
    window.popups.commands()
    palette = shown()
    palette.field.setText("close session")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert palette.isVisible()
    QTest.keyClick(palette.field, Qt.Key.Key_Escape)


def test_arrows_move_in_the_list_while_the_field_keeps_the_keyboard(opened):
    opened.popups.go_to()
    palette = shown()
    assert [title.split()[0] for title in palette.titles()] == ["┊C1", "┊C2"]
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    QTest.keyClick(palette.field, Qt.Key.Key_Down)
    assert palette.list.currentIndex().row() == 1
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    assert opened.bench.selection.focus.compaction == 2


@pytest.fixture
def places(opened):
    document, selection = opened.bench.document, opened.bench.selection
    return lambda wanted, paths=None: place_entries(document, selection, paths or {}, wanted)


def test_a_number_names_an_item_a_compaction_and_a_request(places):
    assert [entry.title.split()[0] for entry in places("2")] == ["#2", "┊C2", "Request"]


def test_a_sign_says_which(opened, places):
    for wanted, part, value in (("#5", "item", 5), ("c1", "compaction", 1), ("┊C2", "compaction", 2)):
        (entry,) = places(wanted)
        entry.run()
        assert getattr(opened.bench.selection.focus, part) == value


def test_a_request_is_gone_to_by_its_number(opened, places):
    (entry,) = places("r3")
    entry.run()
    request = opened.bench.selection.focus.request
    assert opened.bench.document.session.requests[request].number == 3


def test_numbers_that_do_not_exist_are_not_offered(opened, places):
    beyond = len(opened.bench.document.session.items) + 1
    assert places(f"#{beyond}") == places("#0") == places("c9") == places("r99999") == []


def test_words_find_files_first_and_then_items(opened, places):
    item = opened.bench.document.session.items[0]
    word = item.preview.split()[0]
    found = places(word, {7: f"/repo/{word}.py", 3: f"/repo/{word}.py"})
    assert found[0].title == f"/repo/{word}.py"
    found[0].run()
    assert opened.bench.selection.focus.item == 3
    assert any(entry.title.startswith("#1 ") for entry in found)


def test_files_appear_in_an_open_palette_once_they_are_known(opened, settled):
    opened.popups.go_to()
    palette = shown()
    palette.field.setText(".py")
    settled(opened)
    assert any(title.endswith(".py") for title in palette.titles())
    palette.close()
