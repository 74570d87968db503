"""Closing while a model is asked: nothing is lost unsaid."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox


@pytest.fixture
def asked(window):
    """What is set aside for a question that is under way, as long as it is."""
    return window.asking.models.spending.promise(0.01, 100)


def press(qtbot, window, words):
    (box,) = [one for one in window.findChildren(QMessageBox) if one.isVisible()]
    (button,) = [one for one in box.buttons() if one.text().replace("&", "") == words]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def test_it_is_asked_and_keep_open_keeps_it_open(window, asked, qtbot):
    assert not window.close() and window.isVisible()
    press(qtbot, window, "Keep open")
    assert window.isVisible() and window.is_asking
    assert not window.close()
    press(qtbot, window, "Close and lose it")
    assert not window.isVisible() and window.finished


def test_who_waits_has_no_window_and_the_end_comes_with_the_answer(window, asked, qtbot):
    assert not window.close()
    press(qtbot, window, "Close and wait for it")
    assert not window.isVisible()
    qtbot.wait(500)
    assert window._closing._look.isActive(), "it goes on"
    window.asking.models.spending.settle(asked, 0.01)
    qtbot.waitUntil(lambda: not window._closing._look.isActive(), timeout=20_000)
    assert window.finished


def test_without_a_question_it_just_closes(window):
    assert window.close() and not window.findChildren(QMessageBox)
