from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.models.session_lines import COLUMNS
from inspector.gui.theme import Scheme
from inspector.gui.widgets import session_browser
from inspector.gui.widgets.session_browser import SessionBrowser
from inspector.gui.widgets.session_lists import PARTS
from tests.made_found import found, line


@pytest.fixture
def browser(theme, qtbot, monkeypatch):
    monkeypatch.setattr(session_browser, "SHOWN", 3)
    browser = SessionBrowser(theme)
    qtbot.addWidget(browser)
    browser.resize(1000, 600)
    browser.show()
    yield browser
    browser.stop()


def rows(browser):
    return [browser.tree.topLevelItem(index) for index in range(browser.tree.topLevelItemCount())]


def texts(browser):
    return [row.text(0) for row in rows(browser)]


def projects(count):
    return [line(f"{n}.jsonl", f"task {n}", n, f"/w/p{n}") for n in range(count)]


def test_it_says_that_it_looks_and_that_nothing_was_found(browser):
    assert browser.note.text() == "Looking…" and not browser.again.isEnabled()
    browser.finish()
    assert browser.note.text() == "No sessions found." and browser.again.isEnabled()
    assert "Claude Code: ~/.claude/projects\n" in browser._nothing.text() and browser.clear.isHidden()


def test_sessions_stand_under_their_projects_and_open_with_enter(browser):
    browser.add([line("a.jsonl", "older", 1, "/w/tide"), line("b.jsonl", "newer", 5, "/w/tide")])
    browser.finish()
    (group,) = rows(browser)
    assert group.text(0) == "tide  ·  2" and group.isExpanded()
    assert [group.child(row).text(0) for row in range(2)] == ["newer", "older"]
    asked = QSignalSpy(browser.open_asked)
    QTest.keyClick(browser.tree, Qt.Key.Key_Return)
    assert asked.at(0) == [Path("/logs/b.jsonl"), "claude-code"]
    assert browser.note.text() == "2 sessions"


def test_what_was_folded_and_unfolded_stays_so_when_looked_again(browser):
    browser.add(projects(6))
    browser.finish()
    assert [row.isExpanded() for row in rows(browser)] == [True] * 3 + [False] * 3
    rows(browser)[0].setExpanded(False)
    rows(browser)[5].setExpanded(True)
    browser.begin(None, keep=True)
    browser.add([*projects(6), line("new.jsonl", "the newest", 50, "/w/new")])
    browser.finish()
    assert [row.isExpanded() for row in rows(browser)] == [True, False, True, True, False, False, True]


def test_a_folded_project_shows_its_sessions_once_it_is_unfolded(browser):
    browser.add([*projects(5), line("x.jsonl", "another", project="/w/p0")])
    browser.finish()
    assert rows(browser)[4].childCount() == 0
    rows(browser)[4].setExpanded(True)
    assert {rows(browser)[4].child(place).text(0) for place in range(2)} == {"task 0", "another"}


def test_a_session_that_is_gone_leaves_the_list_once_all_was_looked_at(browser):
    browser.add(projects(2))
    browser.begin(None, keep=True)
    assert len(rows(browser)) == 2
    browser.finish([Path("/logs/1.jsonl")])
    assert texts(browser) == ["p1  ·  1"]


def test_unreadable_logs_stand_last_with_their_reason(browser):
    browser.add([line("a.jsonl", "fine", 1), type(line("x"))(found("x.jsonl", minute=9, error="It is torn."))])
    browser.finish()
    last = rows(browser)[-1]
    assert last.text(0) == "Cannot be read  ·  1"
    assert "It is torn." in last.child(0).text(0)


def test_another_order_lists_all_sessions_with_their_projects(browser):
    browser.add([line("a", "one", 1, "/w/p", compactions=1, losses=0), line("b", "two", 2, "/w/q", compactions=1,
                 losses=3)])  # fmt: skip
    browser.finish()
    browser.sort.setCurrentIndex(browser.sort.findData("worst"))
    assert texts(browser) == ["two", "one"] and [row.text(1) for row in rows(browser)] == ["q", "p"]
    assert not browser.tree.isColumnHidden(1)
    browser.sort_by("latest")
    assert browser.tree.isColumnHidden(1)


def test_a_click_on_a_column_sorts_by_it_and_another_one_turns_it_round(browser):
    browser.add([line("a", "one", 1, items=5), line("b", "two", 2, items=50)])
    browser.finish()
    header = browser.tree.header()
    header.sectionClicked.emit(3)
    assert texts(browser) == ["two", "one"] and header.sortIndicatorSection() == 3
    header.sectionClicked.emit(3)
    assert texts(browser) == ["one", "two"]
    header.sectionClicked.emit(0)
    assert texts(browser) == ["one", "two"]


