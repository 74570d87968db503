import pytest
from PySide6.QtCore import Qt

from inspector.gui.widgets.judge_choice import JudgeChoice


@pytest.fixture
def choice(qtbot, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    made = JudgeChoice()
    qtbot.addWidget(made)
    made.show()
    return made


def test_what_was_chosen_last_stands_there_and_is_not_told(choice, qtbot):
    with qtbot.assertNotEmitted(choice.chosen):
        choice.offer(["a/b", "c/d", "a/b"], "c/d", 2, "Already judged.")
    assert choice.value() == ("c/d", 2) and choice.model.count() == 2
    assert choice.note.isVisible() and not choice.ways.isVisible()


def test_typing_says_that_it_is_edited_and_enter_what_is_chosen(choice, qtbot):
    choice.offer([], "", 1, "")
    assert choice.ways.isVisible() and not choice.note.isVisible()
    with qtbot.waitSignal(choice.edited), qtbot.assertNotEmitted(choice.chosen):
        qtbot.keyClicks(choice.model.lineEdit(), " a/b")
    with qtbot.waitSignal(choice.chosen):
        qtbot.keyClick(choice.model.lineEdit(), Qt.Key.Key_Return)
    assert choice.value() == ("a/b", 1) and not choice.ways.isVisible()


def test_the_same_choice_is_told_once(choice, qtbot):
    choice.offer([], "a/b", 1, "")
    with qtbot.assertNotEmitted(choice.chosen):
        qtbot.keyClick(choice.model.lineEdit(), Qt.Key.Key_Return)


def test_another_number_of_passes_is_another_choice(choice, qtbot):
    choice.offer([], "a/b", 1, "")
    choice.passes.setFocus()
    with qtbot.waitSignal(choice.chosen):
        choice.passes.setCurrentIndex(1)
        choice.passes.activated.emit(1)
    assert choice.value() == ("a/b", 2)
