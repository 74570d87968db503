import gzip
import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton

from inspector.errors import AmbiguousFormat, Cancelled, CannotRead, UnknownFormat
from inspector.gui.dialogs.fault import FaultDialog
from inspector.gui.dialogs.open_as import OpenAsDialog
from inspector.gui.opener import dropped_path
from inspector.gui.start_page import StartPage
from inspector.read import limits
from inspector.workbench.workspace import Recent
from tests.gui.judged_window import key


def buttons(window):
    return {button.text(): button for button in window.banner.findChildren(QPushButton) if button.isVisible()}


def dialog(kind):
    (found,) = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, kind) and widget.isVisible()]
    return found


@pytest.fixture
def foreign(tmp_path):
    path = tmp_path / "foreign.jsonl"
    path.write_text('{"nothing": "known"}\n')
    return path


@pytest.fixture
def doubtful(tmp_path):
    """A message with nothing around it that any agent would write."""
    path = tmp_path / "doubtful.jsonl"
    path.write_text('{"role": "user", "content": "Fix the parser."}\n')
    return path


def test_a_log_of_no_known_agent_is_told_in_place_with_the_ways_out(window, foreign, settled):
    window.opener.open(foreign)
    settled(window)
    assert window.banner.isVisible() and foreign.name in window.banner.words.text()
    assert set(buttons(window)) == {"Open as…", "Choose another…"}
    assert window.centralWidget().findChild(StartPage).isVisible()


def test_open_as_offers_every_agent_and_opens_with_the_chosen_one(window, doubtful, settled):
    window.bench.failed.emit(doubtful, UnknownFormat("nobody's", choices=()))
    buttons(window)["Open as…"].click()
    chooser = dialog(OpenAsDialog)
    assert "claude-code" in chooser.choices()
    chooser.list.setCurrentRow(chooser.choices().index("chat"))
    chooser.accept()
    settled(window)
    assert window.bench.document.session.agent == "chat"
    assert window.bench.document.opened.match.because == "chosen by you"


def test_a_log_opened_as_another_agents_says_so_and_names_the_one_that_fits(window, log, settled):
    window.opener.open(log, "codex")
    settled(window)
    assert window.bench.document is None and "Codex CLI" in window.banner.words.text()
    buttons(window)["Open as…"].click()
    chooser = dialog(OpenAsDialog)
    assert chooser.agent() == "claude-code"
    chooser.reject()


def test_the_first_line_says_that_a_log_is_damaged(window, log, tmp_path, settled, qtbot):
    torn = tmp_path / log.name
    lines = log.read_bytes().splitlines(keepends=True)
    torn.write_bytes(b"".join([*lines[:2], lines[2][:40] + b"\n", *lines[3:]]))
    window.opener.open(torn)
    settled(window)
    assert window.banner.isVisible() and "1 place of this log cannot be read" in window.banner.words.text()
    buttons(window)["Show problems"].click()
    assert window.perspectives.trace.problems.isVisible()
    key(qtbot, window, Qt.Key.Key_W, Qt.KeyboardModifier.ControlModifier)
    assert window.bench.document is None and not window.banner.isVisible()
    settled(window)


def test_a_log_above_a_bound_is_asked_about(window, log, tmp_path, settled, monkeypatch):
    monkeypatch.setattr(limits, "_lifted", set())
    monkeypatch.setattr(limits, "UNPACKED", 1_000)
    packed = tmp_path / f"{log.name}.gz"
    packed.write_bytes(gzip.compress(log.read_bytes()))
    window.opener.open(packed)
    settled(window)
    assert window.bench.document is None and "unpacks to more than" in window.banner.words.text()
    buttons(window)["Open anyway"].click()
    settled(window)
    assert window.bench.document.session.items and not window.banner.isVisible()


def test_a_file_that_is_not_there_says_so(window, tmp_path, settled):
    window.opener.open(tmp_path / "gone.jsonl")
    settled(window)
    assert "gone.jsonl" in window.banner.words.text()
    assert set(buttons(window)) == {"Choose another…"}
    buttons(window)["Choose another…"].click()
    dialog(QFileDialog).reject()


def test_a_failed_opening_leaves_the_session_before_as_it_was(opened, foreign, settled):
    document = opened.bench.document
    opened.opener.open(foreign)
    settled(opened)
    assert opened.bench.document is document
    assert opened.perspectives.trace.isVisible() and opened.banner.isVisible()


def test_what_a_failed_opening_interrupted_is_taken_up_again(window, log, foreign, settled, qtbot):
    window.opener.open(log)
    qtbot.waitUntil(lambda: window.bench.document is not None)
    assert window.bench.document.tally is None
    window.opener.open(foreign)
    settled(window)
    assert window.bench.document.tally is not None
    assert foreign.name in window.banner.words.text()


def test_agents_that_fit_equally_well_come_first(window, tmp_path):
    why = AmbiguousFormat("two fit", choices=["codex", "claude-code"])
    window.bench.failed.emit(tmp_path / "x.jsonl", why)
    buttons(window)["Open as…"].click()
    chooser = dialog(OpenAsDialog)
    assert chooser.choices()[:2] == ["codex", "claude-code"]
    chooser.reject()


