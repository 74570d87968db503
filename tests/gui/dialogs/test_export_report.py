import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from inspector.gui.dialogs.export_report import ExportReport
from inspector.gui.widgets.row_table import RowTable
from inspector.report.reporters import REPORTERS
from tests.made_session import inline_bench, sample


@pytest.fixture
def bench():
    """A bench whose jobs run at once."""
    bench = inline_bench()
    bench.open(sample("fading-rules"))
    yield bench
    bench.close()


@pytest.fixture
def dialog(bench, qtbot):
    made = ExportReport(bench, bench.document)
    qtbot.addWidget(made)
    return made


def test_redaction_is_on_and_lists_what_it_takes_out(dialog):
    assert dialog.redacted.isChecked() and dialog.taken.rowCount() == len(dialog._made.taken) > 0
    was = [dialog.taken.item(row, 1).text() for row in range(dialog.taken.rowCount())]
    assert any("mara" in words for words in was)
    assert f"{len(was)} things are taken out" in dialog.words.text()
    dialog.redacted.setChecked(False)
    assert dialog.words.text().startswith("▲") and not dialog.taken.isEnabled()


def test_what_it_takes_out_is_listed_as_everywhere_else(dialog):
    table, other = dialog.taken, RowTable("Other")
    assert not table.showGrid() and table.alternatingRowColors()
    assert table.verticalHeader().defaultSectionSize() == other.verticalHeader().defaultSectionSize()
    assert table.horizontalHeader().defaultAlignment() & Qt.AlignmentFlag.AlignLeft


@pytest.mark.parametrize("name", [reporter.name for reporter in REPORTERS])
def test_every_format_is_written_without_what_was_taken_out(dialog, qtbot, tmp_path, name):
    dialog.format.setCurrentIndex(dialog.format.findData(name))
    with qtbot.waitSignal(dialog.written):
        dialog.write(tmp_path / f"report.{name}")
    text = (tmp_path / f"report.{name}").read_text("utf-8")
    assert text == dialog.reporter().session(dialog._made.clean)
    assert "/home/mara" not in text


def test_turned_off_the_report_is_whole(dialog, tmp_path):
    dialog.format.setCurrentIndex(dialog.format.findData("md"))
    dialog.redacted.setChecked(False)
    dialog.write(tmp_path / "report.md")
    assert "mara" in (tmp_path / "report.md").read_text("utf-8")


def test_nothing_is_written_before_the_file_dialog_says_where(dialog, tmp_path):
    asked = dialog.ask_place()
    assert asked.acceptMode() is QFileDialog.AcceptMode.AcceptSave and asked.defaultSuffix() == "html"
    asked.close()
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_written_is_said_and_can_be_tried_again(dialog, tmp_path):
    dialog.write(tmp_path / "no" / "report.html")
    assert dialog.words.text().startswith("▲") and dialog.save_button.isEnabled()
    log = sample("fading-rules")
    before = log.read_bytes()
    dialog.write(log)
    assert "logs are never written" in dialog.words.text() and log.read_bytes() == before


def test_a_dialog_that_was_closed_hears_no_result(dialog):
    dialog.reject()
    dialog._arrived(dialog._made)
    dialog._failed(ValueError("late"))
    assert dialog.isHidden()
