from PySide6.QtWidgets import QPushButton

from inspector.gui.theme import Scheme
from inspector.gui.widgets.placeholder import Placeholder


def test_its_state_can_be_heard(qtbot, theme):
    shown = Placeholder(theme)
    qtbot.addWidget(shown)
    shown.say("Nothing open", "Open a log.")
    assert shown.accessibleName() == "Nothing open Open a log."
    shown.say("Working…")
    assert shown.accessibleName() == "Working…"


def test_it_follows_the_theme(qtbot, theme):
    shown = Placeholder(theme)
    qtbot.addWidget(shown)
    theme.choose(Scheme.DARK)
    assert shown._title.palette().color(shown._title.foregroundRole()) == theme.role("text")


def test_a_choice_is_a_button_and_gone_with_the_next_state(qtbot, theme):
    shown, asked = Placeholder(theme), []
    qtbot.addWidget(shown)
    shown.say("Nothing to compare", "Nothing was compacted.", ("Simulate a strategy", lambda: asked.append(1)))
    button = shown.findChild(QPushButton)
    assert button.text() == "Simulate a strategy"
    button.click()
    assert asked == [1]
    shown.say("Working…")
    qtbot.waitUntil(lambda: shown.findChild(QPushButton) is None)
