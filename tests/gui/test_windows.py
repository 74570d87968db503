import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect

from inspector.gui.windows import PLACE, halves, place_from


@pytest.fixture
def started(monkeypatch):
    """The arguments and the place of each program that was to be started, and whether it is."""
    calls = []

    def start(command, *, env, start_new_session):
        assert command[0] == sys.executable and start_new_session
        calls.append((command[1:], env[PLACE]))

    monkeypatch.setattr(subprocess, "Popen", start)
    return calls


def test_a_new_window_is_a_program_of_its_own(window, started):
    window.verbs["window.new"].trigger()
    assert started == [(["-m", "inspector", "open"], "")]


def test_another_session_opens_beside_this_one(window, started):
    window.windows.open_beside(Path("/logs/a.jsonl"), "codex")
    room = window.screen().availableGeometry()
    ((arguments, place),) = started
    assert arguments == ["-m", "inspector", "open", "/logs/a.jsonl", "--format", "codex"]
    assert place_from(place).x() == room.x() + room.width() // 2
    assert window.x() == room.x() and window.frameGeometry().width() <= room.width() // 2


def test_a_session_of_the_list_opens_beside_as_well(window, started):
    window.start.browser.beside_asked.emit(Path("/logs/a.jsonl"), "codex")
    assert len(started) == 1


def test_a_program_that_does_not_start_is_told(window, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(subprocess, "Popen", refused)
    window.windows.open()
    assert "could not be started: Permission denied." in window.banner.text()


def test_halves_take_the_whole_width_also_where_it_is_odd():
    left, right = halves(QRect(10, 20, 1001, 700))
    assert (left.width() + right.width(), right.x()) == (1001, left.x() + left.width())


def test_a_place_that_makes_no_sense_is_none():
    assert place_from("1,2,30,40") == QRect(1, 2, 30, 40)
    assert [place_from(words) for words in ("", "1,2,3", "a,b,c,d", "0,0,0,0")] == [None] * 4
