from PySide6.QtWidgets import QDialogButtonBox, QLabel

from inspector.gui.dialogs.judge_columns import JudgeColumnsDialog


def test_a_model_is_chosen_and_what_it_does_is_said(qtbot):
    dialog = JudgeColumnsDialog(("anthropic/claude-sonnet-4-5",))
    qtbot.addWidget(dialog)
    assert dialog.windowTitle() == "Judge columns"
    assert any("without knowing whose it is" in label.text() for label in dialog.findChildren(QLabel))
    with qtbot.waitSignal(dialog.chosen) as told:
        dialog._buttons.button(QDialogButtonBox.StandardButton.Ok).click()
    assert told.args == ["anthropic/claude-sonnet-4-5"]
