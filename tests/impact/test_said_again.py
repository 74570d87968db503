import pytest

from inspector.impact.finding import Kind, Sure
from inspector.model import Basis
from tests.impact.conftest import RULE, ruled


def test_a_sentence_said_again_is_told_with_both_places(story, follow):
    ruled(story).cut()
    story.say("Going on.")
    line = story.human(f"Stop. I said this at the very start: {RULE.lower()}")
    (one,) = (found := follow(story)).of(Kind.SAID)
    assert found.lines(Kind.SAID) == [line]
    assert (one.sure, one.basis) == (Sure.CERTAIN, Basis.COUNTED)
    assert one.evidence == (one.said, one.item) and one.fact
    assert (one.subject, one.text) == (RULE, RULE) and "not word for word in the context" in one.why


def test_case_marks_and_blanks_make_no_difference(story, follow):
    ruled(story).cut()
    story.say("Going on.")
    story.human("**Never edit** anything outside\n`src/feeds/` and `tests/feeds/`!")
    assert len(follow(story).of(Kind.SAID)) == 1


def test_other_words_are_another_sentence(story, follow):
    ruled(story).cut()
    story.say("Going on.")
    story.human("You must not edit things that are outside src/feeds/ and tests/feeds/.")
    assert follow(story).of(Kind.SAID) == []


def test_what_stood_in_the_context_is_only_repeated(story, follow):
    ruled(story).cut(f"- {RULE}")
    story.say("Going on.")
    story.human(f"Again: {RULE}")
    assert follow(story).of(Kind.SAID) == []


def test_what_is_words_around_every_request_is_a_habit(story, follow):
    ruled(story)
    story.human(f"Then the second feed. {RULE}")
    story.say(story.read("src/feeds/shom.py"))
    story.cut()
    story.say("Going on.")
    story.human(f"Then the third feed. {RULE}")
    assert follow(story).of(Kind.SAID) == []


def test_a_message_that_was_sent_before_is_a_habit(story, follow):
    first = f"Look after the feeds. {RULE}"
    story.human(first)
    story.say(story.read("src/feeds/shom.py"))
    story.cut()
    story.say("Going on.")
    story.human(first)
    assert follow(story).of(Kind.SAID) == []


@pytest.mark.parametrize(("words", "told"), [("Use pnpm, not npm.", 0), ("Use pnpm for this, not npm.", 1)])
def test_what_stands_somewhere_by_chance_is_too_short(story, follow, words, told):
    story.human(f"Please mend the site. {words}")
    story.say(story.read("src/feeds/base.py"))
    story.say(story.read("src/feeds/noaa.py"))
    story.cut()
    story.say("Going on.")
    story.human(f"{words} The lock file is off again.")
    assert len(follow(story).of(Kind.SAID)) == told


def test_the_words_of_a_longer_one_are_not_the_same(story, follow):
    story.human("Please mend the site. Never touch the feeds of No")
    story.say(story.read("src/feeds/base.py"))
    story.say(story.read("src/feeds/noaa.py"))
    story.cut()
    story.say("Going on.")
    story.human("Never touch the feeds of Norway.")
    assert follow(story).of(Kind.SAID) == []


def test_what_a_summary_carried_is_laid_to_the_one_that_left_it_out_and_goes_back_to_the_human(story, follow):
    ruled(story).cut(f"- {RULE}")
    for name in ("noaa", "bodc", "base"):
        story.say(story.read(f"src/feeds/{name}.py"))
    story.cut("Nothing more.")
    story.say(story.read("src/feeds/shom.py"))
    story.cut("Nothing at all.")
    story.human(f"Again: {RULE}")
    (one,) = follow(story).of(Kind.SAID)
    assert (one.compaction, one.said) == (2, 1)
