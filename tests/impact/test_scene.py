import pytest

from tests.claude_log import Call


def started(story):
    story.human("Please look after the feeds.")
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    return story


def test_an_item_is_gone_only_behind_the_compaction_that_removed_it(story, follow):
    started(story).say(story.read("src/feeds/noaa.py"))
    scene = follow(story).scene
    before, after = scene.calls
    assert scene.gone(before.result.number, after.item.number) == 1
    assert scene.gone(before.result.number, before.item.number) is None
    assert scene.gone(after.result.number, after.item.number) is None


@pytest.mark.parametrize(
    ("words", "same"),
    [
        ("Continue.", True),
        ("继续", True),
        ("please go on with it", True),
        ("Now the alarms: when do they go off?", False),
        ("Carry on, but first write a page about every single one of the gauges that you have seen so far.", False),
    ],
)
def test_only_a_new_request_ends_the_work_that_was_cut(story, follow, words, same):
    started(story).say("I had to stop.")
    story.human(words)
    story.say(story.read("src/feeds/noaa.py"))
    scene = follow(story).scene
    assert scene.resumed(1, scene.calls[-1].item.number) is same


def test_the_first_request_behind_a_compaction_by_hand_is_what_it_was_made_for(story, follow):
    started(story).human("Now the alarms: when do they go off?")
    story.say(story.read("src/feeds/noaa.py"))
    scene = follow(story).scene
    assert scene.resumed(1, scene.calls[-1].item.number)


def test_calls_made_side_by_side_are_not_timed_twice(story, follow):
    started(story)
    both = story.read("src/feeds/noaa.py"), story.read("src/feeds/bodc.py")
    story.say(*both)
    scene = follow(story).scene
    first, second = (scene.cost([step]).seconds for step in scene.calls[-2:])
    together = scene.cost(scene.calls[-2:])
    assert max(first, second) <= together.seconds < first + second
    assert together.tokens == 40


def test_a_call_without_an_answer_costs_no_time_that_could_be_told(story, follow):
    started(story)
    call = Call("Read", {"file_path": f"{story.cwd}/src/feeds/noaa.py"}, "")
    story.say(call)
    # The run broke off: the result was never written.
    story.rows.pop()
    scene = follow(story).scene
    assert scene.cost(scene.calls[-1:]).seconds is None
