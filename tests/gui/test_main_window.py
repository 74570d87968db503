import os
import subprocess
import sys

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from inspector.gui.dialogs.fault import FaultDialog
from inspector.gui.theme import Scheme
from inspector.workbench.document import Stage
from inspector.workbench.item_views import find_paths


def test_with_nothing_open_there_is_the_start_page_and_no_toolbar(window):
    assert window.start.isVisible() and not window.toolbar.isVisible()
    assert window.windowTitle() == "Inspector"


def test_the_perspective_is_built_with_the_first_session(window, log, settled):
    assert not window.has_trace
    window.opener.open(log)
    settled(window)
    assert window.has_trace and window.trace.isVisible() and window.toolbar.isVisible()
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


def test_compactions_are_stepped_through_by_key(opened):
    opened.bench.selection.clear()
    for expected in (1, 2, 2):
        opened.go_compaction(1)
        assert opened.bench.selection.focus.compaction == expected
    assert "No further compaction" in opened.status.currentMessage()
    opened.go_compaction(-1)
    focus = opened.bench.selection.focus
    one = opened.bench.document.compactions[0]
    assert (focus.compaction, focus.item, focus.request) == (1, one.record.summary, one.request_after)


def test_escape_undoes_one_thing_after_the_other(opened, qtbot):
    trace, bench = opened.trace, opened.bench
    bench.set_filter("kind:user")
    bench.selection.select(item=3, first=2.0, last=5.0)
    trace.transcript.show_find()

    def state():
        focus = bench.selection.focus
        find = trace.transcript.hide_find()
        if find:
            trace.transcript.show_find()
        return find, focus.first is not None, focus.item is not None, bool(bench.filter.text), trace.stands_out.wanted

    assert state() == (True,) * 5
    for gone in range(1, 6):
        opened.step_out()
        # The range is told once the plot has come to rest.
        qtbot.waitUntil(lambda gone=gone: state() == (False,) * gone + (True,) * (5 - gone))


def test_escape_puts_the_card_away_with_what_stands_out_and_the_default_brings_both_back(opened):
    opened.bench.selection.clear()
    opened.step_out()
    assert not opened.trace.card.wanted and not opened.trace.stands_out.wanted
    opened.default_layout()
    assert opened.trace.card.wanted and opened.trace.stands_out.wanted


def test_a_file_is_followed_and_let_go_again(opened, settled):
    path = find_paths(opened.bench.document)
    number = next(iter(path))
    opened.bench.selection.select(item=number)
    opened.follow_trail()
    settled(opened)
    assert opened.filter_bar.field.text() == opened.bench.filter.text
    assert opened.trace.transcript.shown() == sum(one == path[number] for one in path.values())
    opened.follow_trail()
    assert opened.bench.filter.text == ""
    opened.bench.selection.select(item=1)
    opened.follow_trail()
    assert "Neither a fact" in opened.status.currentMessage()


def test_marks_are_set_and_taken_away(opened):
    opened.bench.selection.select(item=3)
    opened.toggle_mark()
    assert opened.bench.marks == {3}
    opened.toggle_mark()
    assert opened.bench.marks == frozenset()


def test_a_part_that_could_not_be_worked_out_is_told_and_the_rest_stands(opened):
    document = opened.bench.document
    document.failures[Stage.COUNT] = ZeroDivisionError("text of the log")
    opened.bench.advanced.emit(Stage.COUNT)
    assert "a bug in Inspector" in opened.banner.text() and "text of the log" not in opened.banner.text()
    assert opened.trace.isVisible()
    # The last: buttons of an earlier message go with the next turn of the event loop.
    [button for button in opened.banner.findChildren(QPushButton) if button.text() == "Show report"][-1].click()
    opened.findChild(FaultDialog).close()


def test_colours_are_kept_for_the_next_time(window, theme):
    window.choose_scheme(Scheme.DARK)
    assert theme.dark and window.settings.text("window.scheme") == "dark"
    assert window.verbs["view.dark"].isChecked() and not window.verbs["view.light"].isChecked()


def test_the_default_layout_brings_everything_back(opened):
    opened.trace.toggle_drawer()
    opened.trace.stands_out.wanted = False
    opened.default_layout()
    assert opened.trace.drawer_shown() and opened.trace.stands_out.wanted


def test_a_failed_run_is_looked_into_by_keyboard_alone(opened, qtbot):
    """Open, next compaction, its log line, back, the drawer's problems, and out again."""
    opened.activateWindow()
    opened.trace.transcript.focus_list()
    control, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    QTest.keyClick(opened, Qt.Key.Key_BracketRight, control)
    assert opened.bench.selection.focus.compaction == 1
    QTest.keyClick(opened, Qt.Key.Key_F4)
    assert opened.trace.raw.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_1, alt)
    assert opened.trace.reader.isVisible()
    before = opened.bench.selection.focus
    QTest.keyClick(opened, Qt.Key.Key_Down, control)
    assert opened.bench.selection.focus.item != before.item
    QTest.keyClick(opened, Qt.Key.Key_Left, alt)
    assert opened.bench.selection.focus == before
    QTest.keyClick(opened, Qt.Key.Key_6, alt)
    assert opened.trace.problems.isVisible()
    QTest.keyClick(opened, Qt.Key.Key_J, control)
    assert not opened.trace.drawer_shown()


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
        for tab in ("aftermath", "facts", "erosion", "difference", "take_away", "runs", "quality", "simulate", "chain"):
            window.perspectives.show_tab(tab)
            settled(window)
    finally:
        qapp.removeEventFilter(shown)
    assert shown.names == []


def test_opening_does_not_import_the_model_library(log, tmp_path):
    # In a process of its own: other tests of the same run do import it.
    script = f"""
import sys
from pathlib import Path
from inspector.gui.app import make_application, make_window
application = make_application()
window = make_window(application)
window.show()
window.opener.open(Path({str(log)!r}))
while window.bench.document is None or window.executor.busy():
    application.processEvents()
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
