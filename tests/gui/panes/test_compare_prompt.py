import pytest

from inspector.gui.asking import prompts
from inspector.gui.panes.compare_prompt import PromptPane
from inspector.rerun.prompts import RECORDED, Prompt

MODEL = "anthropic/claude-sonnet-4-5"


@pytest.fixture
def pane(qtbot, theme):
    made = PromptPane(theme, prompts)
    qtbot.addWidget(made)
    made.offer(None, [MODEL], "handoff", "")
    made.show()
    return made


def test_a_built_in_prompt_runs_as_it_is_and_says_where_it_would_go(pane, qtbot):
    assert "our prompt" in pane.message.text() and "ANTHROPIC_API_KEY" in pane.message.text()
    with qtbot.waitSignal(pane.run_asked) as told:
        pane.run.click()
    assert told.args == ["handoff", MODEL] and "my-handoff" not in prompts().all


def test_what_is_changed_is_kept_under_a_name_of_ones_own_and_run(pane, qtbot):
    assert pane.name.text() == "my-handoff" and not pane.save.isEnabled()
    pane.editor.setPlainText(pane.editor.toPlainText() + "\nBe brief.")
    assert "+Be brief." in pane.changes.toPlainText() and pane.changes.isVisible()
    assert "Run keeps it as my-handoff" in pane.message.text() and "your prompt" in pane.message.text()
    with qtbot.waitSignal(pane.run_asked) as told:
        pane.run.click()
    assert told.args == ["my-handoff", MODEL] and "Be brief." in prompts().all["my-handoff"].text
    assert not pane.is_changed() and not pane.changes.isVisible()


def test_a_template_that_cannot_be_filled_in_is_told_at_once(pane):
    pane.editor.setPlainText("{{ nothing_like_this }}")
    assert "cannot be filled in" in pane.message.text() and not pane.save.isEnabled() and not pane.run.isEnabled()


def test_without_a_model_nothing_can_be_run(pane):
    pane.model.model.setEditText("")
    assert "Name a model" in pane.message.text() and not pane.run.isEnabled()
    pane.model.model.setEditText("no such model")
    assert "is no model" in pane.message.text() and not pane.run.isEnabled()


def test_the_agents_own_prompt_is_shown_and_changed_under_a_name_of_ones_own(pane):
    own = Prompt(RECORDED, "Summarise {{ this }}.", "session", "The agent's own", plain=True)
    pane.offer(own, [MODEL], RECORDED, "")
    assert pane.editor.toPlainText() == "Summarise {{ this }}." and pane.name.text() == "my-recorded"
    pane.offer(None, [MODEL], "", "")
    assert pane.which.findData(RECORDED) < 0


def test_prompts_come_from_and_go_to_files(pane, tmp_path):
    path = tmp_path / "short.md.j2"
    path.write_text("Say it in a line.")
    pane.import_from(path)
    assert pane.editor.toPlainText() == "Say it in a line." and pane.name.text() == "short"
    pane.export_to(tmp_path / "out.md.j2")
    assert (tmp_path / "out.md.j2").read_text() == "Say it in a line."
    pane.import_from(tmp_path / "none.md")
    assert "cannot be read" in pane.message.text()


def test_a_name_that_cannot_be_a_files_is_refused(pane):
    pane.editor.setPlainText("Say it in a line.")
    pane.name.setText("No/Such Name")
    pane.save.click()
    assert "cannot be the name" in pane.message.text()


def test_a_new_prompt_says_its_messages_and_can_be_kept_at_once(pane):
    next(action for action in pane.more.menu().actions() if "New" in action.text()).trigger()
    assert pane.name.text() == "my-prompt" and "=== record" in pane.editor.toPlainText() and pane.save.isEnabled()
    pane.editor.setPlainText(pane.editor.toPlainText().replace("=== record", "=== recrod"))
    assert not pane.save.isEnabled() and "'recrod'" in pane.message.text()
    pane.editor.setPlainText(pane.editor.toPlainText().replace("=== recrod", "=== record"))
    pane.save.click()
    assert prompts().named("my-prompt").messages and pane.which.currentData() == "my-prompt"
