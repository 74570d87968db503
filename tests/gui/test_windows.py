import subprocess
import sys
from pathlib import Path

import pytest


@pytest.fixture
def started(monkeypatch):
    """The arguments of each program that was to be started."""
    calls = []

    def start(command, *, start_new_session):
        assert command[0] == sys.executable and start_new_session
        calls.append(command[1:])

    monkeypatch.setattr(subprocess, "Popen", start)
    return calls


def test_a_new_window_is_a_program_of_its_own(window, started):
    window.verbs["window.new"].trigger()
    assert started == [["-m", "inspector", "open"]]


def test_another_session_opens_in_a_window_of_its_own(window, started):
    window.windows.open_beside(Path("/logs/a.jsonl"), "codex")
    (arguments,) = started
    assert arguments == ["-m", "inspector", "open", "/logs/a.jsonl", "--format", "codex"]


def test_a_session_of_the_list_does_as_well(window, started):
    window.start.browser.beside_asked.emit(Path("/logs/a.jsonl"), "codex")
    assert len(started) == 1


def test_a_program_that_does_not_start_is_told(window, monkeypatch):
    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(subprocess, "Popen", refused)
    window.windows.open()
    assert "could not be started: Permission denied." in window.banner.words.text()
