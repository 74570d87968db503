from inspector.impact.losses import came_back, holds_words, losses
from inspector.model import Verdict

RULE = "Never edit anything outside src/feeds/ and tests/feeds/."


def started(story):
    story.human(f"The poller loses readings. The ground rules:\n- {RULE}\n- All times must be stored in UTC.")
    for name in ("noaa", "bodc", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    return story


def texts(scene):
    return [loss.text for loss in losses(scene)]


def test_what_was_kept_once_and_lost_later_goes_back_to_the_human(story, follow):
    started(story).cut(f"- {RULE}", "- All times must be stored in UTC.")
    for name in ("noaa", "bodc", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut("- All times must be stored in UTC.")
    story.say("Going on.")
    found = [loss for loss in losses(follow(story).scene) if loss.text == RULE]
    assert [(loss.compaction, loss.item, loss.survival.verdict) for loss in found] == [(2, 1, Verdict.LOST)]
    assert found[0].fact.from_summary


def test_a_loss_is_told_once(story, follow):
    started(story).cut()
    story.say(story.read("src/feeds/shom.py"))
    story.cut()
    assert texts(follow(story).scene).count(RULE) == 1


def test_instructions_that_were_put_back_hold_what_the_summary_lacks(story, follow):
    started(story).cut()
    story.files["CLAUDE.md"] = f"# Rules\n{RULE}\n"
    story.attach_file("CLAUDE.md")
    story.say("Going on.")
    assert RULE not in texts(follow(story).scene)


def test_words_come_back_when_they_are_read(story, follow):
    started(story).cut()
    story.files["CLAUDE.md"] = f"# Rules\n{RULE}\n"
    story.say(story.read("CLAUDE.md"))
    scene = follow(story).scene
    (loss,) = (one for one in losses(scene) if one.text == RULE)
    end = len(scene.session.items) + 1
    assert came_back(scene, loss, end)
    assert not came_back(scene, loss, scene.calls[-1].item.number)


def test_a_text_holds_words_in_one_sentence_and_not_scattered(story, follow):
    story.human(f"Remember. {RULE}")
    story.say("Never mind the tests. I edit src first. Anything in feeds comes later, outside of office hours.")
    scene = follow(story).scene
    assert holds_words(scene, scene.items[0], RULE)
    assert not holds_words(scene, scene.items[1], RULE)
