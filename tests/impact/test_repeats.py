import pytest

from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

COVERAGE = "python -m tidewatch.tools.coverage noaa --days 14"
TABLE = "station expected received\nbattery 240 231\nboston 240 238"
REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected."
LIMITS = "src/alerts/limits.py"
PASSED = "...... 25 passed, 5 deselected in 0.52s"
STATUS = "On branch main\nnothing to commit, working tree clean"


def started(story, *calls):
    story.human("Please look after the feeds.")
    for call in calls:
        story.say(call)
    story.say(story.read("src/feeds/base.py"))
    return story


def test_a_command_run_again_with_the_same_answer_is_a_repeat(story, follow):
    started(story, story.bash(COVERAGE, TABLE)).cut()
    line = story.say(story.bash(COVERAGE, TABLE))
    (one,) = (found := follow(story)).of(Kind.REPEAT)
    assert found.lines(Kind.REPEAT) == [line]
    assert one.subject == COVERAGE


def test_a_command_that_the_human_orders_is_no_repeat(story, follow):
    started(story, story.bash(COVERAGE, TABLE)).cut()
    story.queued(f"Before you go on:\n{COVERAGE}")
    story.say(story.bash(COVERAGE, TABLE))
    assert follow(story).of(Kind.REPEAT) == []


def test_where_words_stand_around_the_command_the_repeat_stays_and_says_where(story, follow):
    started(story, story.bash(COVERAGE, TABLE)).cut()
    asked = story.queued(f"Did {COVERAGE} tell of any gap?")
    line = story.say(story.bash(COVERAGE, TABLE))
    (one,) = (found := follow(story)).of(Kind.REPEAT)
    assert found.lines(Kind.REPEAT) == [line]
    assert one.sure is Sure.POSSIBLE and one.why.endswith(f"The user named it in line {asked}.")


@pytest.mark.parametrize(
    ("command", "was", "now", "times"),
    [
        (
            COVERAGE,
            f"{TABLE}\ndone in 1.2s at 2026-03-02T09:00:00Z",
            f"{TABLE}\ndone in 3.4s at 2026-03-02T09:31:10Z",
            1,
        ),
        (COVERAGE, TABLE, TABLE.replace("231", "240"), 0),
        ("pytest tests/feeds -q", PASSED, PASSED, 1),
        ("git status", STATUS, STATUS, 0),
    ],
    ids=["times make no difference", "another answer is news", "tests with nothing changed", "a habit"],
)
def test_what_counts_as_the_same_again(story, follow, command, was, now, times):
    started(story, story.bash(command, was)).cut()
    story.say(story.bash(command, now))
    assert len(follow(story).of(Kind.REPEAT)) == times


@pytest.mark.parametrize("by", ["an edit", "a subagent", "make generate"])
def test_tests_run_again_behind_a_change_are_no_repeat(story, follow, by):
    started(story, story.bash("pytest tests/feeds -q", PASSED)).cut()
    edit = story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'")
    task = Call("Task", {"description": "Mend it", "prompt": "Mend noaa_3"}, "Mended.")
    story.say({"an edit": edit, "a subagent": task}.get(by) or story.bash(by, "Mended."))
    story.say(story.bash("pytest tests/feeds -q", PASSED))
    assert follow(story).of(Kind.REPEAT) == []


def test_a_search_done_again_is_a_repeat(story, follow):
    started(story, story.grep("noaa_1", "src/feeds")).cut()
    line = story.say(story.grep("noaa_1", "src/feeds"))
    assert follow(story).lines(Kind.REPEAT) == [line]


@pytest.mark.parametrize(
    ("said", "sure"), [("", Sure.CERTAIN), ("Now do it.", Sure.LIKELY), ("Now write limits.py.", Sure.POSSIBLE)]
)
def test_an_edit_that_the_human_rejected_is_tried_again(story, follow, said, sure):
    arguments = {"file_path": f"{story.cwd}/{LIMITS}", "old_string": "l", "new_string": "limit_3 = 4  # agreed on"}
    attempt = Call("Edit", arguments, REJECTED, error=True)
    story.human("Please look after the alarms.")
    story.say(attempt)
    story.say(story.read(LIMITS))
    story.cut()
    if said:
        story.human(said)
    line = story.say(attempt) - 1
    (one,) = (found := follow(story)).of(Kind.RETRY)
    assert found.lines(Kind.RETRY) == [line]
    assert one.sure is sure
