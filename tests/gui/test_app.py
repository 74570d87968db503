import os
import signal
import subprocess
import sys

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from inspector.gui import app
from inspector.gui.dialogs.fault import FaultDialog
from inspector.gui.main_window import MainWindow
from inspector.store.folders import find_folders
from inspector.store.settings import Settings


@pytest.fixture
def whole(qapp):
    """A window as the program makes it."""
    window = app.make_window(qapp)
    yield window
    finish(window)


def test_the_window_stands_on_the_users_own_folders(whole):
    assert whole.bench.cache.path.parent == find_folders().cache
    assert whole.workspace.file.parent == find_folders().config
    assert not whole.banner.isVisible()


def test_the_scheme_chosen_last_time_is_in_force(qapp):
    Settings.load().put("window.scheme", "dark")
    window = app.make_window(qapp)
    assert window.theme.dark
    finish(window)


def test_a_setting_that_makes_no_sense_means_the_default(qapp):
    Settings.load().put("window.scheme", "plaid")
    window = app.make_window(qapp)
    assert window.theme.scheme == "system"
    finish(window)


def test_a_library_that_cannot_be_opened_is_told_and_the_window_opens(qapp):
    find_folders().data.parent.mkdir(parents=True, exist_ok=True)
    find_folders().data.write_text("a file where the folder should be")
    window = app.make_window(qapp)
    window.show()
    assert window.banner.isVisible() and window.start.isVisible()
    finish(window)


def test_an_unreadable_workspace_is_told(qapp):
    file = find_folders().config / "workspace.json"
    file.parent.mkdir(parents=True)
    file.write_text("{")
    window = app.make_window(qapp)
    assert "kept as" in window.banner.words.text()
    finish(window)


def test_a_fault_opens_one_dialog_and_the_window_goes_on(whole, monkeypatch, capsys):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    app._catch_faults(whole)
    whole.show()
    for _ in range(2):
        try:
            raise ZeroDivisionError("text of the log")
        except ZeroDivisionError as why:
            sys.excepthook(type(why), why, why.__traceback__)
    (shown,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, FaultDialog) and one.isVisible()]
    assert "ZeroDivisionError" in shown.report.toPlainText()
    assert "text of the log" not in shown.report.toPlainText()
    assert "text of the log" in capsys.readouterr().err
    shown.close()
    try:
        raise KeyError("another")
    except KeyError as why:
        sys.excepthook(type(why), why, why.__traceback__)
    (again,) = [one for one in QApplication.topLevelWidgets() if isinstance(one, FaultDialog) and one.isVisible()]
    assert "KeyError" in again.report.toPlainText()
    again.close()


def test_start_opens_the_log_and_gives_the_status_when_the_window_closes(qapp, log, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    windows = []
    make = app.make_window
    monkeypatch.setattr(app, "make_window", lambda application: windows.append(make(application)) or windows[0])
    before = signal.getsignal(signal.SIGINT)

    def look():
        if windows and windows[0].bench.document and not windows[0].executor.busy():
            assert windows[0].bench.document.session.path == str(log)
            windows[0].close()

    watch = QTimer(interval=20)
    watch.timeout.connect(look)
    watch.start()
    try:
        assert app.start(log) == 0
    finally:
        watch.stop()
        signal.signal(signal.SIGINT, before)
        for timer in qapp.findChildren(QTimer):
            timer.stop()
        finish(windows[0])


def test_the_window_brings_neither_the_model_library_nor_the_plot_and_empty_none_of_rules_reports_and_reruns():
    code = (
        "import sys; from inspector.gui import app; had = lambda names: [one for one in names if one in sys.modules];"
        "print(had(('litellm', 'pyqtgraph', 'tiktoken'))); window = app.make_window(app.make_application());"
        "late = ('rerun', 'impact.look', 'workbench.write_up', 'survival.survive');"
        "print(had(f'inspector.{name}' for name in late)); window.close()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ, check=True)
    assert done.stdout.split() == ["[]", "[]"]


def finish(window: MainWindow) -> None:
    window.close()
    if window.library:
        window.library.close()
    window.bench.cache.close()
    window.theme.deleteLater()
    window.executor.deleteLater()
    window.deleteLater()
