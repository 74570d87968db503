from PySide6.QtWidgets import QApplication, QDialog

from inspector.gui.dialogs.export_report import ExportReport
from inspector.gui.dialogs.tables import AboutDialog, TableDialog
from inspector.gui.palette import Palette
from inspector.gui.popups import PreferencesDialog


def test_each_opens_without_blocking_and_is_gone_when_closed(opened, settled):
    for name, kind in (
        ("commands", Palette),
        ("go_to", Palette),
        ("preferences", PreferencesDialog),
        ("session", TableDialog),
        ("keys", TableDialog),
        ("filter_help", TableDialog),
        ("about", AboutDialog),
        ("export_report", ExportReport),
    ):
        getattr(opened.popups, name)()
        (shown,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, QDialog) and one.isVisible()]
        assert isinstance(shown, kind), name
        shown.close()
        settled(opened)


def test_a_written_report_is_told_in_passing(opened, settled, tmp_path):
    opened.popups.export_report()
    settled(opened)
    (dialog,) = opened.findChildren(ExportReport)
    dialog.write(tmp_path / "report.html")
    settled(opened)
    assert str(tmp_path / "report.html") in opened.status.currentMessage()
    assert (tmp_path / "report.html").read_text("utf-8").startswith("<!")


def test_a_report_under_way_ends_with_its_dialog(opened, settled):
    opened.popups.export_report()
    (dialog,) = opened.findChildren(ExportReport)
    dialog.reject()
    settled(opened)
    assert not opened.executor.busy()


def test_files_of_a_session_are_looked_up_once(opened, settled):
    for _ in range(2):
        opened.popups.go_to()
        busy = opened.executor.busy()
        settled(opened)
        (shown,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, Palette) and one.isVisible()]
        shown.close()
    assert busy == ()
