from inspector.impact.losses import losses

RULE = "Never edit anything outside src/feeds/ and tests/feeds/."
TIMES = "All times must be stored in UTC."


def started(story):
    story.human(f"The poller loses readings. The ground rules:\n- {RULE}\n- {TIMES}")
    for name in ("noaa", "bodc", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    return story


def told(found):
    return [(loss.said.texts[0], loss.compaction) for loss in losses(found.scene)]


def test_what_a_summary_carried_is_dropped_by_the_one_that_left_it_out_and_goes_back_to_the_human(story, follow):
    started(story).cut(f"- {RULE}", f"- {TIMES}")
    for name in ("noaa", "bodc", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut(f"- {TIMES}")
    story.say("Going on.")
    (loss,) = [one for one in losses(follow(story).scene) if one.said.texts[0] == RULE]
    assert (loss.compaction, loss.said.quotes[0].item) == (2, 1)


def test_a_sentence_is_dropped_once(story, follow):
    started(story).cut()
    story.say(story.read("src/feeds/shom.py"))
    story.cut()
    assert told(follow(story)).count((RULE, 1)) == 1
    assert (RULE, 2) not in told(follow(story))


def test_what_still_stands_there_is_none(story, follow):
    started(story).cut(f"- {RULE}")
    found = [text for text, _ in told(follow(story))]
    assert TIMES in found and RULE not in found
