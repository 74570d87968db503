from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest

from inspector.gui.theme import Scheme
from inspector.gui.widgets.session_lists import FoundSessions, RecentSessions
from inspector.workbench.workspace import Recent
from tests.made_found import CLAUDE, CODEX
from tests.made_found import found as entry


@pytest.fixture
def found(theme, qtbot):
    return shown(FoundSessions(theme), qtbot)


@pytest.fixture
def recent(theme, qtbot):
    return shown(RecentSessions(theme), qtbot)


def shown(sessions, qtbot):
    qtbot.addWidget(sessions)
    sessions.resize(500, 400)
    sessions.show()
    return sessions


def rows(tree):
    return [tree.topLevelItem(index) for index in range(tree.topLevelItemCount())]


def test_nothing_found_says_so_for_each_agent(found):
    found.show_found([], [CLAUDE, CODEX])
    assert [(row.text(0), row.text(1)) for row in rows(found)] == [
        ("Claude Code", "no sessions"), ("Codex CLI", "folder not found"),
    ]  # fmt: skip
    assert "/nowhere/.codex" in rows(found)[1].toolTip(0)


def test_sessions_found_stand_under_their_agent_and_open_with_enter(found):
    found.show_found([entry("b.jsonl", "newer", 5), entry("a.jsonl")], [CLAUDE, CODEX])
    first = rows(found)[0]
    assert first.text(1) == "2 sessions"
    assert [first.child(row).text(0) for row in range(2)] == ["newer", "a.jsonl"]
    asked = QSignalSpy(found.open_asked)
    first.setExpanded(True)
    found.setCurrentItem(first.child(0))
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert asked.at(0) == [Path("/logs/b.jsonl"), "claude-code"]


def test_enter_on_an_agent_unfolds_it(found):
    found.show_found([entry("a.jsonl")], [CLAUDE])
    found.setCurrentItem(rows(found)[0])
    QTest.keyClick(found, Qt.Key.Key_Return)
    assert rows(found)[0].isExpanded()


def test_a_search_leaves_what_fits_and_unfolds_it(found):
    found.show_found([entry("a.jsonl", "fix the parser"), entry("b.jsonl", "write docs")], [CLAUDE, CODEX])
    found.narrow("PARSER")
    claude, codex = rows(found)
    assert claude.isExpanded() and codex.isHidden()
    assert [claude.child(row).isHidden() for row in range(2)] == [False, True]
    found.narrow("")
    assert not codex.isHidden() and not claude.isExpanded()


def test_what_is_found_later_is_narrowed_as_well(found):
    found.narrow("parser")
    found.show_found([entry("a.jsonl", "fix the parser"), entry("b.jsonl", "write docs")], [CLAUDE])
    (claude,) = rows(found)
    assert [claude.child(row).isHidden() for row in range(2)] == [False, True]


def test_a_recent_session_opens_and_a_missing_one_asks_where_it_went(recent, tmp_path):
    here = tmp_path / "here.jsonl"
    here.touch()
    recent.show_recent(
        [Recent(str(here), "codex", "fix auth", 3), Recent("/gone/x.jsonl", "codex")], {"codex": "Codex CLI"}
    )
    there, gone = rows(recent)
    assert [there.text(column) for column in range(3)] == ["fix auth", "Codex CLI", "3┊"]
    assert gone.font(0).strikeOut() and "locate" in gone.text(3)
    opens, locates = QSignalSpy(recent.open_asked), QSignalSpy(recent.locate_asked)
    for row in (there, gone):
        recent.setCurrentItem(row)
        QTest.keyClick(recent, Qt.Key.Key_Return)
    assert (opens.count(), opens.at(0)) == (1, [here, "codex"])
    assert (locates.count(), locates.at(0)) == (1, ["/gone/x.jsonl"])


def test_rows_take_the_colours_of_another_scheme(found, theme):
    found.show_found([], [CODEX])
    theme.choose(Scheme.DARK)
    assert rows(found)[0].foreground(0).color() == theme.role("muted")
    theme.choose(Scheme.LIGHT)
    assert rows(found)[0].foreground(0).color() == theme.role("muted")


def test_missing_sessions_take_the_colours_of_another_scheme(recent, theme):
    recent.show_recent([Recent("/gone/x.jsonl", "codex")], {})
    theme.choose(Scheme.DARK)
    assert rows(recent)[0].foreground(0).color() == theme.role("muted")
