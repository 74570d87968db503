from inspector.impact.finding import Kind, Sure


def test_compactions_without_work_between_them_are_one_loop(story, follow):
    story.human("Please look after the feeds.")
    for name in ("base", "noaa", "bodc", "shom"):
        story.say(story.read(f"src/feeds/{name}.py"))
    for _ in range(3):
        story.cut()
        story.say("Going on.")
    story.say(story.read("src/feeds/noaa.py"))
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    found = follow(story)
    (one,) = found.of(Kind.LOOP)
    assert one.sure is Sure.CERTAIN
    assert one.subject == "compactions 1 to 3" and one.why == "The next 2 compactions fired within 2 requests each."


def test_rounds_in_which_something_was_changed_are_work(story, follow):
    story.human("Please look after the feeds.")
    for place in range(4):
        for name in ("base", "noaa", "bodc", "shom"):
            story.say(story.read(f"src/feeds/{name}.py"))
        story.say(story.edit("src/feeds/noaa.py", f"noaa_{place} = ", f"noaa_{place}_mended = "))
        story.cut()
    assert follow(story).of(Kind.LOOP) == []
