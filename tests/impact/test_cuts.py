from inspector.impact.finding import Kind

TEST = "tests/feeds/test_noaa.py::test_times_are_utc"
FAILED = f"{TEST} FAILED [100%]\n1 failed in 0.2s"


def started(story):
    story.human("Please look after the feeds.")
    story.say(story.read("src/feeds/noaa.py"))
    return story


def test_tests_that_failed_at_the_cut_and_are_not_named_are_told(story, follow):
    line = started(story).say(story.bash(f"pytest {TEST} -v", FAILED, code=1))
    story.cut()
    (one,) = (found := follow(story)).of(Kind.CUT)
    assert found.lines(Kind.CUT) == [line]
    assert one.subject == TEST


def test_a_summary_that_names_the_test_hands_it_on(story, follow):
    started(story).say(story.bash(f"pytest {TEST} -v", FAILED, code=1))
    story.cut(f"- {TEST} still fails.")
    assert follow(story).of(Kind.CUT) == []


def test_a_turn_that_had_ended_was_not_cut(story, follow):
    started(story).say(story.bash(f"pytest {TEST} -v", FAILED, code=1))
    story.say("One test is still red, I stop here.")
    story.cut()
    assert follow(story).of(Kind.CUT) == []


def test_the_human_who_compacts_knows_where_the_work_stands(story, follow):
    started(story).say(story.bash(f"pytest {TEST} -v", FAILED, code=1))
    story.cut(trigger="manual")
    assert follow(story).of(Kind.CUT) == []


def test_a_check_that_went_through_since_leaves_nothing_open(story, follow):
    started(story).say(story.bash(f"pytest {TEST} -v", FAILED, code=1))
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    story.say(story.bash("pytest tests/feeds -q 2>&1 | tail -1", "25 passed in 0.5s"))
    story.say(story.read("src/feeds/bodc.py"))
    story.cut()
    assert follow(story).of(Kind.CUT) == []


def test_another_check_says_nothing_of_the_tests(story, follow):
    line = started(story).say(story.bash(f"pytest {TEST} -v", FAILED, code=1))
    story.say(story.bash("ruff check", "All checks passed!"))
    story.cut()
    assert follow(story).lines(Kind.CUT) == [line]
