from dataclasses import replace

import pytest

from inspector.gui.panes.never_compacted import nothing_words, simulate_instead
from inspector.gui.panes.raw import RawPane
from inspector.model import Has
from tests.made_session import small_session


@pytest.mark.parametrize(("has", "why"), [(Has.NO, "do not record compactions"), (Has.YES, "Nothing was compacted")])
def test_it_says_why_there_is_nothing_and_what_there_is_instead(has, why):
    document = small_session().document()
    told = replace(document.session, capabilities=replace(document.session.capabilities, compactions=has))
    document.opened = replace(document.opened, session=told)
    assert why in nothing_words(document) and nothing_words(document).endswith("Simulate shows what would have been.")


def test_the_button_opens_the_simulations(make, qtbot):
    pane = make(RawPane)
    title, act = simulate_instead(pane)
    with qtbot.waitSignal(pane.wants) as caught:
        act()
    assert caught.args == ["simulate"] and title == "Simulate a strategy"
