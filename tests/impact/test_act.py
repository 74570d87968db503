from tests.claude_log import Call

NOAA = "src/feeds/noaa.py"


def done(story, follow, *calls):
    story.human("Please look after the feeds.")
    for call in calls:
        story.say(call)
    story.cut()
    scene = follow(story).scene
    return list(scene.acts)


def test_an_act_tells_what_was_changed_and_written(story, follow):
    (act,) = done(story, follow, story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    assert act.changed == ((NOAA, "edited"),)
    assert (act.added, act.taken) == ("noaa_3 = 'mended'", "noaa_3 = '3 of noaa'")


def test_installing_by_name_is_told_from_installing_what_is_listed(story, follow):
    lines = (
        "pip install tenacity",
        "pip install -r requirements.txt",
        "pip install -e .",
        "npm install",
        "uv add rich",
    )
    told = done(story, follow, *(story.bash(line, "done") for line in lines))
    assert [act.installs for act in told] == ["ran pip install tenacity", "", "", "", "ran uv add rich"]


def test_what_was_run_since_the_last_change_is_known(story, follow):
    told = done(
        story,
        follow,
        story.bash("make test", "ok"),
        story.edit(NOAA, "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"),
        story.bash("git commit -qam one", "ok"),
        story.edit(NOAA, "noaa_4 = '4 of noaa'", "noaa_4 = 'mended'"),
        story.bash("make test", "ok"),
        story.bash("git commit -qam two", "ok"),
    )
    commits = [act for act in told if any("commit" in one.text for one in act.commands)]
    assert [act.ran_since(lambda one: one.text == "make test", act.edited_since) for act in commits] == [False, True]


def test_what_the_human_rejected_was_never_done(story, follow):
    rejected = "The user doesn't want to proceed with this tool use."
    call = Call("Bash", {"command": "git push"}, rejected, error=True)
    assert done(story, follow, call) == []


def test_a_trial_run_does_nothing(story, follow):
    (act,) = done(story, follow, story.bash("git push --dry-run && make test", "ok"))
    assert [one.text for one in act.commands] == ["make test"]


def test_the_same_letter_is_a_dry_run_of_one_program_and_none_of_another(story, follow):
    (act,) = done(story, follow, story.bash("pytest -n 4 && git push -n", "ok"))
    assert [one.text for one in act.commands] == ["pytest -n 4"]
