import pytest
from PySide6.QtWidgets import QDialogButtonBox

from inspector.gui.dialogs.edit_column import ColumnDialog
from inspector.gui.widgets.model_choice import PROVIDER, SERVER, WORDS
from inspector.model.settings import UNSET, Settings
from inspector.rerun.column import RECORDED_WORDS
from inspector.rerun.prompts import load_prompts
from inspector.rerun.spending import SetPrice
from tests.made_runs import strategies, variant


@pytest.fixture
def make(qtbot):
    def made(one, **more):
        dialog = ColumnDialog(one, strategies(), load_prompts(), ("claude-opus-4-5",), **more)
        qtbot.addWidget(dialog)
        return dialog

    return made


def ok(dialog):
    return dialog._buttons.button(QDialogButtonBox.StandardButton.Ok)


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


def test_a_free_strategy_needs_nothing_else(make):
    dialog = make(variant("own/head-tail"))
    assert ok(dialog).isEnabled() and "sends nothing" in dialog.words()
    assert not dialog.model.isEnabled() and dialog.entered() == variant("own/head-tail")


def test_without_a_model_it_cannot_be_taken(make):
    dialog = make(variant("own/pinned-facts"))
    assert not ok(dialog).isEnabled() and "Name a model" in dialog.words()
    dialog.model.setText("anthropic/claude-sonnet-4-5")
    assert ok(dialog).isEnabled() and "ANTHROPIC_API_KEY" in dialog.words()
    assert dialog.entered().asks_model


def test_the_key_itself_is_never_shown(make, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-not-a-real-one-0123456789")
    dialog = make(variant("own/pinned-facts", "anthropic/claude-sonnet-4-5"))
    assert "in the environment" in dialog.words() and "0123456789" not in dialog.words()


def test_a_server_is_named_by_its_address(make):
    dialog = make(variant("own/pinned-facts"))
    choose(dialog.kind, SERVER)
    dialog.model.setText("qwen3")
    dialog.choice.address.setText("not an address")
    assert not ok(dialog).isEnabled()
    dialog.choice.address.setText("http://127.0.0.1:8080/v1")
    assert ok(dialog).isEnabled() and "no key is needed" in dialog.words()
    assert dialog.entered().model == "qwen3@http://127.0.0.1:8080/v1"


def test_a_command_and_the_recorded_words_come_back_as_they_were(make):
    command = make(variant("own/guided", "command:cat -"))
    assert command.model.text() == "cat -" and command.entered().model == "command:cat -"
    server = make(variant("own/guided", "m@http://127.0.0.1:1/v1", repeats=3, prompt="handoff"))
    assert server.entered() == variant("own/guided", "m@http://127.0.0.1:1/v1", repeats=3, prompt="handoff")
    words = make(variant("own/guided", RECORDED_WORDS))
    assert words.kind.currentData() == WORDS and words.entered().model == RECORDED_WORDS
    none = make(variant("own/guided", RECORDED_WORDS), has_words=False)
    assert none.kind.findData(WORDS) < 0 and none.kind.currentData() == PROVIDER


def test_what_was_chosen_is_told(make, qtbot):
    dialog = make(variant("own/head-tail"))
    choose(dialog.strategy, "own/extractive")
    with qtbot.waitSignal(dialog.chosen) as told:
        ok(dialog).click()
    assert told.args[0].strategy.id == "own/extractive"


def test_what_to_preserve_is_part_of_the_column_where_a_prompt_has_a_place_for_it(make):
    dialog = make(variant("own/guided", "x/y"), has_prompt=True)
    assert "every rule" in dialog.focus.placeholderText()
    dialog.focus.setText("  the schema ")
    assert dialog.entered().focus == "the schema"
    choose(dialog.prompt, "recorded")
    assert not dialog.focus.isEnabled() and dialog.entered().focus == ""
    choose(dialog.prompt, "handoff")
    assert dialog.entered().focus == "the schema"
    choose(dialog.strategy, "own/head-tail")
    assert not dialog.focus.isEnabled() and dialog.entered().focus == ""
    assert make(variant("own/guided", "x/y", focus="the names")).focus.text() == "the names"


def test_settings_are_folded_and_part_of_the_column_once_one_is_set(make):
    plain = make(variant("own/guided", "x/y"))
    assert not plain.settings.fold.isChecked() and plain.entered().settings == UNSET
    plain.settings.fold.click()
    plain.settings.max_output.setValue(9_000)
    assert plain.entered().settings == Settings(max_output=9_000)
    again = make(plain.entered())
    assert again.settings.fold.isChecked() and again.entered() == plain.entered()
    choose(again.strategy, "own/head-tail")
    assert again.settings.fold.isHidden() and again.entered().settings == UNSET


def test_a_price_is_told_before_what_was_chosen(make):
    dialog, told = make(variant("own/guided", "m@http://127.0.0.1:1/v1")), []
    dialog.priced.connect(told.append)
    dialog.chosen.connect(told.append)
    dialog.choice.price.setText("1, 2")
    ok(dialog).click()
    assert told == [SetPrice("m@http://127.0.0.1:1/v1", 1.0, 2.0), dialog.entered()]


def test_its_title_says_whether_a_column_is_added_or_changed(make):
    assert make(variant("own/guided")).windowTitle() == "Change column"
    assert make(variant("own/guided"), exists=False).windowTitle() == "Add column"
