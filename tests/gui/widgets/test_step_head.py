import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from inspector.gui.widgets.step_head import StepHead
from tests.made_facts import HOSTILE


@pytest.fixture
def head(qtbot):
    made = StepHead("Compaction")
    qtbot.addWidget(made)
    return made


def test_its_buttons_ask_to_step(head, qtbot):
    asked = []
    head.step_asked.connect(asked.append)
    for button in head.findChildren(QToolButton):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert asked == [-1, 1]


def test_what_does_not_fit_stands_in_the_tooltip_and_is_no_markup(head):
    head.resize(160, 40)
    head.say(HOSTILE, "counted")
    assert "…" in head.label.text() and head.label.accessibleDescription() == HOSTILE
    assert head.label.toolTip() == f"{HOSTILE}\ncounted" and head.label.textFormat() is Qt.TextFormat.PlainText


def test_at_the_ends_there_is_nowhere_to_step_to(head):
    steps = []
    for place in ((1, 3), (2, 3), (3, 3), (1, 1), (0, 0)):
        head.reach(*place)
        steps.append((head.back.isEnabled(), head.on.isEnabled()))
    assert steps == [(False, True), (True, True), (True, False), (False, False), (False, False)]
