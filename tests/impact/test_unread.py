"""What the work shows of facts behind a compaction that is taken for one nobody can read."""

import pytest

from inspector.impact.unread import counts, traces
from inspector.model.shown import Shown
from tests.impact.conftest import RULE, ruled


@pytest.fixture
def shown(follow):
    """By the words of each fact what the work shows of it; the summary is not looked at."""

    def told(story):
        found = follow(story)
        scene = found.scene
        (compaction,) = scene.compactions
        facts = {fact.id: fact for fact in scene.outcomes[compaction.number].facts}
        return {(facts[one.fact].value or facts[one.fact].texts[0]): one for one in traces(scene, compaction)}, found

    return told


def test_nothing_is_called_lost(story, shown):
    ruled(story).cut()
    found, _ = shown(story)
    assert "lost" not in counts(found.values()) and found[RULE].shown is Shown.UNTESTED


def test_what_the_agent_says_by_itself_it_knew(story, shown):
    ruled(story).cut()
    story.say("As told: never edit anything outside src/feeds/ and tests/feeds/. So the alerts stay as they are.")
    found, _ = shown(story)
    assert found[RULE].shown is Shown.KNOWN


def test_what_the_human_says_again_is_no_knowledge_of_the_agent(story, shown):
    ruled(story).cut()
    story.human(f"Again: {RULE}")
    story.say(f"Yes: {RULE}")
    found, _ = shown(story)
    assert found[RULE].shown is Shown.SAID_AGAIN


def test_a_file_that_is_read_again_was_fetched_and_one_that_is_worked_on_was_known(story, shown):
    ruled(story).cut()
    story.say(story.read("src/feeds/bodc.py"))
    story.say(story.edit("src/feeds/noaa.py", "noaa_5 = '5 of noaa'", "noaa_5 = 'again'"))
    found, _ = shown(story)
    by_file = {value.rsplit("/", 1)[-1]: one.shown for value, one in found.items() if value.endswith(".py")}
    assert by_file["bodc.py"] is Shown.FETCHED and by_file["noaa.py"] is Shown.KNOWN
    assert by_file["shom.py"] is Shown.UNTESTED, "most often there is no more to say"


def test_a_file_that_was_changed_since_or_has_other_lines_was_not_fetched_again(story, shown):
    ruled(story)
    story.files["src/feeds/bodc.py"] = "".join(f"other_{place} = 'line {place} below'\n" for place in range(12))
    story.cut()
    story.say(story.read("src/feeds/bodc.py"))
    story.say(story.bash("git pull", "Updating 1f..2e"))
    story.say(story.read("src/feeds/shom.py"))
    found, _ = shown(story)
    assert {found[f"src/feeds/{name}.py"].shown for name in ("bodc", "shom")} == {Shown.UNTESTED}


@pytest.mark.parametrize(
    ("command", "listing", "expected"),
    [
        ("ls src/feeds", "src/feeds/noaa.py\nsrc/feeds/bodc.py", Shown.UNTESTED),
        ("ls -R src", "feeds/noaa.py\nfeeds/bodc.py", Shown.UNTESTED),
        ("ls src", "feeds", Shown.KNOWN),
    ],
    ids=["listed", "listed in short", "named by the agent alone"],
)
def test_a_file_that_the_agent_names_it_knew_where_it_had_not_gone_by_in_a_listing(
    story, shown, command, listing, expected
):
    ruled(story).cut()
    story.say(story.bash(command, listing))
    story.say("The poller for BODC stands in src/feeds/bodc.py.")
    found, _ = shown(story)
    assert found["src/feeds/bodc.py"].shown is expected


@pytest.mark.parametrize(
    ("between", "expected"), [(False, Shown.FETCHED), (True, Shown.UNTESTED)], ids=["unchanged", "changed"]
)
def test_a_check_counts_as_run_again_only_where_nothing_was_changed(story, shown, between, expected):
    ruled(story)
    story.say(story.bash("pytest -q tests/feeds", "12 passed in 0.41s"))
    story.cut()
    if between:
        story.say(story.edit("src/feeds/noaa.py", "noaa_5 = '5 of noaa'", "noaa_5 = 'again'"))
    story.say(story.bash("pytest -q tests/feeds", "12 passed in 0.43s"))
    found, _ = shown(story)
    assert found["pytest -q tests/feeds"].shown is expected


def test_a_check_that_had_failed_is_run_again_to_look_into_it(story, shown):
    ruled(story)
    story.say(story.bash("pytest -q tests/feeds", "1 failed, 11 passed in 0.41s", code=1))
    story.cut()
    story.say(story.bash("pytest -q tests/feeds", "1 failed, 11 passed in 0.43s", code=1))
    found, _ = shown(story)
    assert found["pytest -q tests/feeds"].shown is Shown.UNTESTED


RULED = "Never push to the release branch without asking me about it first."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"# Rules\n\n{RULED}\n", Shown.FETCHED),
        ("- Nobody pushes to the release branch first without asking about it, me least of all.\n", Shown.UNTESTED),
    ],
    ids=["as they were said", "otherwise"],
)
def test_words_are_fetched_again_where_they_are_read_as_they_were_said(story, shown, text, expected):
    ruled(story, RULED)
    story.files["docs/rules.md"] = text
    story.cut()
    story.say(story.read("docs/rules.md"))
    found, _ = shown(story)
    assert found[RULED].shown is expected


def test_words_with_which_the_human_turns_a_call_down_were_not_fetched(story, shown):
    ruled(story, RULED).cut()
    refused = "The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n"
    story.say(story.bash("git push origin release", refused + RULED))
    found, _ = shown(story)
    assert found[RULED].shown is not Shown.FETCHED


def test_what_is_said_behind_the_next_compaction_is_not_told_of_this_one(story, follow):
    ruled(story).cut()
    story.say(story.read("src/feeds/noaa.py"))
    story.cut()
    story.say(f"As told: {RULE}")
    scene = follow(story).scene
    facts = {fact.id: fact.texts[0] for fact in scene.outcomes[1].facts}
    told = {facts[one.fact]: one.shown for one in traces(scene, scene.compactions[0])}
    assert told[RULE] is Shown.UNTESTED


def test_a_compaction_that_can_be_read_is_judged_by_its_text(story, follow):
    ruled(story).cut(f"- {RULE}")
    story.say(f"As told: {RULE}")
    found = follow(story)
    assert not found.scene.outcomes[1].is_unread
    assert all(one.unread == () for one in found.consequences)
