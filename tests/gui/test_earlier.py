import pytest
from PySide6.QtWidgets import QPushButton

from tests.generate import write_parts


@pytest.fixture
def two(tmp_path):
    """A log that was cut in two at its compaction: what came before, and what begins with the boundary."""
    return write_parts(tmp_path, turns=8, compactions=1, cuts=1)


def test_the_log_that_has_the_context_before_is_named_and_opens(window, two, settled):
    before, after = two
    window.opener.open(after)
    settled(window)
    assert window.banner.words.text() == f"The context before compaction ┊C1 is not in this log, but in {before.name}."
    (button,) = [one for one in window.banner.findChildren(QPushButton) if one.isVisible() and one.text() == "Open it"]
    button.click()
    settled(window)
    assert window.bench.document.session.path == str(before) and not window.banner.isVisible()


def test_both_open_as_one_and_stay_so_when_read_again(window, two, settled):
    before, after = two
    window.opener.open(after)
    settled(window)
    (button,) = [one for one in window.banner.findChildren(QPushButton) if one.text() == "Open as one"]
    button.click()
    settled(window)
    assert not window.banner.isVisible()
    session = window.bench.document.session
    assert (session.before, session.path) == ((str(before),), str(after))
    assert "(2 logs as one)" in window.windowTitle()
    (compaction,) = window.bench.document.compactions
    assert compaction.removed and session.items[compaction.removed[0] - 1].source.path == str(before)
    window.opener.reload()
    settled(window)
    assert window.bench.document.session.before == (str(before),)
    window.verbs.refresh()
    assert not window.verbs["file.join"].isEnabled()


def test_where_no_log_has_it_nothing_is_said(window, two, settled):
    before, after = two
    before.unlink()
    window.opener.open(after)
    settled(window)
    assert window.bench.document.compactions and not window.banner.isVisible()
