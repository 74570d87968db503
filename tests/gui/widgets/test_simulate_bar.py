import pytest

from inspector.gui.widgets.simulate_bar import CHAIN, FIRST, ROLL, SimulateBar
from inspector.rerun.library import Strategies
from inspector.workbench.chains import TIMES
from inspector.workbench.simulations import roll
from tests.made_runs import document_of, strategies


@pytest.fixture
def bar(qtbot, theme):
    made = SimulateBar(theme, strategies())
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_each_way_has_its_own_number_and_verb(bar):
    assert (bar.way, bar.name, bar.start.text()) == (ROLL, FIRST, "Simu&late")
    assert bar.window_size.isVisible() and not bar.times.isVisible()
    told = []
    bar.chosen.connect(lambda: told.append(bar.way))
    bar.choose(CHAIN)
    assert bar.start.text() == "Run cha&in" and told == [CHAIN]
    assert bar.times.isVisible() and bar.times.value() == TIMES and not bar.window_size.isVisible()


def test_it_opens_with_a_strategy_for_which_the_trigger_matters_and_no_model_is_asked():
    first = strategies().named(FIRST)
    assert first.llm == "none" and all(prune.when != "request" for prune in first.prune)
    document = document_of()
    early, late = (roll(document, strategies(), FIRST, share, 60_000).simulation for share in (0.5, 0.95))
    assert (early.prompts, len(early.compactions)) != (late.prompts, len(late.compactions))


def test_the_button_begins(bar, qtbot):
    with qtbot.waitSignal(bar.begun):
        bar.start.click()


def test_the_choice_comes_back_and_odd_ones_leave_what_is(bar, qtbot, theme):
    bar.strategy.setCurrentIndex(bar.strategy.findData("swe-agent/last-5"))
    bar.choose(CHAIN)
    bar.times.setValue(9)
    again = SimulateBar(theme, strategies())
    qtbot.addWidget(again)
    again.restore_state(bar.save_state())
    assert (again.name, again.way, again.times.value()) == ("swe-agent/last-5", CHAIN, 9)
    again.restore_state({"strategy": "gone", "way": 3, "times": "many"})
    assert (again.name, again.way, again.times.value()) == ("swe-agent/last-5", CHAIN, 9)


def test_a_choice_outlives_other_strategies_as_long_as_it_is_among_them(bar):
    bar.strategy.setCurrentIndex(bar.strategy.findData("swe-agent/last-5"))
    bar.show_strategies(strategies())
    assert bar.name == "swe-agent/last-5"
    left = {name: one for name, one in strategies().all.items() if name != "swe-agent/last-5"}
    bar.show_strategies(Strategies(left))
    assert bar.name == next(iter(left))
