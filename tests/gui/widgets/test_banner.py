from PySide6.QtWidgets import QPushButton

from inspector.errors import LogChanged
from inspector.gui.widgets.banner import Banner, error_words


def test_it_says_what_happened_and_offers_the_way_out(qtbot, theme):
    banner, pressed = Banner(theme), []
    qtbot.addWidget(banner)
    assert not banner.isVisibleTo(None)
    banner.say("first", ("Retry", lambda: pressed.append("retry")))
    banner.say("<b>second</b>", ("Reload", lambda: pressed.append("reload")), role="error")
    buttons = [button for button in banner.findChildren(QPushButton) if button.text() == "Reload"]
    buttons[0].click()
    assert pressed == ["reload"]
    assert banner.words.text() == "<b>second</b>"
    assert banner.accessibleDescription() == "<b>second</b>"


def test_an_error_brings_its_hint():
    assert error_words(LogChanged("It changed.", hint="Reload.")) == "It changed. Reload."
    assert error_words(ValueError("odd")) == "ValueError: odd"
