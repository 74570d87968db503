from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy

from inspector.gui.start_page import StartPage
from inspector.workbench.samples import Sample
from inspector.workbench.workspace import Recent
from tests.made_found import line

SAMPLES = [
    Sample(Path("/s/a.jsonl"), "codex", "A sample", "what it shows", "It teaches"),
    Sample(Path("/s/b.jsonl"), "pi", "Another", ""),
]


@pytest.fixture
def page(theme, qtbot):
    page = StartPage(theme, SAMPLES)
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    return page


def rows(tree):
    return [tree.topLevelItem(index) for index in range(tree.topLevelItemCount())]


def test_at_first_it_says_that_it_looks_and_that_nothing_was_opened(page):
    page.begin(None)
    assert page.browser.note.text() == "Looking…"
    assert not page.recent.isVisible()


def test_samples_stand_in_a_menu_by_what_they_teach_and_the_rest_below(page):
    action, _, rest = page.samples.menu().actions()
    assert action.text() == "It teaches\tcodex" and "A sample<br>what it shows</p>" in action.toolTip()
    assert [one.text() for one in rest.menu().actions()] == ["Another\tpi"]
    asked = QSignalSpy(page.open_asked)
    action.trigger()
    assert asked.at(0) == [Path("/s/a.jsonl"), "codex"]


def test_without_samples_there_is_no_menu_to_open(theme, qtbot):
    page = StartPage(theme, [])
    qtbot.addWidget(page)
    assert not page.samples.isEnabled()


def test_what_leaves_this_machine_is_said_first(page):
    from PySide6.QtWidgets import QLabel

    assert any("read on this machine" in label.text() for label in page.findChildren(QLabel))


def test_a_folder_takes_the_whole_page(page):
    page.begin(Path("/some/folder"))
    assert page.browser.isVisible() and page.browser.folder == Path("/some/folder")
    assert not page.findChild(type(page.recent)).isVisible()
    page.show_recent([Recent("/gone/x.jsonl", "codex")])
    page.begin(None)
    assert page.recent.isVisible()


def test_a_session_of_either_list_is_asked_for(page, tmp_path):
    here = tmp_path / "here.jsonl"
    here.touch()
    page.show_recent([Recent(str(here), "codex"), Recent("/gone/x.jsonl", "codex")])
    page.browser.add([line("a.jsonl")])
    opens, locates = QSignalSpy(page.open_asked), QSignalSpy(page.recent.locate_asked)
    page.recent.itemActivated.emit(rows(page.recent)[0], 0)
    page.browser.tree.itemActivated.emit(rows(page.browser.tree)[0].child(0), 0)
    page.recent.itemActivated.emit(rows(page.recent)[1], 0)
    assert [opens.at(place) for place in range(2)] == [[here, "codex"], [Path("/logs/a.jsonl"), "claude-code"]]
    assert locates.at(0) == ["/gone/x.jsonl"]


def test_who_has_no_sessions_is_offered_a_sample(page, qtbot):
    page.begin(None)
    assert not page.browser.sample.isVisible()
    page.browser.finish()
    asked = QSignalSpy(page.open_asked)
    qtbot.mouseClick(page.browser.sample, Qt.MouseButton.LeftButton)
    assert (asked.at(0)[0], asked.at(0)[1]) == (Path("/s/a.jsonl"), "codex")
