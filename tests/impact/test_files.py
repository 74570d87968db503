from inspector.impact.files import same_file

NOAA = "src/feeds/noaa.py"


def started(story):
    story.human("Please look after the feeds.")
    story.say(story.read(NOAA))
    story.cut()
    return story


def test_edits_writes_and_commands_change_files(story, follow):
    started(story)
    story.say(story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    story.say(story.bash("sed -i 's/a/b/' src/feeds/bodc.py && rm src/feeds/shom.py", ""))
    scene = follow(story).scene
    files, end = scene.files, len(scene.session.items) + 1
    assert all(files.changed_between(f"src/feeds/{name}.py", 1, end) for name in ("noaa", "bodc", "shom"))
    assert not files.changed_between("src/feeds/base.py", 1, end)
    first = scene.calls[1].item.number
    assert files.last_change(NOAA, end) == first
    assert files.last_change(NOAA, first) is None
    assert not files.changed_between(NOAA, first + 1, end)


def test_a_call_that_failed_changed_nothing(story, follow):
    started(story)
    call = story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'")
    call.error, call.result = True, "<tool_use_error>File has not been read yet.</tool_use_error>"
    story.say(call)
    scene = follow(story).scene
    assert not scene.files.any_changed(1, len(scene.session.items) + 1)


def test_a_branch_or_a_formatter_may_change_any_file(story, follow):
    started(story)
    for command in ("git pull", "git -C . stash", "ruff check --fix", "black src"):
        story.say(story.bash(command, "done"))
    story.say(story.bash("git checkout -- src/feeds/bodc.py", ""))
    scene = follow(story).scene
    files = scene.files
    pull, stash, fix, black, checkout = (step.item.number for step in scene.calls[1:])
    assert all(files.changed_between("any.py", number, number + 1) for number in (pull, stash, fix, black))
    assert not files.changed_between("any.py", checkout, checkout + 1)
    assert files.changed_between("src/feeds/bodc.py", checkout, checkout + 1)


def test_a_file_put_back_by_the_harness_is_known_by_its_name(story, follow):
    started(story).attach_file(NOAA)
    story.say("Going on.")
    scene = follow(story).scene
    end = len(scene.session.items) + 1
    assert scene.files.put_back(NOAA, scene.start(1) - 2, end)
    assert not scene.files.put_back("src/feeds/bodc.py", 1, end)


def test_a_path_may_be_seen_from_another_folder():
    assert same_file("web/src/app.ts", "src/app.ts")
    assert not same_file("web/src/app.ts", "web/lib/app.ts")
    assert not same_file("src/xapp.ts", "app.ts")


def test_a_look_changes_nothing_whatever_words_it_looks_for(story, follow):
    started(story)
    for command in ("grep -ri fix src", "docker run -i tides", "pip install -i https://pier.example tides"):
        story.say(story.bash(command, "done"))
    story.say(story.bash("perl -pi -e 's/a/b/' src/feeds/noaa.py", ""))
    scene = follow(story).scene
    *looks, perl = (step.item.number for step in scene.calls[1:])
    assert not any(scene.files.changed_between("any.py", number, number + 1) for number in looks)
    assert scene.files.changed_between("any.py", perl, perl + 1)
