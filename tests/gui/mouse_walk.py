"""The three tasks by mouse and by keys, on a real X server: run by test_mouse.py, LOG on the command line.

The window is this process's own, so that it is known where things stand; mouse and keys are xdotool's, so that every
press goes through the server as a person's does. With SHOTS in the environment each step is drawn into that folder.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from inspector.gui.app import make_application, make_window
from inspector.gui.main_window import MainWindow
from inspector.gui.models.checklist import BACK
from inspector.workbench.review import outcome_at

PATIENCE = 120.0
TICKED = Qt.ItemDataRole.CheckStateRole


def main(log: Path) -> None:
    application = make_application()
    window = make_window(application)
    window.resize(1280, 720)
    window.show()
    window.opener.open(log)
    until(lambda: window.bench.document is not None and window.bench.document.consequences is not None, "opened")
    quiet(window)
    window.activateWindow()
    until(window.isActiveWindow, "the keyboard")
    into_the_run(window)
    review(window)
    fixes(window)
    compare(window)
    print("walked")
    window.close()
    until(lambda: window.finished, "closed")
    application.processEvents()


def into_the_run(window: MainWindow) -> None:
    """1. After a failed run: by a link of the card to its place, by the arrow to the next item, to the log's line."""
    shot(window, "1-opened")
    card, focus = window.perspectives.trace.card, window.bench.selection.focus
    label = next(row.said for row in card.rows if row.isVisible() and "<a href" in row.said.text())
    press(label, link_of(label))
    until(lambda: window.bench.selection.focus != focus or window.perspectives.current == "review", "the link's place")
    quiet(window)
    shot(window, "2-link")
    key("ctrl+1")
    until(lambda: window.perspectives.current == "trace", "trace")
    items = window.perspectives.trace.transcript.list
    press(items.viewport(), items.visualRect(items.indexAt(QPoint(20, 60))).center())
    until(lambda: window.bench.selection.focus.item is not None, "an item")
    before = window.bench.selection.focus.item
    key("Down")
    until(lambda: window.bench.selection.focus.item != before, "the next item")
    key("F4")
    until(window.perspectives.trace.raw.isVisible, "the log's line")
    quiet(window)
    shot(window, "3-line")


def review(window: MainWindow) -> None:
    """2. A summary under review: at the first sentence that is not there, told apart by words typed."""
    begun = time.monotonic()
    key("ctrl+2")
    until(lambda: window.perspectives.has_review and window.perspectives.review.facts.is_listed(), "the sentences")
    print(f"review in {1000 * (time.monotonic() - begun):.0f} ms")
    quiet(window)
    shot(window, "4-review")
    facts = window.perspectives.review.facts
    rows = len(facts.list.rows.every)
    assert rows, "sentences are listed"
    key("F7")
    quiet(window)
    press(facts.filter.words)
    said = next(iter(outcome_at(window.bench.document, window.bench.under_review).facts)).statement
    word = max(re.findall(r"\w+", said), key=len)
    typed(f"{word} zzzz")
    until(lambda: facts.filter.words.text() == f"{word} zzzz" and not len(facts.list.rows.every), "what was typed")
    for _ in "zzzz ":
        key("BackSpace")
    until(lambda: 0 < len(facts.list.rows.every) <= rows, "the sentences with a word")
    key("Escape")
    until(lambda: len(facts.list.rows.every) == rows, "all of them again")
    quiet(window)


