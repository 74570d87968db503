import pytest

from inspector.impact.finding import Kind, Sure
from inspector.workbench.card import card
from tests.impact.test_violations import LIMITS, RULE, breach, started


def test_a_rule_that_the_summary_held_and_that_was_broken_is_no_loss(story, follow):
    started(story).cut(f"- {RULE}")
    line = breach(story)
    (one,) = (found := follow(story)).of(Kind.STOOD)
    assert found.lines(Kind.STOOD) == [line] and found.of(Kind.VIOLATION) == []
    assert one.sure is Sure.CERTAIN and one.compaction == 1 and one.text == RULE
    assert "still in the context, in the summary" in one.why and "the compaction is not to blame" in one.why
    assert found.document.item(one.said).origin == "human" and one.evidence[-1] == one.item
    sentences = [one.words for one in card(found.document).chains]
    assert any("stood in the context" in words and "not to blame" in words for words in sentences)


def test_how_far_back_it_stood_is_said(story, follow):
    started(story).cut(f"- {RULE}")
    for name in ("noaa", "bodc", "shom"):
        story.say(story.read(f"src/feeds/{name}.py"))
    breach(story)
    (one,) = follow(story).of(Kind.STOOD)
    assert "requests before" in one.why


def test_a_rule_that_was_never_kept_to_accuses_nobody(story, follow):
    story.human(f"The ground rules:\n- {RULE}")
    breach(story)
    story.cut(f"- {RULE}")
    story.say(story.edit(LIMITS, "limit_4 = 4", "limit_4 = 5"))
    assert follow(story).of(Kind.STOOD) == []


def test_what_the_human_asked_for_is_no_breach(story, follow):
    started(story).cut(f"- {RULE}")
    story.human("Now raise the numbers in src/alerts/limits.py, please.")
    breach(story)
    assert follow(story).of(Kind.STOOD) == []


@pytest.mark.parametrize("later", ["", "- Try not to edit anything outside src/feeds/ and tests/feeds/ if possible."])
def test_once_a_compaction_harmed_it_it_did_not_stand(story, follow, later):
    started(story).cut(later)
    breach(story)
    assert follow(story).of(Kind.STOOD) == []


def test_a_rule_is_told_once(story, follow):
    started(story).cut(f"- {RULE}")
    breach(story)
    story.say(story.edit(LIMITS, "limit_4 = 4", "limit_4 = 5"))
    assert len(follow(story).of(Kind.STOOD)) == 1
