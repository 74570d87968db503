import pytest

from inspector.gui.widgets.fact_filter import FactFilter
from inspector.model import FactKind, Zone
from inspector.workbench.review import FactsShown, ReviewFilter


@pytest.fixture
def bar(qtbot):
    made = FactFilter()
    qtbot.addWidget(made)
    return made


def choose(button, key):
    next(action for action in button.menu().actions() if action.data() == key).setChecked(True)


def test_it_gives_what_was_chosen(bar, qtbot):
    assert bar.value() == ReviewFilter()
    bar.set_show(FactsShown.ALTERED)
    choose(bar._kinds, "task")
    choose(bar._zones, "kept")
    qtbot.keyClicks(bar.words, "auth")
    assert bar.value() == ReviewFilter(FactsShown.ALTERED, frozenset({FactKind.TASK}), frozenset({Zone.KEPT}), "auth")
    assert bar._kinds.text() == "Kinds (1)"


def test_every_change_is_told(bar, qtbot):
    with qtbot.waitSignal(bar.changed):
        bar.set_show(FactsShown.LOST)
    with qtbot.waitSignal(bar.changed):
        choose(bar._kinds, "task")
    with qtbot.waitSignal(bar.changed):
        bar.words.setText("x")


def test_reset_lets_all_through_and_tells_once(bar):
    told = []
    bar.set_show(FactsShown.LOST)
    choose(bar._kinds, "task")
    bar.words.setText("x")
    bar.changed.connect(lambda: told.append(1))
    assert bar.reset() and bar.value() == ReviewFilter() and told == [1]
    assert bar._kinds.text() == "Kinds"
    assert not bar.reset()


def test_the_choice_is_there_again_but_not_the_words(bar, qtbot):
    bar.set_show(FactsShown.MARKED)
    choose(bar._zones, "summary")
    bar.words.setText("x")
    other = FactFilter()
    qtbot.addWidget(other)
    other.restore_state(bar.save_state())
    assert other.value() == ReviewFilter(FactsShown.MARKED, None, frozenset({Zone.SUMMARY}))
    other.restore_state({"show": "odd", "kinds": [7], "zones": 3})
    assert other.value().show is FactsShown.MARKED


def test_where_room_is_scarce_signs_stand_for_words_and_searching_keeps_its_place(bar, qtbot):
    bar.show()
    bar.resize(1200, bar.sizeHint().height())
    lost = bar._buttons[FactsShown.LOST]
    assert lost.text().endswith("Lost")
    bar.resize(440, bar.height())
    assert lost.text() == "○" and lost.accessibleName() == "What mattered and is gone"
    qtbot.waitUntil(lambda: bar.words.width() >= bar.fontMetrics().averageCharWidth() * 14)
    bar.resize(1200, bar.height())
    assert lost.text().endswith("Lost")


def test_what_differs_is_offered_only_where_a_judge_was(bar, qtbot):
    button = bar._buttons[FactsShown.DIFFERS]
    assert button.isHidden()
    bar.offer_differing(True)
    button.click()
    assert not button.isHidden() and bar.value().show is FactsShown.DIFFERS and bar.value().is_narrow
    with qtbot.waitSignal(bar.changed):
        bar.offer_differing(False)
    assert button.isHidden() and bar.value().show is FactsShown.ALL
