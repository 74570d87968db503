import pytest

from inspector.gui.widgets.fact_filter import FactFilter
from inspector.workbench.review import FactsShown, ReviewFilter


@pytest.fixture
def bar(qtbot):
    made = FactFilter()
    qtbot.addWidget(made)
    return made


def test_it_gives_what_was_chosen(bar, qtbot):
    assert bar.value() == ReviewFilter()
    bar.set_show(FactsShown.ALTERED)
    qtbot.keyClicks(bar.words, "auth")
    assert bar.value() == ReviewFilter(FactsShown.ALTERED, "auth")


def test_every_change_is_told(bar, qtbot):
    with qtbot.waitSignal(bar.changed):
        bar.set_show(FactsShown.LOST)
    with qtbot.waitSignal(bar.changed):
        bar.words.setText("x")


def test_reset_lets_all_through_and_tells_once(bar):
    told = []
    bar.set_show(FactsShown.LOST)
    bar.words.setText("x")
    bar.changed.connect(lambda: told.append(1))
    assert bar.reset() and bar.value() == ReviewFilter() and told == [1]
    assert not bar.reset()


def test_the_choice_is_there_again_but_not_the_words(bar, qtbot):
    bar.set_show(FactsShown.MARKED)
    bar.words.setText("x")
    other = FactFilter()
    qtbot.addWidget(other)
    other.restore_state(bar.save_state())
    assert other.value() == ReviewFilter(FactsShown.MARKED)
    other.restore_state({"show": "odd"})
    assert other.value().show is FactsShown.MARKED


def test_where_room_is_scarce_signs_stand_for_words_and_searching_keeps_its_place(bar, qtbot):
    bar.show()
    bar.offer_judged(True)
    bar.resize(1200, bar.sizeHint().height())
    lost, absent = bar._buttons[FactsShown.LOST], bar._buttons[FactsShown.NOT_THERE]
    assert lost.text().endswith("Lost") and absent.text().endswith("Not there")
    bar.resize(300, bar.height())
    assert (lost.text(), absent.text()) == ("○", "□") and lost.accessibleName() == "What a judge or you call lost"
    qtbot.waitUntil(lambda: bar.words.width() >= bar.fontMetrics().averageCharWidth() * 14)
    bar.resize(1200, bar.height())
    assert lost.text().endswith("Lost")


def test_lost_and_changed_are_offered_only_where_somebody_said_so(bar, qtbot):
    lost, changed = bar._buttons[FactsShown.LOST], bar._buttons[FactsShown.ALTERED]
    assert lost.isHidden() and changed.isHidden() and not bar._buttons[FactsShown.NOT_THERE].isHidden()
    bar.offer_judged(True)
    changed.click()
    assert not lost.isHidden() and bar.value().show is FactsShown.ALTERED and not bar.value().is_narrow
    with qtbot.waitSignal(bar.changed):
        bar.offer_judged(False)
    assert changed.isHidden() and bar.value().show is FactsShown.ALL
