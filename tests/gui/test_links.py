"""Everything that looks like a link is followed, by a click on its words and by Enter, and something else is shown."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel

from inspector.store.library import Library
from inspector.workbench.annotations import Annotations
from tests.made_runs import FADING
from tests.made_session import sample

NONE = Qt.KeyboardModifier.NoModifier
ITEM = 117
"""Of the sample: one whose place in the log and text are shown while links are followed."""


@pytest.fixture(params=[False, True], ids=["exact", "read by a model"])
def reading(request, window, settled, tmp_path):
    """The sample with fading rules, alone and with the reading that is recorded beside it."""
    if request.param:
        library = Library(tmp_path / "library.db")
        Annotations(window.bench, library)
    window.resize(1600, 1000)
    window.opener.open(sample(FADING))
    settled(window)
    # Without a judge, too, all that is shown beside the card is there.
    window.activateWindow()
    yield window
    if request.param:
        library.close()


def panel(window):
    """What would be sent, where it is asked; None otherwise."""
    made = window.judging.panel
    return made.view if made is not None and made.view.isVisible() else None


def shown(window):
    """What a person would see change: what is selected, where one is, and what stands open."""
    parts = window.perspectives
    front = parts.review.front() if parts.has_review else ""
    return window.bench.selection.focus, parts.current, parts.trace.raw.isVisible(), front, panel(window) is not None


def labels(window):
    """Every label in sight that holds links."""
    return [one for one in window.findChildren(QLabel) if one.isVisible() and "<a href" in one.text()]


def links(label):
    """The targets that a label holds, in order."""
    return re.findall(r'<a href="([^"]*)"', label.text())


def hover(label, at):
    place = QPointF(at)
    move = QMouseEvent(
        QEvent.Type.MouseMove, place, label.mapToGlobal(place), Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, NONE
    )
    QApplication.sendEvent(label, move)


def places(label):
    """Where the words of each link stand, found as a hand does: by moving over the label."""
    found, now = {}, [""]
    hear = label.linkHovered.connect(lambda link: now.__setitem__(0, link))
    for y in range(4, label.height(), max(label.fontMetrics().lineSpacing(), 8)):
        for x in range(0, label.width(), 6):
            hover(label, QPoint(x, y))
            if now[0]:
                found.setdefault(now[0], QPoint(x + 1, y))
    label.linkHovered.disconnect(hear)
    return found


def in_trace(window):
    window.perspectives.show("trace")
    window.bench.selection.select(item=ITEM)


def at_a_claim(window):
    window.perspectives.show("review")
    window.bench.selection.select(compaction=2, claim=0)


def quiet(qtbot, window):
    qtbot.waitUntil(lambda: not window.executor.busy() and not window.asking.pool.busy(), timeout=20_000)
    QApplication.processEvents()


def walk(window, qtbot, start, follow):
    """From a start follow every link in sight; how many there were."""

    def back():
        if panel(window) is not None:
            panel(window).leave.click()
        window.bench.selection.clear()
        start(window)
        quiet(qtbot, window)

    back()
    targets = [(place, link) for place, label in enumerate(labels(window)) for link in links(label)]
    for place, link in targets:
        back()
        label, before = labels(window)[place], shown(window)
        follow(label, link)
        QApplication.processEvents()
        quiet(qtbot, window)
        assert shown(window) != before, f"{link} of {label.text()!r} leads nowhere"
    return len(targets)


def everywhere(window, qtbot, follow):
    assert walk(window, qtbot, in_trace, follow) >= 8
    if window.bench.document.judgements:
        assert walk(window, qtbot, at_a_claim, follow) >= 1


def test_every_link_is_followed_by_a_click_on_its_words(reading, qtbot):
    def click(label, link):
        qtbot.mouseClick(label, Qt.MouseButton.LeftButton, NONE, places(label)[link])

    everywhere(reading, qtbot, click)


def test_every_link_is_followed_by_enter(reading, qtbot):
    def enter(label, link):
        label.setFocus(Qt.FocusReason.TabFocusReason)
        for _ in range(links(label).index(link)):
            qtbot.keyClick(label, Qt.Key.Key_Tab)
        qtbot.keyClick(label, Qt.Key.Key_Return)

    everywhere(reading, qtbot, enter)


def test_the_place_in_the_log_and_the_problems_are_links_too(reading, qtbot, settled):
    in_trace(reading)
    settled(reading)
    assert not reading.perspectives.trace.raw.isVisible()
    qtbot.mouseClick(reading.perspectives.trace.reader.place, Qt.MouseButton.LeftButton)
    settled(reading)
    assert reading.perspectives.trace.raw.isVisible()
    assert not reading.perspectives.trace.problems.isVisible()
    qtbot.mouseClick(reading.status.problems, Qt.MouseButton.LeftButton)
    assert reading.perspectives.trace.problems.isVisible()
