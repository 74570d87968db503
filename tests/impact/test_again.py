from inspector.impact.again import done_again, once

BASE = "src/feeds/base.py"


def test_a_call_is_done_again_where_a_compaction_took_the_last_one_that_counts(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.read(BASE))
    story.say(story.bash(f"cat {BASE}", "no such file", code=1))
    story.cut()
    story.say(story.read(BASE))
    story.say(story.read(BASE))
    scene = follow(story).scene
    first, failed, second, _ = scene.calls
    (again,) = done_again(scene, lambda step: [BASE], lambda step: not step.failed)
    assert (again.before, again.step, again.compaction, again.times) == (first, second, 1, 1)
    (again,) = done_again(scene, lambda step: [BASE])
    assert (again.before, again.times) == (failed, 2)


def test_a_key_is_told_once_a_compaction(story, follow):
    story.human("Please look after the feeds.")
    story.say(story.bash("make tides", "the tides were made anew"))
    story.cut()
    story.say(story.bash("make tides", "the tides were made anew"))
    (finding,) = [one for each in follow(story).consequences for one in each.findings]
    assert list(once([("a", finding), ("a", finding), ("b", None), ("b", finding)])) == [finding, finding]
