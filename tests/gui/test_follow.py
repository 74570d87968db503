import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from tests.made_session import sample


@pytest.fixture
def growing(tmp_path):
    """A log that has been written up to its second compaction, and the lines still to come."""
    source = sample("fading-rules")
    lines = source.read_text("utf-8").splitlines(keepends=True)
    path = tmp_path / source.name
    path.write_text("".join(lines[:150]), "utf-8")
    return path, lines[150:]


@pytest.fixture
def following(window, growing, settled):
    window.opener.open(growing[0])
    settled(window)
    window.following.start()
    window.following._timer.stop()
    window.following.look()
    settled(window)
    return window


def append(path, lines):
    with path.open("a", encoding="utf-8") as stream:
        stream.writelines(lines)


def test_a_compaction_appears_as_it_is_written_and_the_selection_stays(following, growing, settled):
    path, rest = growing
    following.bench.selection.select(item=8, compaction=1)
    following.bench.set_filter("kind:user")
    assert len(following.bench.document.compactions) == 1
    append(path, rest[:8])
    following.following.look()
    settled(following)
    assert len(following.bench.document.compactions) == 2
    assert following.banner.words.text().startswith("The context was just compacted: ┊C2, ")
    assert (following.bench.selection.focus.item, following.bench.filter.text) == (8, "kind:user")


def test_the_compaction_that_was_announced_is_one_click_away(following, growing, settled, qtbot):
    append(growing[0], growing[1][:8])
    following.following.look()
    settled(following)
    (button,) = [one for one in following.banner.findChildren(QPushButton) if one.text() == "Review it"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    settled(following)
    assert following.perspectives.current == "review" and following.bench.selection.focus.compaction == 2
    assert not following.banner.isVisible()


def test_the_status_bar_says_that_it_follows_and_what_is_still_to_be_read(following, growing):
    label = following.following.label
    assert label.isVisible() and "following" in label.text()
    append(growing[0], [json.dumps({"type": "progress"}) + "\n"])
    following.following.look()
    assert "1 lines to read" in label.text()
    following.following.stop()
    assert not label.isVisible()


def test_an_unchanged_log_is_not_read_again_nor_what_tells_of_no_compaction_at_once(following, growing, settled):
    document = following.bench.document
    for _ in range(6):
        following.following.look()
    settled(following)
    assert following.bench.document is document
    append(growing[0], [json.dumps({"type": "progress"}) + "\n"])
    for _ in range(3):
        following.following.look()
    settled(following)
    assert following.bench.document is document
    following.following.look()
    settled(following)
    assert following.bench.document is not document


def test_a_log_that_is_gone_emptied_or_begun_anew_is_said_and_followed_on(following, growing, settled):
    path, lines = growing[0], growing[0].read_text("utf-8")
    card = following.perspectives.trace.card
    assert card.text().startswith("○ So far: ")
    for text, said in ((None, "once it is back"), (lines, "was begun anew"), ("", "was emptied")):
        path.unlink() if text is None else path.write_text(text, "utf-8")
        following.following.look()
        settled(following)
        assert (
            following.following.on and said in following.banner.words.text() and following.bench.document.session.items
        )
    following.following.stop()
    assert not card.text().startswith("○ So far")


def test_another_session_and_closing_end_it(following, growing, log, settled, tmp_path):
    following.opener.open(log)
    settled(following)
    assert not following.following.on
    following.following.start()
    following.opener.close()
    settled(following)
    assert not following.following.on


def test_a_list_at_its_end_goes_on_to_the_new_end(following, growing, settled):
    path, rest = growing
    following.bench.selection.clear()
    following.perspectives.trace.transcript.list.scrollToBottom()
    append(path, rest)
    following.following.look()
    settled(following)
    QApplication.processEvents()
    bar = following.perspectives.trace.transcript.list.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0
