import os

import pytest

from inspector.cli.hooks import journal, remembered


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    return tmp_path


def test_a_line_is_one_line_whatever_is_said():
    journal.note("PreCompact", "s", "first\nsecond " + "x" * 9_000)
    (line,) = journal.path().read_text("utf-8").splitlines()
    assert "first second" in line and len(line) <= 400


def test_the_file_does_not_grow_for_ever(monkeypatch):
    monkeypatch.setattr(journal, "_MOST", 100)
    for nth in range(9):
        journal.note("PreCompact", "s", f"the {nth}th " + "x" * 60)
    assert journal.path().stat().st_size < 400


def test_what_is_remembered_of_a_session_is_forgotten_again(home):
    remembered.keep("s/../t", "summary", "words")
    assert remembered.kept("s/../t", "summary") == "words" and remembered.kept("other", "summary") is None
    remembered.forget("s/../t", "summary")
    assert remembered.kept("s/../t", "summary") is None and journal.path().parent == home / "data"


def test_nothing_is_raised_where_nothing_can_be_written(home, monkeypatch):
    blocked = home / "file"
    blocked.write_text("")
    monkeypatch.setenv("INSPECTOR_HOME", str(blocked))
    journal.note("PreCompact", "s", "words")
    remembered.keep("s", "summary", "words")
    assert remembered.kept("s", "summary") is None
    assert os.path.getsize(blocked) == 0
