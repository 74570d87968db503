"""Jobs stand still while the window answers a person."""

from __future__ import annotations

import threading
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from inspector.gui.input_priority import InputPriority

LONG = 0.03
"""Seconds: many checks of a job that nobody holds back."""


class Answering(QWidget):
    """Takes a while to answer a key, and notes what a job does meanwhile."""

    def __init__(self, checks: list[float]) -> None:
        super().__init__()
        self.checks = checks
        self.meanwhile: list[int] = []

    def keyPressEvent(self, event) -> None:
        before = len(self.checks)
        time.sleep(LONG)
        # One check may be on its way already.
        self.meanwhile.append(len(self.checks) - before)


@pytest.fixture
def job(qapp):
    """A job that does nothing but check; what gives way to the window, and when each check let it go."""
    priority, checks, ended = InputPriority(), [], threading.Event()

    def work() -> None:
        while not ended.is_set():
            priority.give_way()
            checks.append(time.monotonic())
            time.sleep(0.0005)

    thread = threading.Thread(target=work)
    thread.start()
    yield priority, checks
    ended.set()
    thread.join()


def test_a_key_is_answered_before_a_job_goes_on_and_then_it_goes_on(job, qtbot):
    priority, checks = job
    window = Answering(checks)
    qtbot.addWidget(window)
    window.show()
    priority.watch(window.windowHandle())
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Down)
    assert window.meanwhile and max(window.meanwhile) <= 1
    before = len(checks)
    qtbot.waitUntil(lambda: len(checks) > before + 3)


def test_a_job_that_somebody_waits_for_goes_on_all_the_same(job):
    priority, checks = job
    priority.begin()
    before = len(checks)
    # Nothing is handled meanwhile, so nobody says that the window has done.
    time.sleep(0.25)
    assert len(checks) > before
