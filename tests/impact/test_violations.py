import pytest

from inspector.impact.finding import Kind, Sure
from inspector.impact.losses import HURT
from inspector.impact.violations import _WHAT
from inspector.model import Verdict

RULE = "Never edit anything outside src/feeds/ and tests/feeds/."
LIMITS = "src/alerts/limits.py"


def started(story, rule=RULE):
    story.human(f"The poller loses readings. The ground rules:\n- {rule}\n- I like short names.")
    story.say(story.read("src/feeds/noaa.py"))
    story.say(story.edit("src/feeds/noaa.py", "noaa_3 = '3 of noaa'", "noaa_3 = 'mended'"))
    for name in ("bodc", "shom", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    return story


def breach(story):
    return story.say(story.edit(LIMITS, "limit_3 = 3", "limit_3 = 4")) - 1


def test_the_first_action_against_a_lost_rule_is_told_with_the_fact_it_hangs_on(story, follow):
    started(story).cut()
    line = breach(story)
    story.say(story.edit(LIMITS, "limit_4 = 4", "limit_4 = 5"))
    (one,) = (found := follow(story)).of(Kind.VIOLATION)
    assert found.lines(Kind.VIOLATION) == [line]
    assert one.sure is Sure.CERTAIN
    assert one.verdict is Verdict.LOST
    assert one.fact in {fact.id for outcome in found.document.comparison for fact in outcome.facts}
    assert found.document.item(one.said).origin == "human"
    assert one.text == RULE


def test_a_weakened_rule_counts_as_likely(story, follow):
    started(story).cut("- Try not to edit anything outside src/feeds/ and tests/feeds/ if possible.")
    line = breach(story)
    (one,) = (found := follow(story)).of(Kind.VIOLATION)
    assert found.lines(Kind.VIOLATION) == [line]
    assert one.sure is Sure.LIKELY


def test_a_rule_that_the_summary_turned_round_is_told_as_contradicted(story, follow):
    started(story, "Never edit the alerts folder src/alerts/.").cut("- Edit the alerts folder src/alerts/ next.")
    breach(story)
    (one,) = follow(story).of(Kind.VIOLATION)
    assert (
        one.verdict is Verdict.CONTRADICTED
        and "the rule had been followed before it was contradicted in compaction 1" in one.why
    )


def test_every_way_to_hurt_a_rule_has_its_words():
    assert set(_WHAT) == HURT


def test_a_rule_that_the_summary_holds_was_not_lost(story, follow):
    started(story).cut(f"- {RULE}")
    breach(story)
    assert follow(story).of(Kind.VIOLATION) == []


def test_a_rule_in_a_file_that_was_put_back_was_not_lost(story, follow):
    started(story).cut()
    story.files["CLAUDE.md"] = f"# Rules\n\n- {RULE}\n"
    story.attach_file("CLAUDE.md")
    breach(story)
    assert follow(story).of(Kind.VIOLATION) == []


def test_a_rule_read_again_before_the_act_had_come_back(story, follow):
    started(story).cut()
    story.files["CLAUDE.md"] = f"# Rules\n\n- {RULE}\n"
    story.say(story.read("CLAUDE.md"))
    breach(story)
    assert follow(story).of(Kind.VIOLATION) == []


def test_a_rule_that_was_broken_while_it_stood_was_never_kept_to(story, follow):
    started(story)
    story.say(story.edit(LIMITS, "limit_5 = 5", "limit_5 = 6"))
    story.say(story.read("src/feeds/base.py", 1, 4))
    story.cut()
    breach(story)
    assert follow(story).of(Kind.VIOLATION) == []


def test_what_the_human_asks_for_by_name_is_no_breach(story, follow):
    started(story).cut()
    story.human("The alarm is too low, raise it in limits.py please.")
    breach(story)
    assert follow(story).of(Kind.VIOLATION) == []


def test_an_edit_that_failed_changed_nothing(story, follow):
    started(story).cut()
    call = story.edit(LIMITS, "limit_3 = 3", "limit_3 = 4")
    call.error, call.result = True, "<tool_use_error>String to replace not found in file.</tool_use_error>"
    story.say(call)
    assert follow(story).of(Kind.VIOLATION) == []


def test_keeping_to_a_lost_rule_is_no_breach(story, follow):
    started(story).cut()
    story.say(story.edit("src/feeds/bodc.py", "bodc_3 = '3 of bodc'", "bodc_3 = 'mended'"))
    assert follow(story).of(Kind.VIOLATION) == []


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("Don't run the live tests (pytest -m live), they hit the real gauges.", "pytest tests/feeds -m live"),
        ("Never push anything to the remote.", "git push origin main"),
        ("No new dependencies, the image is frozen.", "pip install tenacity"),
    ],
)
def test_commands_break_rules_too(story, follow, rule, command):
    started(story, rule).cut()
    line = story.say(story.bash(command, "done and dusted")) - 1
    assert follow(story).lines(Kind.VIOLATION) == [line]


def test_the_opposite_of_a_forbidden_option_keeps_to_the_rule(story, follow):
    started(story, "Don't run the live tests (pytest -m live), they hit the real gauges.").cut()
    story.say(story.bash("pytest tests/feeds -m 'not live' -v", "25 passed"))
    assert follow(story).of(Kind.VIOLATION) == []
