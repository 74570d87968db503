import pytest
from PySide6.QtWidgets import QPushButton

from tests.generate import write_claude_log


@pytest.fixture
def growing(tmp_path):
    """A log, and the lines that are still to be written to it."""
    path = tmp_path / "5f0d7a52-0000-4000-8000-000000000001.jsonl"
    write_claude_log(path, turns=8, compactions=1)
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-3]), "utf-8")
    return path, lines[-3:]


@pytest.fixture
def reading(window, growing, settled):
    window.opener.open(growing[0])
    settled(window)
    return window


def append(path, lines):
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(lines)


def press(window, title):
    (button,) = [one for one in window.banner.findChildren(QPushButton) if one.text() == title and one.isVisible()]
    button.click()


def test_a_log_that_did_not_change_is_not_talked_of(reading):
    reading.grown.look()
    assert not reading.banner.isVisible()


def test_lines_that_were_added_are_counted_and_read_on_request(reading, growing, settled):
    path, rest = growing
    before = len(reading.bench.document.session.items)
    append(path, rest[:1])
    reading.grown.look()
    assert reading.banner.words.text() == "This log has grown since it was read: by 1 line."
    append(path, rest[1:])
    reading.grown.look()
    assert reading.banner.words.text() == "This log has grown since it was read: by 3 lines."
    press(reading, "Reload")
    settled(reading)
    assert len(reading.bench.document.session.items) > before and not reading.banner.isVisible()
    reading.grown.look()
    assert not reading.banner.isVisible()


def test_it_can_be_followed_from_there_and_is_then_left_to_that(reading, growing, settled):
    path, rest = growing
    append(path, rest)
    reading.grown.look()
    press(reading, "Follow")
    assert reading.following.on and not reading.banner.isVisible()
    append(path, rest[-1:])
    reading.grown.look()
    assert not reading.banner.isVisible()
    reading.following.stop()


def test_a_log_that_was_written_anew_is_said_to_be_another(reading, growing):
    path, _ = growing
    path.write_text(path.read_text("utf-8").splitlines(keepends=True)[0], "utf-8")
    reading.grown.look()
    assert reading.banner.words.text() == "This log was changed since it was read."


def test_a_log_that_is_gone_or_closed_is_no_longer_looked_at(reading, growing):
    growing[0].unlink()
    reading.grown.look()
    assert not reading.banner.isVisible() and not reading.grown._timer.isActive()
    reading.opener.close()
    reading.grown.look()
    assert not reading.banner.isVisible()
