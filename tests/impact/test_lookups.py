import pytest

from inspector.impact.finding import Kind
from inspector.impact.lookups import lookups

NOAA, BODC, LIMITS = "src/feeds/noaa.py", "src/feeds/bodc.py", "src/alerts/limits.py"


def started(story, *more):
    story.human("Please look after the feeds.")
    for path in (NOAA, BODC, *more):
        story.say(story.read(path))
    return story


def both(story, how="sed -n '1,9p'"):
    told = "\n".join("\n".join(story.files[path].splitlines()[:9]) for path in (NOAA, BODC))
    return story.bash(f"{how} {NOAA} && {how} {BODC}", told)


def test_a_search_that_gives_lines_read_before_is_told(story, follow):
    started(story).cut()
    line = story.say(story.grep("of noaa", NOAA))
    (one,) = (found := follow(story)).of(Kind.REPEAT)
    assert found.lines(Kind.REPEAT) == [line]
    assert one.why == "100% of the lines stood in results before compaction 1."


def test_several_files_shown_by_one_command_count_together(story, follow):
    started(story).cut()
    line = story.say(both(story))
    assert follow(story).lines(Kind.REPEAT) == [line]


def test_what_was_looked_up_again_stands_in_the_context_from_then_on(story, follow):
    started(story).cut()
    line = story.say(both(story))
    story.say(both(story, "head -9"))
    story.say(story.grep("of noaa", NOAA))
    assert follow(story).lines(Kind.REPEAT) == [line]


@pytest.mark.parametrize("between", ["changed", "stands", "asked"])
def test_there_was_a_reason_to_look(story, follow, between):
    started(story).cut()
    story.say("Going on.")
    if between == "changed":
        story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'three of noaa'"))
    if between == "stands":
        story.say(story.read(NOAA), story.read(BODC))
    if between == "asked":
        story.human("Now for something else: draw the alarms as a table with all their limits.")
        story.say("On it.")
    story.say(both(story))
    assert follow(story).of(Kind.REPEAT) == []


def test_other_lines_are_news(story, follow):
    started(story).cut()
    story.say(story.grep("limit_", LIMITS))
    assert follow(story).of(Kind.REPEAT) == []


def test_the_same_search_is_a_repeat_and_told_once(story, follow):
    started(story)
    story.say(story.grep("of noaa", NOAA))
    story.cut()
    story.say(story.grep("of noaa", NOAA))
    assert len(follow(story).of(Kind.REPEAT)) == 1


def test_a_few_lines_are_no_evidence(story, follow):
    started(story).cut()
    story.say(story.grep("[12] of noaa", NOAA))
    assert follow(story).of(Kind.REPEAT) == []


def test_where_files_were_changed_since_no_result_is_read(story, follow):
    started(story).cut()
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'three of noaa'"))
    story.say(both(story))
    scene = follow(story).scene
    results, read = {step.result.number for step in scene.calls if step.result is not None}, []
    plain = scene.read
    scene.read = lambda item: read.append(item.number) or plain(item)
    assert list(lookups(scene)) == []
    assert results and not results & set(read)
