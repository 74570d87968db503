"""The three tasks from end to end by keys alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.rerun.column import ColumnState
from tests.gui.walked_logs import BY_KEYS, log_named

CONTROL, NONE = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


@pytest.fixture(params=BY_KEYS)
def walked(request, window, settled, tmp_path):
    window.opener.open(log_named(request.param, tmp_path))
    settled(window)
    window.show()
    window.activateWindow()
    return window


def press(qtbot, window, key, modifier=NONE):
    """Press a key where the keyboard is."""
    qtbot.waitUntil(lambda: QApplication.focusWidget() is not None)
    qtbot.keyClick(QApplication.focusWidget(), key, modifier)


def test_every_task_is_done_by_keys_alone(walked, qtbot, settled):
    bench, focus = walked.bench, lambda: walked.bench.selection.focus
    assert bench.document.compactions, "logs with compactions were chosen"

    # 1. After a failed run: to a compaction, to its log line, and back to the reader.
    walked.perspectives.trace.transcript.focus_list()
    press(qtbot, walked, Qt.Key.Key_BracketRight, CONTROL)
    assert focus().compaction == 1 and focus().item is not None
    press(qtbot, walked, Qt.Key.Key_F4)
    assert walked.perspectives.trace.raw.isVisible()
    before = focus().item
    press(qtbot, walked, Qt.Key.Key_Down, CONTROL)
    assert focus().item != before
    press(qtbot, walked, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert focus().item == before

    # 2. A summary under review: to the first harm, if there is any, and to where it was said.
    press(qtbot, walked, Qt.Key.Key_2, CONTROL)
    settled(walked)
    assert walked.perspectives.current == "review"
    press(qtbot, walked, Qt.Key.Key_F7)
    if focus().fact is not None:
        press(qtbot, walked, Qt.Key.Key_F4)
        assert walked.perspectives.current == "trace" and focus().item is not None

    # 3. What was recorded against a baseline, by keys: the answer is there, and a sentence that differs.
    press(qtbot, walked, Qt.Key.Key_3, CONTROL)
    settled(walked)
    comparing = walked.perspectives.comparing
    qtbot.waitUntil(lambda: comparing.runs.ready is not None or comparing.runs.trouble is not None, timeout=60_000)
    if comparing.runs.ready is None:
        return
    press(qtbot, walked, Qt.Key.Key_N, CONTROL | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: not comparing.runs.running(), timeout=60_000)
    settled(walked)
    assert comparing.runs.get(comparing.runs.sides[1]).state is ColumnState.DONE
    view = comparing.view
    assert "sentences word for word" in view.answer.text() or "None of your sentences" in view.answer.text()
    press(qtbot, walked, Qt.Key.Key_F7)
    differ = [row.fact.id for row in view.list.facts.records if row.differs(comparing.runs.sides)]
    assert focus().fact in differ or not differ
