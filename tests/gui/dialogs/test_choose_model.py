import pytest
from PySide6.QtWidgets import QDialogButtonBox, QLabel

from inspector.gui.dialogs.choose_model import choose_judge


@pytest.fixture
def make(qtbot):
    def made(known=()):
        dialog = choose_judge(known)
        qtbot.addWidget(dialog)
        return dialog

    return made


def ok(dialog):
    return dialog._buttons.button(QDialogButtonBox.StandardButton.Ok)


def test_without_a_model_nothing_can_be_shown(make, qtbot):
    dialog = make()
    assert not ok(dialog).isEnabled() and "Name a model" in dialog.words()
    dialog.choice.model.setText("anthropic/claude-sonnet-4-5")
    assert ok(dialog).isEnabled() and "anthropic" in dialog.words()
    with qtbot.waitSignal(dialog.chosen) as told:
        ok(dialog).click()
    assert told.args == ["anthropic/claude-sonnet-4-5"]


def test_the_model_that_was_used_last_is_there_already(make):
    dialog = make(("command:cat -", "x/y"))
    assert dialog.choice.name() == "command:cat -" and ok(dialog).isEnabled()
    assert dialog.choice.kind.findData("words") < 0


def test_a_model_is_chosen_and_what_it_does_is_said(make, qtbot):
    dialog = make(("anthropic/claude-sonnet-4-5",))
    assert dialog.windowTitle() == "Judge columns"
    assert any("without knowing whose it is" in label.text() for label in dialog.findChildren(QLabel))
    with qtbot.waitSignal(dialog.chosen) as told:
        ok(dialog).click()
    assert told.args == ["anthropic/claude-sonnet-4-5"]


def test_the_field_says_what_the_model_does(make):
    judge = make()
    assert judge.choice.kind.accessibleName() == "Who judges"
    judge.choice.kind.setCurrentIndex(judge.choice.kind.findData("command"))
    assert judge.choice.model.placeholderText().endswith("writes the answer")
