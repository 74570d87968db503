import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest

from inspector.gui.theme import Scheme
from inspector.gui.widgets.session_lists import RecentSessions
from inspector.workbench.workspace import Recent


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


def test_a_recent_session_opens_and_a_missing_one_asks_where_it_went(recent, tmp_path):
    here = tmp_path / "here.jsonl"
    here.touch()
    recent.show_recent([Recent(str(here), "codex", "fix auth", 3), Recent("/gone/x.jsonl", "codex")])
    there, gone = rows(recent)
    assert [there.text(column) for column in range(2)] == ["fix auth", "3┊"] and "Codex CLI" in there.toolTip(0)
    assert gone.font(0).strikeOut() and "locate" in gone.text(2)
    opens, locates = QSignalSpy(recent.open_asked), QSignalSpy(recent.locate_asked)
    for row in (there, gone):
        recent.setCurrentItem(row)
        QTest.keyClick(recent, Qt.Key.Key_Return)
    assert (opens.count(), opens.at(0)) == (1, [here, "codex"])
    assert (locates.count(), locates.at(0)) == (1, ["/gone/x.jsonl"])


def test_missing_sessions_take_the_colours_of_another_scheme(recent, theme):
    recent.show_recent([Recent("/gone/x.jsonl", "codex")])
    theme.choose(Scheme.DARK)
    assert rows(recent)[0].foreground(0).color() == theme.role("muted")


def test_a_column_that_says_nothing_leaves_its_room_to_the_titles(recent, tmp_path):
    here = tmp_path / "here.jsonl"
    here.touch()
    recent.show_recent([Recent(str(here), "codex", "fix auth")])
    assert recent.isColumnHidden(1)
    recent.show_recent([Recent(str(here), "codex", "fix auth", 3)])
    assert not recent.isColumnHidden(1)
