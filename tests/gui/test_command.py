from PySide6.QtGui import QKeySequence

from inspector.gui.command import Command, places

OPEN = Command("file.open", "&Open…", list, keys=(QKeySequence.StandardKey.Open,))
RELOAD = Command("file.reload", "&Reload", list, keys=("Ctrl+R", "F5"))
NEXT = Command("go.next", "&Next item", list, keys=("Ctrl+Down",), letters=("j",))


def test_of_a_standard_key_only_the_known_binding_is_named(qapp):
    assert OPEN.keys_text == "Ctrl+O"
    assert RELOAD.keys_text == "Ctrl+R, F5"
    assert NEXT.keys_text == "Ctrl+Down, J"
    assert OPEN.plain_title == "Open…"


def test_letters_are_no_keys_of_the_window(qapp):
    assert [one.toString() for one in NEXT.sequences()] == ["Ctrl+Down"]


def test_a_place_names_menu_and_title():
    assert [place for place, _ in places({"&File": (OPEN, RELOAD), "&Go": (NEXT,)})] == [
        "File ▸ Open…", "File ▸ Reload", "Go ▸ Next item",
    ]  # fmt: skip