def fixes(window: MainWindow) -> None:
    """What is put back: never empty where words are missing; a box unticked takes its words out; and it is signed."""
    view = window.perspectives.review
    bar = view.tabs.tabBar()
    press(bar, bar.tabRect(view.tabs.indexOf(view.take_away)).center())
    until(view.take_away.isVisible, "export fixes")
    quiet(window)
    shot(window, "5-fixes")
    document, number = window.bench.document, view.compaction()
    assert document is not None and number is not None
    outcome = outcome_at(document, number)
    rows = view.take_away.rows
    ticked = [row for row in range(rows.rowCount()) if rows.index(row, BACK).data(TICKED) == Qt.CheckState.Checked]
    if outcome is not None and any(one.missing for one in outcome.survivals if one.before):
        assert rows.rowCount(), "words are missing"
    if ticked:
        text = view.take_away.mended.preview.toPlainText()
        rect = view.take_away.list.visualRect(rows.index(ticked[0], BACK))
        press(view.take_away.list.viewport(), QPoint(rect.left() + 10, rect.center().y()))
        until(lambda: view.take_away.mended.preview.toPlainText() not in (text, ""), "other words")
    press(view.reviewed, QPoint(8, view.reviewed.height() // 2))
    until(lambda: bool(view.signed.text()), "the signature")
    shot(window, "6-reviewed")


def compare(window: MainWindow) -> None:
    """3. Compare, by the palette: a command found by letters that are typed into it."""
    key("ctrl+shift+p")
    until(lambda: QApplication.activePopupWidget() is not None, "the palette")
    typed("compare this compaction")
    shot(window, "7-palette")
    key("Return")
    until(lambda: window.perspectives.current == "compare", "compare")
    runs = window.perspectives.comparing.runs
    until(lambda: runs.ready is not None or runs.trouble is not None, "the comparison")
    quiet(window)
    if runs.ready is not None:
        against_a_baseline(window)
    shot(window, "8-compare")
    press(button(window, "Trace"))
    until(lambda: window.perspectives.current == "trace", "trace")


def against_a_baseline(window: MainWindow) -> None:
    """What was recorded against a baseline: run, picked from the box of B, and a sentence at hand."""
    view, runs = window.perspectives.comparing.view, window.perspectives.comparing.runs
    press(view.baselines)
    until(lambda: len(runs.columns) > 1, "baselines")
    quiet(window)
    before, box = runs.sides[1], view.sides[1].box
    press(box)
    until(lambda: box.view().isVisible(), "the list of B")
    row = box.findText("Codex, user messages only")
    press(box.view().viewport(), box.view().visualRect(box.model().index(row, 0)).center())
    until(lambda: runs.sides[1] != before, "another baseline stands as B")
    quiet(window)
    assert "Not read by a model." in view.answer.text()
    last = min(2, len(view.list.facts.records) - 1)
    if last >= 0:
        press(view.list.table.viewport(), view.list.table.visualRect(view.list.facts.index(last, 1)).center())
        wanted = view.list.facts.records[last].fact.id
        until(lambda: window.bench.selection.focus.fact == wanted, "a sentence is at hand")


def link_of(label: QLabel) -> QPoint:
    """A place on the first link of a label: it is looked for as a hand does, by moving over it."""
    hovered = [""]
    label.linkHovered.connect(lambda link: hovered.__setitem__(0, link))
    for x in range(2, label.width(), 8):
        place = label.mapToGlobal(QPointF(x, label.height() / 2))
        subprocess.run(["xdotool", "mousemove", str(round(place.x())), str(round(place.y()))], check=True)
        for _ in range(5):
            QApplication.processEvents()
            time.sleep(0.002)
        if hovered[0]:
            return QPoint(x + 2, label.height() // 2)
    raise SystemExit(f"no link in {re.sub('<[^>]*>', '', label.text())!r}")


def button(window: QWidget, title: str) -> QAbstractButton:
    """The button that says so."""
    buttons = window.findChildren(QAbstractButton)
    return next(one for one in buttons if one.text().replace("&", "") == title and one.isVisible())


def press(widget: QWidget, at: QPoint | None = None) -> None:
    """Move the mouse onto a widget and press its first button."""
    place = widget.mapToGlobal(at if at is not None else widget.rect().center())
    subprocess.run(["xdotool", "mousemove", str(place.x()), str(place.y()), "click", "1"], check=True)


def key(name: str) -> None:
    """Press a key, wherever the keyboard is."""
    subprocess.run(["xdotool", "key", name], check=True)


def typed(words: str) -> None:
    subprocess.run(["xdotool", "type", "--delay", "20", words], check=True)
    for _ in range(20):
        QApplication.processEvents()
        time.sleep(0.01)


def quiet(window: MainWindow) -> None:
    """Until nothing is worked on."""
    for _ in range(3):
        QApplication.processEvents()
    until(lambda: not window.executor.busy(), "quiet")


def shot(window: MainWindow, name: str) -> None:
    """What is on the screen now, where somebody wants to see it."""
    if folder := os.environ.get("SHOTS"):
        for _ in range(20):
            QApplication.processEvents()
            time.sleep(0.01)
        window.screen().grabWindow(0).save(f"{folder}/{name}.png")


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
