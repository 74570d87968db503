import pytest

from inspector.gui.widgets.simulate_bar import FIRST, SimulateBar
from inspector.rerun.library import Strategies
from inspector.workbench.simulations import roll
from tests.made_runs import document_of, strategies


@pytest.fixture
def bar(qtbot, theme):
    made = SimulateBar(theme, strategies())
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


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
    again = SimulateBar(theme, strategies())
    qtbot.addWidget(again)
    again.restore_state(bar.save_state())
    assert again.name == "swe-agent/last-5"
    again.restore_state({"strategy": "gone"})
    assert again.name == "swe-agent/last-5"


def test_a_choice_outlives_other_strategies_as_long_as_it_is_among_them(bar):
    bar.strategy.setCurrentIndex(bar.strategy.findData("swe-agent/last-5"))
    bar.show_strategies(strategies())
    assert bar.name == "swe-agent/last-5"
    left = {name: one for name, one in strategies().all.items() if name != "swe-agent/last-5"}
    bar.show_strategies(Strategies(left))
    assert bar.name == next(iter(left))
