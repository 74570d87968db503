import os
import subprocess
import sys

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.gui.dialogs.fault import FaultDialog
from inspector.workbench.document import Stage
from tests.made_session import sample


def test_with_nothing_open_there_is_the_start_page_and_no_toolbar(window):
    assert window.start.isVisible() and not window.toolbar.isVisible()
    assert window.windowTitle() == "Inspector"


def test_the_perspective_is_built_with_the_first_session(window, log, settled):
    assert not window.perspectives.has_trace
    window.opener.open(log)
    settled(window)
    assert window.perspectives.has_trace and window.perspectives.trace.isVisible() and window.toolbar.isVisible()
    assert not window.start.isVisible()


def test_the_title_names_session_agent_and_version(opened):
    session = opened.bench.document.session
    assert opened.windowTitle().endswith(f"— Claude Code {session.version} — Inspector")


def test_closing_the_session_shows_the_start_page_with_it_among_the_recent(opened, settled):
    opened.opener.close()
    settled(opened)
    assert opened.start.isVisible() and not opened.toolbar.isVisible()
    assert opened.start.recent.topLevelItemCount() == 1
    assert opened.windowTitle() == "Inspector"


def test_what_was_never_open_begins_in_trace_and_what_was_goes_on_where_it_was_left(opened, log, settled):
    opened.perspectives.show("review")
    for path, begins in ((log, "review"), (sample("claude-code/2.1/clean"), "trace")):
        opened.opener.close()
        opened.opener.open(path)
        assert settled(opened).perspectives.current == begins


def test_compactions_are_stepped_through_by_key(opened):
    opened.bench.selection.clear()
    for expected in (1, 2, 2):
        opened.perspectives.go_compaction(1)
        assert opened.bench.selection.focus.compaction == expected
    assert "No further compaction" in opened.status.currentMessage()
    opened.perspectives.go_compaction(-1)
    focus = opened.bench.selection.focus
    one = opened.bench.document.compactions[0]
    assert (focus.compaction, focus.item, focus.request) == (1, one.record.summary, one.request_after)


def test_a_part_that_could_not_be_worked_out_is_told_and_the_rest_stands(opened):
    document = opened.bench.document
    document.failures[Stage.COUNT] = ZeroDivisionError("text of the log")
    opened.bench.advanced.emit(Stage.COUNT)
    assert "a bug in Inspector" in opened.banner.words.text() and "text of the log" not in opened.banner.words.text()
    assert opened.perspectives.trace.isVisible()
    # The last: buttons of an earlier message go with the next turn of the event loop.
    [button for button in opened.banner.findChildren(QPushButton) if button.text() == "Show report"][-1].click()
    opened.findChild(FaultDialog).close()


def test_the_default_layout_brings_everything_back(opened):
    opened.perspectives.trace.toggle_drawer()
    opened.perspectives.trace.card.wanted = False
    opened.perspectives.default_layout()
    assert opened.perspectives.trace.drawer_shown() and opened.perspectives.trace.card.wanted


def test_a_failed_run_is_looked_into_by_keyboard_alone(opened, qtbot):
    """Open, next compaction, its log line, back, the drawer's problems, and out again."""
    opened.activateWindow()
    opened.perspectives.trace.transcript.focus_list()
    control, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(opened, Qt.Key.Key_BracketRight, control)
    assert opened.bench.selection.focus.compaction == 1
    QTest.keyClick(opened, Qt.Key.Key_F4)
    assert opened.perspectives.trace.raw.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_1, alt)
    assert opened.perspectives.trace.reader.isVisible()
    before = opened.bench.selection.focus
    QTest.keyClick(opened, Qt.Key.Key_Down, control)
    assert opened.bench.selection.focus.item != before.item
    QTest.keyClick(opened, Qt.Key.Key_Left, alt)
    assert opened.bench.selection.focus == before
    QTest.keyClick(opened, Qt.Key.Key_6, alt)
    assert opened.perspectives.trace.problems.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_J, control)
    assert not opened.perspectives.trace.drawer_shown()


class WindowsShown(QObject):
    """Hears of every widget that is shown as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched, event):
        if event.type() is QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.names.append(type(watched).__name__)
        return False


def test_no_part_of_the_window_is_ever_a_window_of_its_own(window, log, settled, qapp):
    """It would flash up beside the window, and take the keyboard from it."""
    shown = WindowsShown()
    qapp.installEventFilter(shown)
    try:
        window.opener.open(log)
        settled(window)
        for tab in ("consequences", "facts", "erosion", "take_away"):
            window.perspectives.show_tab(tab)
            settled(window)
        window.perspectives.show("compare")
        settled(window)
    finally:
        qapp.removeEventFilter(shown)
    assert shown.names == []


def test_a_log_without_compactions_opens_in_trace_and_says_what_it_shows(window, settled):
    window.perspectives.show("review")
    window.opener.open(sample("tiny"))
    settled(window)
    assert not window.bench.document.compactions and window.perspectives.current == "trace"
    assert "never compacted, as far as its log tells. The plot shows" in window.perspectives.trace.card.text()


def test_opening_does_not_import_the_model_library(log, tmp_path):
    # In a process of its own: other tests of the same run do import it.
    script = f"""
import sys, time
from pathlib import Path
from inspector.gui.app import make_application, make_window
application = make_application()
window = make_window(application)
window.show()
window.opener.open(Path({str(log)!r}))
while window.bench.document is None or window.executor.busy():
    application.processEvents()
    time.sleep(0.01)
print("litellm" in sys.modules, len(window.bench.document.compactions))
window.close()
"""
    env = {**os.environ, "INSPECTOR_HOME": str(tmp_path), "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=True)
    assert done.stdout.split()[0] == "False"


def test_closing_while_a_log_is_read_ends_at_once(window, log):
    window.opener.open(log)
    window.close()
    assert window.finished and window.bench.document is None


def test_every_control_has_a_name_for_those_who_cannot_see_it(opened):
    from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit

    nameless = [
        widget
        for kind in (QAbstractButton, QComboBox, QLineEdit)
        for widget in opened.findChildren(kind)
        if widget.isVisible() and not widget.accessibleName() and not getattr(widget, "text", str)().strip("◀▶✕ ")
    ]
    own = [widget for widget in nameless if not widget.objectName().startswith("qt_")]
    assert [(type(widget).__name__, widget.parent()) for widget in own] == []
