from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from inspector.gui.models.fact_ticks import FactTick
from inspector.gui.widgets.fact_track import FactTrack
from inspector.workbench.fact_life import Life, Presence
from tests.made_facts import HOSTILE, fact


def ticks(*places, words="never edit"):
    return [FactTick(x, Life(fact(f"f{n}", f"{words} {n}"), 1, 2)) for n, x in enumerate(places)]


@pytest.fixture
def track(theme, qtbot):
    made = FactTrack(theme)
    qtbot.addWidget(made)
    made.resize(600, 22)
    made.set_range(0, 100)
    made.set_inset(50)
    return made


def test_without_facts_it_takes_no_room(track):
    track.show_ticks(())
    assert track.isHidden()
    track.show_ticks(ticks(10))
    assert not track.isHidden()


def test_what_was_said_at_once_is_one_tick_with_its_number_at_its_own_place(track):
    track.show_ticks(ticks(10, 10, 10, 60))
    together, alone = track._signs()
    assert (together.facts, alone.facts) == ((0, 1, 2), (3,))
    assert together.x == pytest.approx(50 + 0.10 * 550) and alone.x == pytest.approx(50 + 0.60 * 550)


def test_of_what_was_said_at_once_each_presence_has_a_tick(track):
    track.show_ticks(ticks(10, 10, 10))
    track.show_presences([Presence.THERE, Presence.GONE, Presence.THERE], None)
    assert {(sign.presence, sign.facts) for sign in track._signs()} == {
        (Presence.THERE, (0, 2)),
        (Presence.GONE, (1,)),
    }


def test_no_tick_stands_on_another_however_many_there_are(track):
    track.show_ticks(ticks(*(n / 10 for n in range(1_000))))
    signs = track._signs()
    assert sum(len(sign.facts) for sign in signs) == 1_000
    for left, right in pairwise(signs):
        assert left.x + track._width(len(left.facts)) <= right.x + 1e-9


def test_only_the_range_of_the_plot_is_shown(track):
    track.show_ticks(ticks(10, 60))
    track.set_range(50, 100)
    assert [sign.facts for sign in track._signs()] == [(1,)]


def test_each_presence_looks_different(track):
    pictures = set()
    for presence in Presence:
        track.show_ticks(ticks(50))
        track.show_presences([presence], None)
        pictures.add(bytes(track.grab().toImage().constBits()))
    assert len(pictures) == len(Presence)
    track.show_presences([Presence.THERE], "f0")
    assert bytes(track.grab().toImage().constBits()) not in pictures


def test_a_click_picks_the_fact_under_it_and_the_next_one_the_other_that_was_said_at_once(track, qtbot):
    track.show_ticks(ticks(10, 10))
    track.show_presences([Presence.THERE] * 2, None)
    at = QPoint(round(track._signs()[0].x), 10)
    for known, picked in ((None, "f0"), ("f0", "f1"), ("f1", "f0")):
        track.show_presences([Presence.THERE] * 2, known)
        with qtbot.waitSignal(track.picked) as caught:
            qtbot.mouseClick(track, Qt.MouseButton.LeftButton, pos=at)
        assert caught.args[0].life.fact.id == picked
    with qtbot.assertNotEmitted(track.picked):
        qtbot.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(500, 10))


def test_hovering_names_the_fact_and_its_words_are_no_markup(track):
    track.show()
    track.show_ticks(ticks(10, words=HOSTILE))
    track.show_presences([Presence.GONE], None)
    at = QPoint(round(track._signs()[0].x), 10)
    QApplication.sendEvent(track, QHelpEvent(QHelpEvent.Type.ToolTip, at, track.mapToGlobal(at)))
    assert "&lt;img" in QToolTip.text() and "not in the context" in QToolTip.text()
    away = QPoint(590, 10)
    QApplication.sendEvent(track, QHelpEvent(QHelpEvent.Type.ToolTip, away, track.mapToGlobal(away)))
    QToolTip.hideText()


def test_it_says_in_words_how_many_are_there(track):
    track.show_ticks(ticks(10, 20))
    track.show_presences([Presence.THERE, Presence.GONE], None)
    assert track.accessibleDescription().startswith("1 of 2 facts")


def test_who_steps_within_a_request_has_nothing_painted_again(track, qtbot):
    track.show_ticks(ticks(10, 60))
    track.show_presences([Presence.THERE, Presence.GONE], None)
    track.show()
    qtbot.waitExposed(track)
    QApplication.processEvents()
    painted = []
    track.paintEvent = lambda event: painted.append(event)
    track.show_presences([Presence.THERE, Presence.GONE], None)
    QApplication.processEvents()
    assert not painted
    track.show_presences([Presence.THERE, Presence.THERE], None)
    qtbot.waitUntil(lambda: bool(painted))
