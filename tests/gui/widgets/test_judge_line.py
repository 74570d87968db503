from inspector.gui.widgets.judge_line import JudgeLine
from inspector.gui.widgets.step_head import StepHead


def test_words_stand_in_the_line_and_notes_in_its_tooltip_as_plain_text(theme, qtbot):
    line, head = JudgeLine(theme), StepHead("Compaction")
    qtbot.addWidget(head)
    head.add(line, share=1)
    head.resize(1280, 40)
    head.show()
    line.say("judged by a/b", ("It holds <b>.",), "", "")
    head.say("W" * 200, "")
    assert head.label.width() > 900, "what the line does not need is left to the words before it"
    assert line.label.text() == "judged by a/b" and "&lt;b&gt;" in line.label.toolTip()
    assert line.judge.isVisible() and not line.cancel.isVisible() and not line.failure.isVisible()


def test_while_something_is_read_it_can_be_cancelled(theme, qtbot):
    line = JudgeLine(theme)
    qtbot.addWidget(line)
    line.show()
    line.say("by rules", (), "0 of 1 judged, reading compaction 2", "Compaction 1 was not judged: no answer.")
    assert line.label.text() == "by rules · 0 of 1 judged, reading compaction 2"
    assert line.failure.isVisible() and not line.judge.isVisible()
    with qtbot.waitSignal(line.cancel_asked):
        line.cancel.click()
