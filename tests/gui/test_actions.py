import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit


def test_every_command_stands_in_its_menu(window):
    bar = window.menuBar()
    assert [action.text() for action in bar.actions()] == list(window.verbs.menus)
    for top in bar.actions():
        names = [action.objectName() for action in top.menu().actions() if action.objectName()]
        assert names == [one.id for one in window.verbs.menus[top.text()]]


def test_a_single_letter_is_shown_in_the_menu_and_no_shortcut_of_the_window(window):
    action = window.verbs["view.fit"]
    assert action.text().endswith("\tF")
    assert action.shortcuts() == []
    assert window.verbs["go.next"].shortcut().toString() == "Ctrl+Down"


def test_actions_follow_what_is_open(window, log, settled):
    assert not window.verbs["file.close"].isEnabled()
    window.opener.open(log)
    settled(window)
    assert window.verbs["file.close"].isEnabled()
    assert not window.verbs["session.stop"].isEnabled()
    window.opener.close()
    settled(window)
    assert not window.verbs["file.close"].isEnabled()


def test_what_is_switched_on_is_checked(opened):
    action = opened.verbs["view.drawer"]
    assert action.isChecked()
    action.trigger()
    assert not action.isChecked() and not opened.perspectives.trace.drawer_shown()


def test_a_command_that_cannot_be_done_now_does_nothing(window):
    window.verbs.run(next(one for one in window.verbs.commands() if one.id == "go.next_compaction"))
    assert not window.perspectives.has_trace


@pytest.fixture
def focused(opened, qtbot):
    opened.activateWindow()
    opened.perspectives.trace.transcript.focus_list()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    return opened


def test_letters_work_in_the_list(focused):
    focused.bench.selection.select(item=1)
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_J)
    assert focused.bench.selection.focus.item == 2
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_BracketRight)
    assert focused.bench.selection.focus.compaction == 1


def test_letters_stay_letters_in_the_filter(focused):
    focused.toolbar.filter_bar.focus_field()
    field = QApplication.focusWidget()
    assert isinstance(field, QLineEdit)
    before = focused.bench.selection.focus
    QTest.keyClicks(field, "jq[g?")
    assert field.text() == "jq[g?"
    assert focused.bench.selection.focus == before
    assert focused.perspectives.trace.drawer_shown()
