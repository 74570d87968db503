"""Closing while a model is asked: nothing is lost unsaid."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from tests.gui.test_judging import asked
from tests.llm.provider import provider
from tests.made_runs import FADING
from tests.made_session import sample


@pytest.fixture
def server():
    with provider() as running:
        yield running


@pytest.fixture
def hanging(window, settled, qtbot, server, monkeypatch, tmp_path):
    """A window whose judge does not answer."""
    monkeypatch.setenv("PATH", str(tmp_path))
    window.opener.open(sample(FADING))
    settled(window)
    window.bench.selection.select(compaction=2)
    asked(qtbot, window, model=f"hang@{server.address}").view.send.click()
    qtbot.waitUntil(server.hanging.is_set, timeout=60_000)
    return window


def press(qtbot, window, words):
    (box,) = [one for one in window.findChildren(QMessageBox) if one.isVisible()]
    (button,) = [one for one in box.buttons() if one.text().replace("&", "") == words]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()


def test_it_is_asked_and_keep_open_keeps_it_open(hanging, qtbot):
    assert not hanging.close() and hanging.isVisible()
    press(qtbot, hanging, "Keep open")
    assert hanging.isVisible() and hanging.is_asking
    assert not hanging.close()
    press(qtbot, hanging, "Close and lose it")
    assert not hanging.isVisible() and hanging.finished


def test_who_waits_has_no_window_and_the_end_comes_with_the_answer(hanging, qtbot, server):
    assert not hanging.close()
    press(qtbot, hanging, "Close and wait for it")
    assert not hanging.isVisible() and hanging.is_asking
    server.released.set()
    qtbot.waitUntil(lambda: not hanging._closing._look.isActive(), timeout=20_000)
    assert not hanging.is_asking and hanging.finished


def test_without_a_question_it_just_closes(window, qtbot):
    assert window.close() and not window.findChildren(QMessageBox)
