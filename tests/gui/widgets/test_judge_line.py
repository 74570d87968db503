from inspector.gui.widgets.judge_line import JudgeLine
from inspector.gui.widgets.step_head import StepHead


def test_it_says_who_read_it_in_as_much_room_as_that_needs_and_can_be_cancelled_while_something_is_read(theme, qtbot):
    line, head = JudgeLine(theme), StepHead("Compaction")
    qtbot.addWidget(head)
    head.add(line, share=1)
    head.resize(1280, 40)
    head.show()
    line.say("judged by a/b", ("It holds <b>.",), "", "")
    head.say("W" * 200, "")
    assert line.x() > head.label.x() and head.label.width() > 900
    assert line.label.text() == "judged by a/b" and "&lt;b&gt;" in line.label.toolTip()
    assert line.judge.isVisible() and not line.cancel.isVisible() and not line.failure.isVisible()
    line.say("by rules", (), "0 of 1 judged, reading compaction 2", "Compaction 1 was not judged: no answer.")
    assert line.label.text() == "by rules · 0 of 1 judged, reading compaction 2"
    assert line.failure.isVisible() and not line.judge.isVisible()
    with qtbot.waitSignal(line.cancel_asked):
        line.cancel.click()
