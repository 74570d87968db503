import pytest

from inspector.impact.rules import rules_of


@pytest.mark.parametrize(
    "text",
    [
        "Don't push unless I say so.",
        "If the tests fail, do not commit.",
        "The poller loses readings.",
        "Can you fix src/a.py?",
        "Why are we using appendMessage and not queueMessage for this?",
        "No initial_attribution in metadata",
        "Make the table look nice.",
    ],
)
def test_a_condition_or_a_plain_task_sets_no_rule(text):
    assert rules_of(text) == ()


def test_a_sentence_may_set_two_rules():
    assert [rule.form for rule in rules_of("No new dependency: tenacity must not come in.")] == ["token", "install"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Retry at most 4 times.", "set MAX_RETRIES to 9 in src/feeds/noaa.py"),
        ("Don't use callLegacy() here.", "wrote callLegacy() into src/feeds/noaa.py"),
        ("Never edit src/feeds/.", "edited src/feeds/noaa.py"),
        ("Only edit files under tests/.", "changed src/feeds/noaa.py, outside tests"),
    ],
)
def test_a_rule_says_what_broke_it(story, follow, text, told):
    story.human("Please look after the feeds.")
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "MAX_RETRIES = 9\ncallLegacy()"))
    story.cut()
    scene = follow(story).scene
    (act,) = scene.acts
    (rule,) = rules_of(text)
    assert rule.broken(act) == told


def test_what_stood_there_before_was_not_written_now(story, follow):
    story.files["a.py"] = "x = callLegacy()\n"
    story.human("Please look after the feeds.")
    story.say(story.edit("a.py", "x = callLegacy()", "y = callLegacy()"))
    story.cut()
    scene = follow(story).scene
    (act,) = scene.acts
    assert [rule.broken(act) for rule in rules_of("Don't use callLegacy() here.")] == [""]


@pytest.mark.parametrize(
    "text",
    [
        "Never commit without running pytest first.",
        "Never commit without updating CHANGELOG.md.",
        "Don't push without my approval",
    ],
)
def test_a_ban_on_leaving_something_out_forbids_neither(text):
    assert rules_of(text) == ()


def test_data_sets_no_rule_and_is_read_in_one_go(ends):
    assert rules_of("Never touch " + "a1" * 80_000) == ()
