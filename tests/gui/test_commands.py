from collections import Counter

from PySide6.QtGui import QKeySequence

from inspector.gui.commands import COMMANDS, MENUS


def test_every_command_has_a_name_a_title_and_a_menu():
    for command in COMMANDS:
        assert command.id and command.title.strip("&… ") and command.menu in MENUS, command.id
    assert [name for name, count in Counter(command.id for command in COMMANDS).items() if count > 1] == []
    assert {command.menu for command in COMMANDS} == set(MENUS)


def test_no_key_does_two_things(qapp):
    anywhere = Counter(key.toString() for command in COMMANDS for key in command.sequences())
    letters = Counter(QKeySequence(letter).toString() for command in COMMANDS for letter in command.letters)
    assert [key for key, count in anywhere.items() if count > 1] == []
    assert [key for key, count in letters.items() if count > 1] == []
    assert not set(anywhere) & set(letters)


def test_keys_that_work_anywhere_take_no_letter_from_a_text_field(qapp):
    for command in COMMANDS:
        for key in command.sequences():
            assert len(key.toString()) > 1, command.id


def test_letters_are_single_keys(qapp):
    for command in COMMANDS:
        for letter in command.letters:
            assert len(letter.removeprefix("Shift+")) == 1 and QKeySequence(letter).count() == 1, command.id


def test_no_access_key_stands_twice_in_a_menu():
    for menu in MENUS:
        marks = Counter(
            command.title[command.title.index("&") + 1].lower()
            for command in COMMANDS
            if command.menu == menu and "&" in command.title
        )
        assert [mark for mark, count in marks.items() if count > 1] == [], menu


def test_with_nothing_open_only_what_can_be_done_is_enabled(window):
    enabled = {command.id for command in COMMANDS if command.enabled(window)}
    assert {"file.open", "file.open_as", "file.quit", "help.commands", "help.keys", "view.dark"} <= enabled
    assert (
        not {"file.close", "file.reload", "edit.find", "go.next", "view.zoom_in", "go.back", "session.stop"} & enabled
    )


def test_with_a_session_open_all_but_stopping_and_asking_again_can_be_done(opened, settled):
    opened.bench.selection.select(item=2, compaction=1, fact="any")
    opened.bench.selection.select(item=3, first=1.0, last=2.0)
    opened.bench.selection.back()
    opened.bench.selection.select(first=1.0, last=2.0)
    opened.bench.set_filter("kind:user")
    opened.bench.judgements.write_note("a", "x")
    opened.bench.judgements.write_note("b", "x")
    opened.bench.judgements.undo()
    opened.perspectives.show("compare")
    settled(opened)
    opened.perspectives.comparing.runs.pick("A")
    disabled = {command.id for command in COMMANDS if not command.enabled(opened)}
    assert disabled <= {"session.stop", "rerun.again"}
