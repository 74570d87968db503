import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from inspector.errors import UsageError
from inspector.gui.widgets.mended_view import MendedView, form_titles
from inspector.report.mend.texts import END, START, Mended
from inspector.workbench.mending import FORMS


@pytest.fixture
def view(qtbot, theme):
    made = MendedView(theme)
    qtbot.addWidget(made)
    return made


def test_every_form_can_be_chosen_and_every_agent_with_an_instruction_file(view):
    assert set(form_titles()) == set(FORMS)
    files = {view.agent.itemText(place).split(" · ")[1] for place in range(view.agent.count())}
    assert {"CLAUDE.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".clinerules"} <= files
    assert ".github/copilot-instructions.md" in files


def test_the_agent_matters_only_where_the_text_is_for_one(view):
    view.choose("summary")
    assert not view.agent.isEnabled()
    view.choose("pins", "gemini")
    assert view.agent.isEnabled() and view.wanted() == ("pins", "gemini")


def test_the_whole_text_is_copied_and_a_long_one_shown_in_part(view):
    view.show_mended(Mended("x" * 300_000, "Use."))
    assert "100,000 more characters" in view.preview.toPlainText()
    view.copy()
    assert QApplication.clipboard().text() == "x" * 300_000
    assert "Copied" in view.told.text()


def test_where_there_is_no_text_it_says_why_and_nothing_can_be_taken(view):
    view.show_failure(UsageError("No hook is documented.", hint="--as pins instead"))
    assert view.use.text() == "No hook is documented."
    assert not view.copy_button.isEnabled() and not view.save_button.isEnabled()


def test_nothing_is_written_without_the_dialog(view, qtbot, tmp_path):
    view.choose("pins", "claude-code")
    view.show_mended(Mended("block\n", "Use.", "CLAUDE.md"))
    dialog = view.ask_place()
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave and view.suggested() == "CLAUDE.md"
    with qtbot.waitSignal(view.saving) as asked:
        dialog.fileSelected.emit(str(tmp_path / "CLAUDE.md"))
    assert asked.args == [tmp_path / "CLAUDE.md"] and list(tmp_path.iterdir()) == []
    dialog.close()


def test_a_pin_block_leaves_the_rest_of_an_instruction_file_as_it_is(view, tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_text("# Mine\n")
    view.choose("pins")
    for words in ("one", "two"):
        view.show_mended(Mended(f"{START}\n{words}\n{END}\n", "Use.", "CLAUDE.md"))
        view.save(path, [])
    assert path.read_text() == f"# Mine\n\n{START}\ntwo\n{END}\n"


def test_a_file_that_is_no_text_is_left_alone(view, tmp_path):
    path = tmp_path / "CLAUDE.md"
    path.write_bytes(b"\xff\xfe\x00")
    view.choose("pins")
    view.show_mended(Mended("block\n", "Use."))
    view.save(path, [])
    assert view.told.text().startswith("▲") and path.read_bytes() == b"\xff\xfe\x00"


@pytest.mark.parametrize("form", ["pins", "summary"])
def test_the_log_is_never_written(view, tmp_path, form):
    log = tmp_path / "log.jsonl"
    log.write_text("{}\n")
    view.choose(form)
    view.show_mended(Mended("text", "Use."))
    view.save(log, [log])
    assert view.told.text().startswith("▲") and log.read_text() == "{}\n"
    view.save(tmp_path / "no" / "such.md", [log])
    assert view.told.text().startswith("▲")
