from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from inspector.ask.redact import Secret
from inspector.gui.widgets.sending_panel import SendingPanel
from inspector.rerun.prompts import load_prompts
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import ready_of, strategies, variant

SECRETS = (
    Secret(1, "GitHub token", "ghp_… (40 characters)", 1, mark="aa"),
    Secret(2, "value of a secret name", "… (9 characters)", 3, mark="bb"),
)


@pytest.fixture(scope="module")
def outgoing():
    models = ModelRuns(load_prompts)
    made = models.dry_run(ready_of(), "H", variant("own/pinned-facts", "anthropic/claude-sonnet-4-5"), strategies())
    models.close()
    return replace(made, secrets=SECRETS, keyless="")


@pytest.fixture
def panel(qtbot, theme):
    made = SendingPanel(theme)
    qtbot.addWidget(made)
    made.resize(900, 400)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_everything_that_leaves_is_shown_before_it_does(panel, outgoing, qtbot):
    panel.prepare()
    assert not panel.send.isEnabled()
    panel.show_outgoing((outgoing,), 2.0)
    assert "Before sending: 1 request" in panel.title.text() and "≈ $" in panel.title.text()
    assert "anthropic" in panel._detail.text() and panel.cap.value() == 2.0
    assert panel.secrets.item(0).text().startswith("GitHub token")
    assert panel.tabs.count() == 2
    assert outgoing.sent[0].messages[0].text[:40] in panel.text.toPlainText()


def test_only_a_press_on_send_gives_leave(panel, outgoing, qtbot):
    panel.show_outgoing((outgoing, replace(outgoing, key="K", trouble="Too large.")), 2.0)
    with qtbot.waitSignal(panel.allowed) as told:
        panel.send.click()
    assert told.args[0] == ("H",)
    with qtbot.waitSignal(panel.refused):
        panel.leave.click()


def test_without_a_key_nothing_is_sent_and_the_reason_stands_above(panel, outgoing):
    lacking = replace(outgoing, keyless="Nothing can be sent to anthropic without a key: it is not set.")
    panel.show_outgoing((lacking,), 2.0)
    assert not panel.send.isEnabled() and panel.keys() == ()
    assert panel.title.text().endswith(lacking.keyless) and "Before sending: 1 request" in panel.title.text()
    assert panel.columns.item(0).text().endswith("no key")
    panel.show_outgoing((replace(lacking, key="G"), outgoing), 2.0)
    assert panel.send.isEnabled() and panel.keys() == ("H",)


def test_the_keyboard_starts_on_not_sending(panel, qtbot):
    panel.prepare()
    qtbot.waitUntil(panel.leave.hasFocus)


def test_what_is_over_the_window_is_not_sent(panel, outgoing):
    panel.show_outgoing((replace(outgoing, trouble="Too large."),), 2.0)
    assert not panel.send.isEnabled() and "Too large." in panel._detail.text()


def test_the_cap_can_be_changed_here(panel, outgoing, qtbot):
    panel.show_outgoing((outgoing,), 2.0)
    with qtbot.waitSignal(panel.capped) as told:
        panel.cap.setValue(5.0)
    assert told.args == [5.0]


def test_each_secret_is_listed_and_taken_out(panel, outgoing):
    panel.show_outgoing((outgoing,), 2.0)
    assert panel.tabs.tabText(1) == "Secrets found (2)"
    assert all(panel.secrets.item(row).text().endswith("taken out") for row in range(2))
    assert panel.secrets.item(0).data(Qt.ItemDataRole.CheckStateRole) is None, "there is nothing to tick"
    assert panel._detail.textFormat() is Qt.TextFormat.PlainText


def test_several_compactions_are_told_apart_and_leave_is_for_the_column(panel, outgoing):
    panel.show_outgoing((outgoing, replace(outgoing, compaction=2)), 2.0)
    assert ["┊C1" in panel.columns.item(0).text(), "┊C2" in panel.columns.item(1).text()] == [True, True]
    assert panel.keys() == ("H",)


def test_with_nothing_to_send_its_words_alone_stand_there_and_there_is_nothing_to_unfold(panel):
    panel.prepare()
    panel.say("Name a model.", 3.0)
    assert panel.title.text() == "Name a model." and not panel.columns.isVisible() and panel.cap.value() == 3.0
    assert panel.fold.isHidden() and not panel.is_unfolded and not panel.send.isEnabled() and panel.keys() == ()
    panel.show_outgoing(())
    assert panel.columns.isVisible()


def test_folded_it_still_says_what_is_sent_and_what_comes_next_is_shown_whole(panel, outgoing):
    panel.show_outgoing((outgoing,), 2.0)
    panel.fold.click()
    assert not panel.tabs.isVisible() and not panel.columns.isVisible()
    assert "Before sending" in panel.title.text() and panel._detail.isVisible() and panel.send.isVisible()
    panel.prepare()
    assert panel.tabs.isVisible() and panel.is_unfolded
