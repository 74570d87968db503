import pytest

from inspector.impact.finding import Kind


def started(story):
    story.human("Please look after the feeds.")
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    return story


@pytest.mark.parametrize(
    "words", ["No files were touched.", "I haven't made any changes yet.", "Nothing has been modified."]
)
def test_a_denial_of_work_that_the_log_shows_is_told(story, follow, words):
    line = started(story).say(words)
    (one,) = (found := follow(story)).of(Kind.DENIED)
    assert found.lines(Kind.DENIED) == [line]
    assert found.document.item(one.evidence[0]).tool == "Edit"


@pytest.mark.parametrize(
    "words",
    [
        "No files were changed outside the feeds.",
        "I haven't made any changes to the alarms.",
        "No changes were made by the formatter.",
        "I changed one file.",
    ],
)
def test_a_denial_about_a_part_is_none(story, follow, words):
    started(story).say(words)
    assert follow(story).of(Kind.DENIED) == []


def test_where_nothing_was_changed_it_is_true(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    story.say("No files were touched.")
    assert follow(story).of(Kind.DENIED) == []
