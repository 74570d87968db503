import pytest
from PySide6.QtWidgets import QWidget

from inspector.gui.widgets.panel_below import PanelBelow
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.rerun.prompts import load_prompts
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import ready_of, strategies, variant


@pytest.fixture(scope="module")
def outgoing():
    models = ModelRuns(load_prompts)
    made = models.dry_run(ready_of(), "H", variant("own/pinned-facts", "anthropic/claude-sonnet-4-5"), strategies())
    models.close()
    return made


@pytest.fixture
def make(qtbot, theme):
    def make(height=600):
        panel = SendingPanel(theme)
        made = PanelBelow(QWidget(), panel)
        qtbot.addWidget(made)
        made.resize(1200, height)
        made.show()
        return made, panel

    return make


def asked(panel, outgoing):
    panel.prepare()
    panel.show_outgoing((outgoing,), 2.0)


def test_it_comes_up_with_a_third_and_gives_it_back(make, outgoing):
    both, panel = make()
    assert both.sizes()[1] == 0
    asked(panel, outgoing)
    assert both.sizes()[1] == pytest.approx(200, abs=8)
    panel.hide()
    both.refresh()
    assert both.sizes()[1] == 0


def test_folded_it_is_as_high_as_its_words_and_buttons_which_stay(make, outgoing):
    both, panel = make()
    asked(panel, outgoing)
    high = both.sizes()[1]
    panel.fold.click()
    assert both.sizes()[1] < high / 2 and panel.send.isVisible() and panel.leave.isVisible()
    panel.fold.click()
    assert both.sizes()[1] == high


def test_it_comes_back_as_high_as_it_was_dragged_also_in_the_next_window(make, outgoing):
    both, panel = make()
    asked(panel, outgoing)
    both.moveSplitter(300, 1)
    high = both.sizes()[1]
    panel.hide()
    asked(panel, outgoing)
    assert both.sizes()[1] == high > 250
    again, other = make()
    again.restore_state(both.save_state())
    asked(other, outgoing)
    assert again.sizes()[1] == high


def test_odd_states_leave_the_default(make, outgoing):
    both, panel = make()
    for odd in (None, 3, {"height": "x"}, {"height": -4}, {"height": True}):
        both.restore_state(odd)
    asked(panel, outgoing)
    assert both.sizes()[1] == pytest.approx(200, abs=8)
