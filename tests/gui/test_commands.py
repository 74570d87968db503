from collections import Counter

from PySide6.QtGui import QKeySequence


def test_every_command_has_a_name_and_a_title_and_every_menu_commands(window):
    for command in window.verbs.commands():
        assert command.id and command.title.strip("&… "), command.id
    assert [name for name, n in Counter(command.id for command in window.verbs.commands()).items() if n > 1] == []
    assert all(window.verbs.menus.values())


def test_no_key_does_two_things(window):
    anywhere = Counter(key.toString() for command in window.verbs.commands() for key in command.sequences())
    letters = Counter(
        QKeySequence(letter).toString() for command in window.verbs.commands() for letter in command.letters
    )
    assert [key for key, count in anywhere.items() if count > 1] == []
    assert [key for key, count in letters.items() if count > 1] == []
    assert not set(anywhere) & set(letters)


def test_keys_that_work_anywhere_take_no_letter_from_a_text_field(window):
    for command in window.verbs.commands():
        for key in command.sequences():
            assert len(key.toString()) > 1, command.id


def test_letters_are_single_keys(window):
    for command in window.verbs.commands():
        for letter in command.letters:
            assert len(letter.removeprefix("Shift+")) == 1 and QKeySequence(letter).count() == 1, command.id


def test_no_access_key_stands_twice_in_a_menu(window):
    for menu, commands in window.verbs.menus.items():
        marks = Counter(
            command.title[command.title.index("&") + 1].lower() for command in commands if "&" in command.title
        )
        assert [mark for mark, count in marks.items() if count > 1] == [], menu
