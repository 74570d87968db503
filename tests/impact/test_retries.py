from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected."
LIMITS = "src/alerts/limits.py"


def test_an_edit_that_the_human_rejected_is_tried_again(story, follow):
    arguments = {
        "file_path": f"{story.cwd}/{LIMITS}",
        "old_string": "limit_3",
        "new_string": "limit_3 = 4  # as agreed on",
    }
    attempt = Call("Edit", arguments, REJECTED, error=True)
    story.human("Please look after the alarms.")
    story.say(attempt)
    story.say(story.read(LIMITS))
    story.cut()
    line = story.say(attempt) - 1
    (one,) = (found := follow(story)).of(Kind.RETRY)
    assert found.lines(Kind.RETRY) == [line]
    assert one.sure is Sure.CERTAIN


def test_a_change_made_and_taken_back_is_made_again(story, follow):
    old, new = "limit_3 = 3", "limit_3 = 30  # metres above the datum"
    story.human("Please look after the alarms.")
    story.say(story.edit(LIMITS, old, new))
    story.say(story.edit(LIMITS, new, old))
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    line = story.say(story.edit(LIMITS, old, new)) - 1
    assert follow(story).lines(Kind.RETRY) == [line]


def test_a_command_that_failed_the_same_way_with_nothing_changed_is_a_retry(story, follow):
    failing = "./deploy.sh --stage two", "cannot reach host tide-2 on port 22"
    story.human("Please deploy.")
    story.say(story.bash(*failing, code=3))
    story.say(story.read(LIMITS))
    story.cut()
    line = story.say(story.bash(*failing, code=3)) - 1
    assert follow(story).lines(Kind.RETRY) == [line]


def test_trying_again_behind_a_change_is_how_work_goes(story, follow):
    failing = "./deploy.sh --stage two", "cannot reach host tide-2 on port 22"
    story.human("Please deploy.")
    story.say(story.bash(*failing, code=3))
    story.say(story.read(LIMITS))
    story.cut()
    story.say(story.edit(LIMITS, "limit_3 = 3", "limit_3 = 4"))
    story.say(story.bash(*failing, code=3))
    assert follow(story).of(Kind.RETRY) == []
