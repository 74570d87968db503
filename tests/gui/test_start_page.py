from pathlib import Path

import pytest
from PySide6.QtTest import QSignalSpy

from inspector.gui.start_page import StartPage
from inspector.gui.theme import Scheme
from inspector.workbench.samples import Sample
from inspector.workbench.workspace import Recent
from tests.made_found import CLAUDE, CODEX, found


@pytest.fixture
def page(theme, qtbot):
    page = StartPage(theme, [Sample(Path("/s/a.jsonl"), "codex", "A sample", "what it shows")])
    qtbot.addWidget(page)
    page.resize(900, 600)
    page.show()
    return page


def rows(tree):
    return [tree.topLevelItem(index) for index in range(tree.topLevelItemCount())]


def test_at_first_it_says_that_it_looks_and_that_nothing_was_opened(page):
    page.show_looking()
    assert page.found_note.text() == "Looking…"
    assert not page.recent.isVisible()


def test_samples_stand_in_a_menu_with_what_they_show(page):
    (action,) = page.samples.menu().actions()
    assert action.text() == "A sample\tcodex" and action.toolTip() == "what it shows"
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


def test_how_many_were_found_is_said_and_a_search_narrows_them(page):
    page.show_found([], [CODEX])
    assert page.found_note.text() == "No sessions found."
    page.show_found([found("a.jsonl", "fix the parser"), found("b.jsonl")], [CLAUDE, CODEX])
    assert page.found_note.text() == "2 sessions"
    page.search.setText("PARSER")
    claude, codex = rows(page.found)
    assert codex.isHidden() and claude.child(1).isHidden()


def test_a_session_of_either_list_is_asked_for(page, tmp_path):
    here = tmp_path / "here.jsonl"
    here.touch()
    page.show_recent([Recent(str(here), "codex"), Recent("/gone/x.jsonl", "codex")], {})
    page.show_found([found("a.jsonl")], [CLAUDE])
    opens, locates = QSignalSpy(page.open_asked), QSignalSpy(page.locate_asked)
    page.recent.itemActivated.emit(rows(page.recent)[0], 0)
    page.found.itemActivated.emit(rows(page.found)[0].child(0), 0)
    page.recent.itemActivated.emit(rows(page.recent)[1], 0)
    assert [opens.at(place) for place in range(2)] == [[here, "codex"], [Path("/logs/a.jsonl"), "claude-code"]]
    assert locates.at(0) == ["/gone/x.jsonl"]


def test_other_colours_leave_a_search_that_goes_on(page, theme):
    page.show_found([], [CODEX])
    page.show_looking()
    theme.choose(Scheme.DARK)
    assert page.found_note.text() == "Looking…"
