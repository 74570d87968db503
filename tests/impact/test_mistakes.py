import pytest

from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

BASE, LIMITS = "src/feeds/base.py", "src/alerts/limits.py"
REFUSED = "<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>"


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


@pytest.mark.parametrize(
    ("path", "told"), [("src/feeds/agencies/base.py", True), ("src/alarms/base.py", False)], ids=["too many", "another"]
)
def test_a_file_is_looked_for_with_a_folder_too_many_or_is_another_of_that_name(story, follow, path, told):
    started(story).cut()
    line = story.say(story.read(path))
    changed(story)
    assert follow(story).lines(Kind.MISTAKE) == ([line] if told else [])


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


def test_a_right_place_that_the_second_summary_drops_is_laid_to_the_second(story, follow):
    started(story).cut(f"2. Files: {story.cwd}/{BASE}")
    story.say(story.read("src/feeds/noaa.py"))
    story.cut()
    story.say(story.read("feeds/base.py"))
    changed(story)
    (one,) = follow(story).of(Kind.MISTAKE)
    assert one.compaction == 2


def test_a_right_place_that_still_stands_in_the_context_was_not_lost(story, follow):
    started(story).cut()
    story.say(story.read(BASE, 1, 4))
    story.say(story.read("feeds/base.py"))
    changed(story)
    assert follow(story).of(Kind.MISTAKE) == []


def refused(story, path=BASE):
    arguments = {"file_path": f"{story.cwd}/{path}", "old_string": "base_3", "new_string": "base_three = 3  # metres"}
    return story.say(Call("Edit", arguments, REFUSED, error=True))


def test_an_edit_is_refused_that_would_have_gone_through_before_the_compaction(story, follow):
    story.human("Please bring the feeds into order.")
    story.say(story.read(BASE))
    story.cut()
    line = refused(story)
    (one,) = (found := follow(story)).of(Kind.MISTAKE)
    assert found.lines(Kind.MISTAKE) == [line]
    assert one.sure is Sure.CERTAIN


@pytest.mark.parametrize(("before", "after"), [(LIMITS, None), (BASE, BASE)], ids=["never read", "read again"])
def test_an_edit_is_refused_for_other_reasons(story, follow, before, after):
    story.human("Please bring the feeds into order.")
    story.say(story.read(before))
    story.cut()
    if after:
        story.say(story.read(after, 1, 3))
    refused(story)
    assert follow(story).of(Kind.MISTAKE) == []


def test_a_file_is_told_once_a_compaction(story, follow):
    story.human("Please bring the feeds into order.")
    story.say(story.read(BASE))
    story.cut()
    line = refused(story)
    refused(story)
    assert follow(story).lines(Kind.MISTAKE) == [line]
