import pytest
from PySide6.QtWidgets import QDialogButtonBox

from inspector.gui.dialogs.edit_column import ColumnDialog
from inspector.model.settings import UNSET, Settings
from inspector.rerun.column import RECORDED_WORDS
from inspector.rerun.prompts import load_prompts
from tests.made_runs import strategies, variant

MODEL = "anthropic/claude-sonnet-4-5"


@pytest.fixture
def make(qtbot):
    def made(one, **more):
        dialog = ColumnDialog(one, strategies(), load_prompts(), (), **more)
        qtbot.addWidget(dialog)
        return dialog

    return made


def ok(dialog):
    return dialog._buttons.button(QDialogButtonBox.StandardButton.Ok)


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


def name(dialog, model):
    """Type a model's name."""
    dialog.model.model.setEditText(model)


def test_a_free_strategy_needs_nothing_else(make, qtbot):
    dialog = make(variant("own/head-tail"))
    assert ok(dialog).isEnabled() and "sends nothing" in dialog.check.text()
    assert dialog.model.isHidden() and dialog.entered() == variant("own/head-tail")
    choose(dialog.strategy, "own/pins-only")
    with qtbot.waitSignal(dialog.chosen) as told:
        ok(dialog).click()
    assert told.args[0].strategy.id == "own/pins-only"


def test_one_field_names_any_model_and_says_where_it_leads(make, monkeypatch):
    """What the hint of the field says is taken as it stands: a server's address is no second field."""
    dialog = make(variant("own/pinned-facts"))
    assert not ok(dialog).isEnabled() and "Name a model" in dialog.check.text()
    name(dialog, "qwen3@not an address")
    assert not ok(dialog).isEnabled()
    name(dialog, "qwen3@http://127.0.0.1:8080/v1")
    assert ok(dialog).isEnabled() and "no key is needed" in dialog.check.text()
    assert "127.0.0.1:8080" in dialog.check.text() and dialog.entered().model == "qwen3@http://127.0.0.1:8080/v1"
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-real-one-0123456789")
    name(dialog, MODEL)
    assert "in the environment" in dialog.check.text() and "0123456789" not in dialog.check.text()


def test_what_stood_there_comes_back_as_it_was(make):
    for one in (
        variant("own/guided", "command:cat -"),
        variant("own/guided", "m@http://127.0.0.1:1/v1", repeats=3, prompt="handoff", focus="the names"),
    ):
        assert make(one).entered() == one
    words = make(variant("own/guided", RECORDED_WORDS))
    assert words.entered().model == RECORDED_WORDS and "nothing is sent" in words.check.text()
    none = make(variant("own/guided", "x/y"), has_words=False).model.model
    assert RECORDED_WORDS not in [none.itemText(row) for row in range(none.count())]


def test_what_to_preserve_is_part_of_it_where_a_prompt_has_a_place_for_it(make):
    dialog = make(variant("own/guided", "x/y"), has_prompt=True)
    assert "every rule" in dialog.focus.placeholderText()
    dialog.focus.setText("  the schema ")
    assert dialog.entered().focus == "the schema"
    choose(dialog.prompt, "recorded")
    assert dialog.focus.isHidden() and dialog.entered().focus == ""
    choose(dialog.prompt, "handoff")
    choose(dialog.strategy, "own/head-tail")
    assert dialog.entered().focus == ""


def test_settings_are_folded_and_part_of_it_once_one_is_set(make):
    plain = make(variant("own/guided", "x/y"))
    assert not plain.settings.fold.isChecked() and plain.entered().settings == UNSET
    plain.settings.fold.click()
    plain.settings.max_output.setValue(9_000)
    assert plain.entered().settings == Settings(max_output=9_000)
    again = make(plain.entered())
    assert again.settings.fold.isChecked() and again.entered() == plain.entered()
    choose(again.strategy, "own/head-tail")
    assert again.settings.fold.isHidden() and again.entered().settings == UNSET
