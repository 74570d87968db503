import pytest

from inspector.impact.lost_last import lost_last

RED = "2. The red buoys are out of date."


def tells(text):
    return "red buoys" in text


@pytest.fixture
def cuts(story, follow):
    def run(*steps):
        story.human("Please look after the feeds.")
        for step in steps:
            story.say(story.read("src/feeds/base.py"))
            if step.startswith("cut"):
                story.cut(*filter(None, [step[3:]]))
            else:
                story.say(step)
        story.say(story.read("src/feeds/base.py"))
        scene = follow(story).scene
        return lost_last(scene, 1, scene.end, tells)

    return run


def test_what_never_came_back_is_laid_to_the_first(cuts):
    assert cuts("cut", "cut", "cut") == 1


def test_what_a_summary_carried_is_laid_to_the_one_that_dropped_it(cuts):
    assert cuts("cut" + RED, "cut", "cut") == 2


def test_what_was_said_again_in_between_is_laid_to_the_later_one(cuts):
    assert cuts("cut", "I see that the red buoys are out of date.", "cut") == 2


def test_what_the_last_summary_tells_again_is_not_lost(cuts):
    assert cuts("cut", "cut" + RED) is None
