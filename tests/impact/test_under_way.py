"""What was worked on when a compaction came, and whether that went on."""

import pytest

from inspector.impact.under_way import under_way

ASKED = "Mend the poller for BODC so that no reading is lost at midnight."


@pytest.fixture
def told(follow):
    """What is said of the one compaction of a story, and its scene."""

    def run(story):
        scene = follow(story).scene
        return under_way(scene, scene.compactions[0]), scene

    return run


def working(story, words=ASKED):
    story.human(words)
    story.say("I look at it.", story.read("src/feeds/bodc.py"))
    return story


def test_work_on_the_same_file_went_on(story, told):
    working(story).cut()
    line = story.say(story.edit("src/feeds/bodc.py", "bodc_3 = '3 of bodc'", "bodc_3 = 'mended'")) - 1
    one, scene = told(story)
    assert one.went_on is True and "src/feeds/bodc.py" in one.why
    assert scene.session.items[one.item - 1].source.line == line
    assert scene.session.items[one.request - 1].preview == ASKED


def test_work_on_something_else_tells_nothing(story, told):
    working(story).cut()
    story.say(story.edit("src/alerts/limits.py", "limit_3 = 3", "limit_3 = 4"))
    one, _ = told(story)
    assert one.went_on is None and one.item is None


def test_what_the_human_asks_for_next_is_other_work(story, told):
    working(story).cut()
    story.human("Now show me the file src/feeds/bodc.py instead.")
    story.say(story.read("src/feeds/bodc.py"))
    one, _ = told(story)
    assert one.went_on is None


def test_a_human_who_has_to_say_go_on_shows_that_it_stopped(story, told):
    working(story).cut()
    story.say("What shall I do?")
    story.human("continue")
    story.say(story.read("src/feeds/bodc.py"))
    one, scene = told(story)
    assert one.went_on is False
    assert scene.session.items[one.item - 1].preview == "continue"


def test_behind_a_compaction_that_the_human_asked_for_the_agent_waits_rightly(story, told):
    working(story).cut(trigger="manual")
    story.say("What shall I do?")
    story.human("continue")
    story.say(story.bash("date", "Mon"))
    one, _ = told(story)
    assert one.went_on is None


def test_pushing_is_part_of_any_work(story, told):
    working(story)
    story.say(story.bash("git push", "main -> main"))
    story.cut()
    story.say(story.bash("git push", "main -> main"))
    one, _ = told(story)
    assert one.went_on is None


def test_what_the_agent_says_of_it_proves_nothing(story, told):
    working(story).cut()
    story.say("The poller for BODC is mended: no reading is lost at midnight any more.")
    one, _ = told(story)
    assert one.went_on is None


def test_a_log_that_ends_there_tells_nothing(story, told):
    working(story).cut()
    one, _ = told(story)
    assert one.went_on is None and one.why == "The log ends there."


def test_an_agent_that_had_answered_had_nothing_under_way(story, told):
    working(story)
    story.say("Done: the poller for BODC is mended.")
    story.cut()
    story.say(story.read("src/feeds/bodc.py"))
    one, _ = told(story)
    assert one is None