def test_a_fault_of_ours_says_so_and_shows_a_report(window, tmp_path):
    window.bench.failed.emit(tmp_path / "x.jsonl", ZeroDivisionError("text of the log"))
    assert "a bug in Inspector" in window.banner.words.text() and "text of the log" not in window.banner.words.text()
    buttons(window)["Show report"].click()
    report = dialog(FaultDialog)
    assert "ZeroDivisionError" in report.report.toPlainText()
    report.close()


def test_a_stopped_opening_is_no_error(window, tmp_path):
    window.bench.failed.emit(tmp_path / "x.jsonl", Cancelled("Stopped."))
    assert "stopped" in window.banner.words.text()


def test_the_next_opening_takes_the_message_away(window, foreign, log, settled):
    window.opener.open(foreign)
    settled(window)
    window.opener.open(log)
    settled(window)
    assert not window.banner.isVisible()
    assert window.perspectives.trace.isVisible()


def test_a_failed_opening_leaves_the_sessions_found_where_they_are(window, foreign, log, settled):
    window.opener.look_around(log.parent)
    settled(window)
    window.opener.open(foreign)
    assert window.start.browser.note.text() == "1 session"
    settled(window)
    assert window.start.browser.note.text() == "1 session" and window.start.browser.folder == log.parent


def test_a_folder_of_several_sessions_lists_them(opened, log, tmp_path, settled):
    for name in ("5f0d7a52-0000-4000-8000-000000000001", "5f0d7a52-0000-4000-8000-000000000002"):
        shutil.copy(log, tmp_path / f"{name}.jsonl")
    opened.opener.open_folder(tmp_path)
    settled(opened)
    assert opened.bench.document is None and opened.start.isVisible()
    assert opened.start.browser.folder == tmp_path and opened.start.browser.note.text() == "2 sessions"


def test_a_folder_of_one_session_opens_it(window, log, settled):
    window.opener.open_folder(log.parent)
    settled(window)
    assert window.bench.document is not None and window.bench.document.session.path == str(log)


def test_a_folder_without_a_session_leaves_what_is_open(opened, tmp_path, settled):
    empty = tmp_path / "empty"
    empty.mkdir()
    document = opened.bench.document
    opened.opener.open_folder(empty)
    settled(opened)
    assert opened.bench.document is document and "No session was found" in opened.banner.words.text()


def test_reload_keeps_what_is_selected_and_filtered(opened, settled):
    opened.bench.set_filter("kind:user")
    opened.bench.selection.select(item=5, compaction=1, request=2, first=2.0, last=6.0)
    focus, document = opened.bench.selection.focus, opened.bench.document
    opened.opener.reload()
    settled(opened)
    assert opened.bench.document is not document
    assert opened.bench.selection.focus == focus
    assert opened.bench.filter.text == "kind:user"


def test_a_located_session_takes_the_place_of_the_missing_one(window, log, settled):
    window.workspace.opened(Recent("/gone/x.jsonl"))
    window.opener.locate("/gone/x.jsonl")
    chooser = dialog(QFileDialog)
    chooser.fileSelected.emit(str(log))
    chooser.reject()
    settled(window)
    assert [entry.path for entry in window.workspace.recent] == [str(log)]


def test_a_forgotten_session_leaves_the_start_page(window):
    window.workspace.opened(Recent("/gone/x.jsonl"))
    window.opener.show_recent()
    window.start.recent.forget_asked.emit("/gone/x.jsonl")
    assert window.start.recent.topLevelItemCount() == 0


def drop(window, *urls):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(url)) for url in urls])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(5, 5), copy, data, left, none)
    QApplication.sendEvent(window, enter)
    if enter.isAccepted():
        QApplication.sendEvent(window, QDropEvent(QPointF(5, 5), copy, data, left, none))
    return enter.isAccepted()


def test_a_file_dropped_on_the_window_opens(window, log, settled):
    assert drop(window, log)
    settled(window)
    assert window.bench.document.session.path == str(log)


def test_text_dropped_on_the_window_is_refused(window):
    data = QMimeData()
    data.setText("no file")
    assert dropped_path(data) is None
    assert not drop(window)


def test_no_part_of_the_perspective_keeps_a_dropped_file_for_itself(opened):
    from PySide6.QtWidgets import QWidget

    assert [type(widget) for widget in opened.perspectives.trace.findChildren(QWidget) if widget.acceptDrops()] == []
    assert [type(widget) for widget in opened.toolbar.findChildren(QWidget) if widget.acceptDrops()] == []
    assert [type(widget) for widget in opened.start.findChildren(QWidget) if widget.acceptDrops()] == []


def test_a_file_dialog_starts_beside_the_open_log(opened, log):
    opened.opener.ask_file()
    chooser = dialog(QFileDialog)
    assert Path(chooser.directory().absolutePath()) == log.parent
    chooser.reject()


def test_a_window_that_reads_long_says_so_and_can_be_told_to_stop(window, log, settled):
    window.bench.opening.emit(log)
    window.opener._slow.timeout.emit()
    assert "Reading" in window.banner.words.text() and set(buttons(window)) == {"Cancel"}
    window.bench.failed.emit(log, CannotRead("no"))
    settled(window)
