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


def test_what_was_said_at_once_stands_side_by_side(track):
    track.show_ticks(ticks(10, 10, 10))
    places = [x for _, x in track._laid_out()]
    assert places == sorted(places) and len({round(x) for x in places}) == 3


def test_very_many_stay_in_sight(track):
    track.show_ticks(ticks(*([99.9] * 400)))
    places = [x for _, x in track._laid_out()]
    assert len(places) == 400 and max(places) <= 601


def test_only_the_range_of_the_plot_is_shown(track):
    track.show_ticks(ticks(10, 60))
    track.set_range(50, 100)
    assert [place for place, _ in track._laid_out()] == [1]


def test_each_presence_looks_different(track):
    pictures = set()
    for presence in Presence:
        track.show_ticks(ticks(50))
        track.show_presences([presence], None)
        pictures.add(bytes(track.grab().toImage().constBits()))
    assert len(pictures) == len(Presence)
    track.show_presences([Presence.THERE], "f0")
    assert bytes(track.grab().toImage().constBits()) not in pictures


def test_a_click_picks_the_fact_under_it(track, qtbot):
    track.show_ticks(ticks(10, 10))
    second = round(track._laid_out()[1][1])
    with qtbot.waitSignal(track.picked) as caught:
        qtbot.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(second, 10))
    assert caught.args[0].life.fact.id == "f1"
    with qtbot.assertNotEmitted(track.picked):
        qtbot.mouseClick(track, Qt.MouseButton.LeftButton, pos=QPoint(500, 10))


def test_hovering_names_the_fact_and_its_words_are_no_markup(track):
    track.show()
    track.show_ticks(ticks(10, words=HOSTILE))
    track.show_presences([Presence.GONE], None)
    at = QPoint(round(track._laid_out()[0][1]), 10)
    QApplication.sendEvent(track, QHelpEvent(QHelpEvent.Type.ToolTip, at, track.mapToGlobal(at)))
    assert "&lt;img" in QToolTip.text() and "not in the context" in QToolTip.text()
    away = QPoint(590, 10)
    QApplication.sendEvent(track, QHelpEvent(QHelpEvent.Type.ToolTip, away, track.mapToGlobal(away)))
    QToolTip.hideText()


def test_it_says_in_words_how_many_are_there(track):
    track.show_ticks(ticks(10, 20))
    track.show_presences([Presence.THERE, Presence.GONE], None)
    assert track.accessibleDescription().startswith("1 of 2 facts")
