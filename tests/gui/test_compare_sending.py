import pytest
from PySide6.QtCore import Qt

from inspector.gui.compare_sending import ColumnSending
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.rerun.prompts import load_prompts
from inspector.workbench.judged_columns import JudgedColumns
from inspector.workbench.model_runs import ModelRuns
from tests.inline_executor import InlineExecutor
from tests.made_runs import columns_of, open_sample, variant
from tests.made_session import inline_bench


@pytest.fixture
def bench():
    return inline_bench()


@pytest.fixture
def runs(bench):
    models = ModelRuns(load_prompts)
    made = columns_of(bench, models)
    open_sample(bench)
    made.open(1)
    yield made
    models.close()


@pytest.fixture
def panel(qtbot, theme):
    made = SendingPanel(theme)
    qtbot.addWidget(made)
    return made


@pytest.fixture
def sending(bench, runs, panel):
    models = runs._models
    return ColumnSending(bench, runs, models, JudgedColumns(runs, models, InlineExecutor()), panel)


def test_a_price_that_the_user_knows_is_taken_where_the_list_has_none(sending, runs, panel, qtbot):
    key = runs.add(variant("own/guided", "m@http://127.0.0.1:1/v1")).key
    runs.run((key,))
    assert not panel.price.isHidden() and "budget cannot be enforced" in panel._detail.text()
    for typed, is_taken in (("cheap", False), ("100, 0", True)):
        panel.price.setText(typed)
        qtbot.keyClick(panel.price, Qt.Key.Key_Return)
        assert ("price set by you" in panel.title.text()) is is_taken
    assert panel.price.isHidden() and "≈ $0.78" in panel.title.text()


@pytest.mark.parametrize(
    ("model", "prompt", "says"),
    [("command:cat", "gone", "There is no prompt 'gone'. Near to it"), ("no such model", "", "is no model")],
)
def test_what_cannot_be_worked_out_is_words_around_the_way_out(sending, runs, panel, model, prompt, says):
    key = runs.add(variant("own/guided", model, prompt=prompt) if prompt else variant("own/guided", model)).key
    runs.run((key,))
    assert says in panel.title.text() and not panel.send.isEnabled()


def test_a_column_that_is_changed_while_it_is_shown_is_shown_anew(sending, runs, panel):
    key = runs.add(variant("own/guided", "command:cat")).key
    runs.run((key,))
    runs.change(key, variant("own/pinned-facts", "command:cat"))
    assert [one.title for one in panel._outgoing] == ["own/pinned-facts"]
    runs.change(key, variant("own/pins-only"))
    assert not panel.isVisible()