def test_a_search_leaves_what_fits_and_unfolds_it_and_forgets_that(browser):
    browser.add([*projects(5), line("x.jsonl", "write docs", project="/w/p0")])
    browser.finish()
    browser.search.setText("docs")
    (group,) = rows(browser)
    assert group.isExpanded() and group.childCount() == 1
    assert browser.note.text() == "1 of 6 sessions"
    browser.search.clear()
    assert [row.isExpanded() for row in rows(browser)] == [True] * 3 + [False] * 2


def test_losses_are_asked_for_where_nobody_looked_of_what_is_shown(browser):
    lines = [line("a", "one", 1, compactions=1), line("b", "two", 2, compactions=1, losses=1), line("c", items=3)]
    browser.add(lines)
    assert not browser.losses.isEnabled()
    browser.finish()
    assert browser.losses.isEnabled() and browser.unjudged() == [lines[0]]
    browser.search.setText("two")
    assert not browser.losses.isEnabled()


def test_the_row_at_hand_stays_once_somebody_chose_it(browser, qtbot):
    browser.add(projects(2))
    assert browser.current() == Path("/logs/1.jsonl")
    browser.add(projects(3))
    qtbot.waitUntil(lambda: len(rows(browser)) == 3)
    assert browser.current() == Path("/logs/2.jsonl")
    browser.tree.setCurrentItem(rows(browser)[2].child(0))
    browser.add(projects(4))
    qtbot.waitUntil(lambda: len(rows(browser)) == 4)
    assert browser.current() == Path("/logs/0.jsonl")


def test_rows_take_the_colours_of_another_scheme(browser, theme):
    browser.add([type(line("x"))(found("x.jsonl", error="torn"))])
    for scheme in (Scheme.DARK, Scheme.LIGHT):
        theme.choose(scheme)
        assert rows(browser)[0].child(0).foreground(0).color() == theme.role("muted")


def test_a_session_names_the_one_it_came_from(browser):
    browser.add([line("a", "the first", 1, session="1"), line("b", "the second", 2, session="2", continues=("1",)),
                 line("c", "a third", 3, session="3", continues=("gone",))])  # fmt: skip
    browser.sort_by("title", largest_first=False)
    assert texts(browser) == ["a third", "the first", "the second  ↳ the first"]


def test_a_search_without_a_hit_says_so_and_can_be_cleared(browser):
    browser.add([line("a", "one", 1, items=5, ending="finished")])
    browser.finish()
    hidden = [browser.tree.isColumnHidden(column) for column in range(browser.tree.columnCount())]
    browser.search.setText("zzz  qqq")
    assert not browser.tree.isVisible() and browser._nothing.text() == "No session matches “zzz qqq”."
    assert [browser.tree.isColumnHidden(column) for column in range(browser.tree.columnCount())] == hidden
    browser.clear.click()
    assert browser.tree.isVisible() and len(rows(browser)) == 1


def test_columns_stand_where_some_session_says_more_than_unknown(browser):
    ended = 1 + [one.name for one in COLUMNS].index("ending")
    browser.add([line("a", "one", 1, items=5)])
    browser.finish()
    assert browser.tree.isColumnHidden(ended)
    browser.add([line("b", "two", 2, items=5, ending="finished")])
    browser.finish()
    assert not browser.tree.isColumnHidden(ended)


def test_an_unknown_ending_is_said_quietly(browser, theme):
    browser.add([line("a", "one", 1, items=5)])
    browser.sort_by("title")
    ended = 1 + [one.name for one in COLUMNS].index("ending")
    assert rows(browser)[0].text(ended) == "unknown"
    assert rows(browser)[0].foreground(ended).color() == theme.role("muted")


def test_titles_that_begin_alike_are_cut_before_what_tells_them_apart(browser):
    long = "fix the parser of the feeds " * 12
    browser.add([line("0123456789", long), line("abcdefghij", long)])
    browser.sort_by("title")
    index = browser.tree.model().index(0, 0)
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 300, 20)
    browser.tree.itemDelegateForColumn(0).initStyleOption(option, index)
    assert "… · " in option.text and option.text.endswith(("01234567", "abcdefgh"))
    assert option.fontMetrics.horizontalAdvance(option.text) <= 300
    assert index.data().startswith(long.strip() + " · ")
    browser.tree.topLevelItem(0).setData(0, PARTS, (long, f" · {'x' * 90}"))
    browser.tree.itemDelegateForColumn(0).initStyleOption(option, index)
    assert option.text.startswith("fix the parser")


def test_once_losses_were_found_the_worst_come_first_unless_another_order_was_chosen(browser):
    browser.add([line("a", "one", 1, compactions=1, losses=3), line("b", "two", 2, compactions=1, losses=0)])
    browser.finish()
    browser.show_worst()
    assert texts(browser) == ["one", "two"] and browser.sort.currentData() == "worst"
    browser.sort_by("title", largest_first=True)
    browser.show_worst()
    assert texts(browser) == ["two", "one"]
