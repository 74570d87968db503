"""The three tasks by mouse, on a real X server: run by test_mouse.py, LOG on the command line.

The window is this process's own, so that it is known where things stand; the mouse is xdotool's, so that every press
goes through the server as a person's does.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QWidget

from inspector.gui.app import make_application, make_window

PATIENCE = 40.0


def main(log: Path) -> None:
    application = make_application()
    window = make_window(application)
    window.resize(1280, 720)
    window.show()
    window.opener.open(log)

    # 1. Into the failed run: the first lost fact, by the table below the plot.
    until(lambda: window.bench.document is not None and window.bench.document.aftermath is not None, "opened")
    until(lambda: not window.executor.busy(), "quiet")
    trace = window.perspectives.trace
    lost = next(view for view in trace.lost.findChildren(QAbstractItemView) if view.isVisible())
    place = lost.visualRect(lost.model().index(0, lost.model().columnCount() - 1))
    press(lost.viewport(), place.center())
    until(lambda: window.bench.selection.focus.fact is not None, "a lost fact is at hand")

    # 2. Its review, by the button of the toolbar.
    press(button(window, "Review"))
    until(lambda: window.perspectives.current == "review", "review")
    until(lambda: not window.executor.busy(), "quiet")
    assert window.bench.selection.focus.fact is not None

    # 3. What was recorded against a baseline: run, picked from the box of B, and a sentence at hand.
    press(button(window, "Compare"))
    until(lambda: window.perspectives.current == "compare", "compare")
    runs = window.perspectives.comparing.runs
    until(lambda: runs.ready is not None and not window.executor.busy(), "columns")
    view = window.perspectives.comparing.view
    press(view.baselines)
    until(lambda: len(runs.columns) > 1 and not window.executor.busy(), "baselines")
    before, box = runs.sides[1], view.sides[1].box
    press(box)
    until(lambda: box.view().isVisible(), "the list of B")
    row = box.findText("Codex, user messages only")
    press(box.view().viewport(), box.view().visualRect(box.model().index(row, 0)).center())
    until(lambda: runs.sides[1] != before, "another baseline stands as B")
    assert "Not read by a model." in view.answer.text()
    until(lambda: not window.executor.busy(), "quiet")
    press(view.list.table.viewport(), view.list.table.visualRect(view.list.facts.index(2, 1)).center())
    until(lambda: window.bench.selection.focus.fact == view.list.facts.rows[2].fact.id, "a sentence is at hand")
    print("walked")
    window.close()
    until(lambda: window.finished, "closed")
    application.processEvents()


def button(window: QWidget, title: str) -> QAbstractButton:
    """The button that says so."""
    buttons = window.findChildren(QAbstractButton)
    return next(one for one in buttons if one.text().replace("&", "") == title and one.isVisible())


def press(widget: QWidget, at: QPoint | None = None) -> None:
    """Move the mouse onto a widget and press its first button."""
    place = widget.mapToGlobal(at if at is not None else widget.rect().center())
    subprocess.run(["xdotool", "mousemove", str(place.x()), str(place.y()), "click", "1"], check=True)


def until(holds: Callable[[], bool], what: str) -> None:
    """Let the window live until something holds."""
    ends = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > ends:
            raise SystemExit(f"never came: {what}")
        QApplication.processEvents()
        time.sleep(0.01)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
