from inspector.impact.finding import Kind

BASE = "src/feeds/base.py"


def started(story, path=BASE):
    story.human("Please bring the feeds into order.")
    story.say(story.read(path))
    story.say(story.read("src/alerts/limits.py"))
    return story


def changed(story):
    return story.say(story.edit(BASE, "base_3 = '3 of base'", "base_3 = 'three'"))


def test_a_file_is_looked_for_with_a_folder_left_out(story, follow):
    started(story).cut()
    line = story.say(story.read("feeds/base.py"))
    changed(story)
    (one,) = (found := follow(story)).of(Kind.MISTAKE)
    assert found.lines(Kind.MISTAKE) == [line]
    assert one.why.endswith(f"{BASE}.")
    assert one.text.endswith(BASE)


def test_a_file_is_looked_for_with_a_folder_too_many(story, follow):
    started(story).cut()
    line = story.say(story.read("src/feeds/agencies/base.py"))
    changed(story)
    assert follow(story).lines(Kind.MISTAKE) == [line]


def test_a_file_of_that_name_elsewhere_is_another_file(story, follow):
    started(story).cut()
    story.say(story.read("src/alarms/base.py"))
    changed(story)
    assert follow(story).of(Kind.MISTAKE) == []


def test_a_file_that_is_not_used_at_its_right_place_afterwards_may_not_be_what_was_meant(story, follow):
    started(story).cut()
    story.say(story.read("feeds/base.py"))
    story.say(story.read("src/feeds/noaa.py"))
    assert follow(story).of(Kind.MISTAKE) == []


def test_a_right_place_that_the_summary_names_was_not_lost(story, follow):
    started(story).cut(f"2. Files: {story.cwd}/{BASE}")
    story.say(story.read("feeds/base.py"))
    changed(story)
    assert follow(story).of(Kind.MISTAKE) == []


def test_a_right_place_that_still_stands_in_the_context_was_not_lost(story, follow):
    started(story).cut()
    story.say(story.read(BASE, 1, 4))
    story.say(story.read("feeds/base.py"))
    changed(story)
    assert follow(story).of(Kind.MISTAKE) == []
