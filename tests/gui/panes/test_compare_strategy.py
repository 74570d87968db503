import pytest

from inspector.gui.panes.compare_strategy import StrategyPane
from inspector.workbench.strategy_files import all_strategies, user_folder
from tests.made_runs import strategies


@pytest.fixture
def pane(qtbot, theme):
    made = StrategyPane(theme, strategies())
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_strategy_is_shown_as_it_is_written(pane):
    pane.choose("own/head-tail")
    assert "id: own/head-tail" in pane.editor.toPlainText()
    assert "can be run · needs no model · built in" in pane.message.text()
    assert not pane.save.isEnabled() and pane.use.isEnabled()


def test_a_mistake_is_told_while_it_is_typed_with_its_line(pane):
    pane.choose("own/head-tail")
    lines = pane.editor.toPlainText().split("\n")
    pane.editor.setPlainText("\n".join(["id: own/mine", "fidelty: own", *lines[2:]]))
    assert "line 2" in pane.message.text() and pane.editor.extraSelections()[0].cursor.blockNumber() == 2 - 1
    assert not pane.save.isEnabled() and not pane.use.isEnabled()


def test_it_is_kept_as_ones_own_and_known_from_then_on(pane, qtbot):
    pane.choose("own/head-tail")
    pane.editor.setPlainText(pane.editor.toPlainText().replace("id: own/head-tail", "id: mine/head"))
    assert pane.is_changed() and pane.save.isEnabled()
    with qtbot.waitSignal(pane.saved) as told:
        pane.save.click()
    assert told.args == ["mine/head"] and not pane.is_changed()
    assert (user_folder() / "mine-head.yaml").is_file() and "mine/head" in all_strategies().all


def test_what_is_being_typed_is_not_thrown_away(pane):
    pane.choose("own/head-tail")
    pane.editor.setPlainText("id: half")
    pane.choose("own/extractive")
    assert pane.editor.toPlainText() == "id: half"
    pane.revert.click()
    assert "id: own/head-tail" in pane.editor.toPlainText()


def test_it_can_be_added_as_a_column(pane, qtbot):
    pane.choose("own/head-tail")
    with qtbot.waitSignal(pane.wanted) as told:
        pane.use.click()
    assert told.args[0].id == "own/head-tail"


def test_a_document_that_extends_one_of_the_users_own_is_checked(pane):
    own = "id: mine/short\ntitle: Short\nextends: own/head-tail\n"
    pane.editor.setPlainText(own)
    pane.keep()
    pane.editor.setPlainText("id: mine/shorter\ntitle: Shorter\nextends: mine/short\n")
    assert "mine/shorter can be run" in pane.message.text() and pane.use.isEnabled() and pane.save.isEnabled()
    pane.editor.setPlainText("id: mine/shorter\ntitle: Shorter\nextends: mine/none\n")
    assert "mine/none" in pane.message.text() and pane.editor.extraSelections()[0].cursor.blockNumber() == 3 - 1
