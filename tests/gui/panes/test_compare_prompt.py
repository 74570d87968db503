import pytest

from inspector.gui.asking import prompts
from inspector.gui.panes.compare_prompt import PromptPane
from inspector.rerun.prompts import RECORDED, Prompt


@pytest.fixture
def pane(qtbot, theme):
    made = PromptPane(theme, prompts())
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_built_in_prompt_is_forked_under_a_name_of_ones_own(pane, qtbot):
    pane.choose("handoff")
    assert pane.name.text() == "my-handoff" and "handoff@" in pane.message.text()
    pane.editor.setPlainText(pane.editor.toPlainText() + "\nBe brief.")
    assert "+Be brief." in pane.changes.toPlainText() and pane.changes.isVisible()
    with qtbot.waitSignal(pane.saved) as told:
        pane.save.click()
    assert told.args == ["my-handoff"] and "my-handoff" in prompts().all
    assert not pane.is_changed() and "Kept as your own" in pane.message.text()


def test_a_version_changes_with_any_letter(pane):
    pane.choose("handoff")
    before = pane.message.text().split(" ")[0]
    pane.editor.setPlainText(pane.editor.toPlainText() + ".")
    assert pane.message.text().split(" ")[0] != before


def test_a_template_that_cannot_be_filled_in_is_told_at_once(pane):
    pane.choose("handoff")
    pane.editor.setPlainText("{{ nothing_like_this }}")
    assert "cannot be filled in" in pane.message.text() and not pane.save.isEnabled()


def test_the_agents_own_prompt_is_shown_and_forked(pane):
    pane.show_recorded(Prompt(RECORDED, "Summarise {{ this }}.", "session", "The agent's own", plain=True))
    pane.choose(RECORDED)
    assert pane.editor.toPlainText() == "Summarise {{ this }}." and pane.name.text() == "my-recorded"
    assert pane.save.isEnabled()
    pane.show_recorded(None)
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
    pane.choose("handoff")
    pane.name.setText("No/Such Name")
    pane.editor.setPlainText("Say it in a line.")
    pane.save.click()
    assert "cannot be the name" in pane.message.text()


def test_a_new_prompt_says_its_messages_and_can_be_kept_at_once(pane, qtbot):
    pane.choose("handoff")
    pane.new.click()
    assert pane.name.text() == "my-prompt" and "=== record" in pane.editor.toPlainText()
    assert pane.save.isEnabled() and not pane.changes.isVisible() and "wording: yours" in pane.message.text()
    pane.editor.setPlainText(pane.editor.toPlainText().replace("=== record", "=== recrod"))
    assert not pane.save.isEnabled() and "'recrod'" in pane.message.text()
    pane.editor.setPlainText(pane.editor.toPlainText().replace("=== recrod", "=== record"))
    with qtbot.waitSignal(pane.saved):
        pane.save.click()
    assert prompts().named("my-prompt").messages and pane.which.currentData() == "my-prompt"


def test_a_copy_is_shown_against_its_parent_until_it_is_like_it(pane, qtbot):
    pane.choose("handoff")
    assert "wording: ours" in pane.message.text()
    with qtbot.waitSignal(pane.saved) as told:
        pane.copy.click()
    assert told.args == ["my-handoff"] and pane.name.text() == "my-handoff" and not pane.changes.isVisible()
    pane.editor.setPlainText(pane.editor.toPlainText() + "\nBe brief.")
    pane.save.click()
    assert not pane.is_changed() and "+Be brief." in pane.changes.toPlainText() and pane.changes.isVisible()
    pane.choose("guided")
    pane.choose("my-handoff")
    assert pane.changes.toPlainText().startswith("--- handoff@")
