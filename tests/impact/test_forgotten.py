from inspector.impact.finding import Kind, Sure
from tests.claude_log import Call

TASK = "Survey the French gauges"


def send():
    told = "Async agent launched successfully.\nagentId: a1b2c3d\nThe agent is working in the background."
    return Call("Task", {"description": TASK, "prompt": "Look at each.", "run_in_background": True}, told)


def started(story):
    story.human("Please look after the feeds.")
    story.say(send())
    story.say(story.read("src/feeds/base.py"))
    return story


def test_a_subagent_sent_off_twice_was_forgotten(story, follow):
    started(story).cut()
    line = story.say(send()) - 1
    (one,) = (found := follow(story)).of(Kind.FORGOTTEN)
    assert found.lines(Kind.FORGOTTEN) == [line]
    assert one.sure is Sure.CERTAIN


def test_one_that_the_summary_names_was_not(story, follow):
    started(story).cut(f"- The agent a1b2c3d ({TASK}) still runs.")
    story.say(send())
    assert follow(story).of(Kind.FORGOTTEN) == []


def test_one_that_is_looked_after_was_not(story, follow):
    started(story).cut()
    for name in ("base", "noaa", "bodc", "shom"):
        story.say(story.read(f"src/feeds/{name}.py"))
        story.say(story.grep(name))
    story.say(Call("TaskOutput", {"task_id": "a1b2c3d"}, "The French gauges are fine."))
    story.say(send())
    assert follow(story).of(Kind.FORGOTTEN) == []


def test_a_name_within_another_word_is_not_its_name(story, follow):
    told = "Async agent launched successfully.\nagentId: a1b2c3d\nThe agent is working in the background."
    story.human("Please look after the feeds.")
    sent = Call("Task", {"description": "test", "prompt": "Look.", "run_in_background": True}, told)
    story.say(sent)
    story.say(story.read("src/feeds/base.py"))
    story.cut()
    for name in ("base", "noaa", "bodc", "shom"):
        story.say(story.read(f"src/feeds/{name}.py"))
        story.say(story.grep(f"latest {name}"))
    story.say(sent)
    assert [one.subject for one in follow(story).of(Kind.FORGOTTEN)] == ["test"]
