from inspector.gui.dialogs.tables import AboutDialog, filter_dialog, keys_dialog, session_rows, versions
from inspector.model import Has


def test_every_command_with_a_key_is_listed_and_can_be_searched_for(window, qtbot):
    dialog = keys_dialog(window.verbs.menus, window)
    qtbot.addWidget(dialog)
    assert len(dialog.rows) == sum(bool(command.keys_text) for command in window.verbs.commands())
    dialog._narrow("reload")
    visible = [row for row in range(len(dialog.rows)) if not dialog.table.isRowHidden(row)]
    assert [dialog.rows[row] for row in visible] == [("Ctrl+R, F5", "File ▸ Reload")]


def test_the_filter_language_is_shown_by_example(window, qtbot):
    dialog = filter_dialog(window)
    qtbot.addWidget(dialog)
    assert any(left.startswith("kind:") for left, _ in dialog.rows)


def test_a_session_says_what_it_is_and_what_its_log_cannot_say(opened):
    rows = dict(session_rows(opened.bench.document))
    session = opened.bench.document.session
    assert rows["Items"] == f"{len(session.items):,}"
    assert rows["Compactions"] == "2"
    assert rows["Log"] == session.path
    assert (rows["Holds the system prompt"] == "yes") is (session.capabilities.system_prompt is Has.YES)


def test_what_the_log_does_not_tell_is_said_in_words(opened):
    from dataclasses import replace

    document = opened.bench.document
    document.opened = replace(document.opened, session=replace(document.session, cwd="", started=None))
    rows = dict(session_rows(document))
    assert rows["Folder worked in"] == rows["Started"] == "not in this log"


def test_about_names_the_versions(window, qtbot):
    from PySide6.QtWidgets import QLabel

    dialog = AboutDialog(window)
    qtbot.addWidget(dialog)
    assert any(versions() in label.text() for label in dialog.findChildren(QLabel))
