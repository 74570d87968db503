from inspector.impact.finding import Kind, Sure

RULE = "Never edit anything outside src/feeds/ and tests/feeds/."


def started(story):
    story.human(f"The poller loses readings. The ground rules:\n- {RULE}")
    for name in ("noaa", "bodc", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    return story


def test_a_lost_rule_that_is_said_again_is_told_with_both_places(story, follow):
    started(story).cut()
    story.say("Going on.")
    line = story.human(f"Stop. I said this at the very start: {RULE.lower()}")
    (one,) = (found := follow(story)).of(Kind.RESTATED)
    assert found.lines(Kind.RESTATED) == [line]
    assert one.sure is Sure.CERTAIN
    assert one.evidence == (one.said, one.item)


def test_a_rule_that_was_kept_is_only_repeated(story, follow):
    started(story).cut(f"- {RULE}")
    story.say("Going on.")
    story.human(f"Again: {RULE}")
    assert follow(story).of(Kind.RESTATED) == []


def test_another_rule_about_the_same_folder_is_new(story, follow):
    started(story).cut()
    story.say("Going on.")
    story.human("Please run the tests in tests/feeds/ whenever a feed was changed.")
    assert follow(story).of(Kind.RESTATED) == []


def test_what_is_words_around_every_request_is_a_habit(story, follow):
    started(story)
    story.human(f"Then the second feed. {RULE}")
    story.say(story.read("src/feeds/shom.py"))
    story.cut()
    story.say("Going on.")
    story.human(f"Then the third feed. {RULE}")
    assert follow(story).of(Kind.RESTATED) == []


def test_short_words_count_only_as_they_were(story, follow):
    story.human("Please mend the site. Use pnpm, not npm.")
    story.say(story.read("src/feeds/base.py"))
    story.say(story.read("src/feeds/noaa.py"))
    story.cut()
    story.say("Going on.")
    line = story.human("Use pnpm, not npm. The lock file is off again.")
    assert follow(story).lines(Kind.RESTATED) == [line]


def test_that_something_still_does_not_work_is_a_report_of_its_day(story, follow):
    story.human("Please look after the map.")
    story.say(story.read("src/feeds/noaa.py"))
    story.human("Still does not work.")
    story.say(story.read("src/feeds/bodc.py"))
    story.cut()
    story.say("Going on with the alarms.")
    story.human("Still not working..")
    assert follow(story).of(Kind.RESTATED) == []
