"""A rule that a judge read as lost, with what it forbids, held against what was done afterwards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.impact.finding import Kind, Sure
from inspector.model import Act, Basis, FactKind, Judgement, Limit, Survival, Verdict
from inspector.store.cache import Cache
from inspector.workbench.card import sentences
from inspector.workbench.document import Stage
from inspector.workbench.judging import put_judgements
from inspector.workbench.stages import advance
from tests.impact.conftest import RULE, ruled

FEEDS = Limit(Act.EDIT, ("src/feeds/", "tests/feeds/"), outside=True)


@pytest.fixture
def judged(follow):
    """What followed, once a judge has read the rule with what it forbids, and says what became of it."""

    def call(story, limit=FEEDS, verdict=Verdict.LOST, words=RULE):
        document = follow(story).document
        sentence = next(fact for fact in document.exact[0].facts if fact.texts[0] == words)
        rule = replace(sentence, kind=FactKind.CONSTRAINT, limit=limit, basis=Basis.JUDGED, extractor="judge")
        told = Survival(fact=rule.id, compaction=1, verdict=verdict, basis=Basis.JUDGED)
        advance(document, Stage.COMPARE, Cache.memory())
        put_judgements(document, [Judgement(compaction=1, model="m", facts=(rule,), survivals=(told,))])
        advance(document, Stage.CONSEQUENCES, Cache.memory())
        return document, [one for each in document.consequences for one in each.of(Kind.BROKEN)]

    return call


def edit(story, path):
    story.say(story.read(path))
    return story.say(story.edit(path, "limit_3 = 3", "limit_3 = 4"))


def test_said_not_there_broken_and_said_again_is_one_finding_with_its_lines(story, judged):
    ruled(story).cut()
    edit(story, "src/alerts/limits.py")
    again = story.human(f"Stop. {RULE}")
    document, (one,) = judged(story)
    lines = [document.item(item).source.line for item in one.evidence]
    assert (one.text, one.sure, one.basis) == ("src/alerts/limits.py", Sure.LIKELY, Basis.JUDGED)
    assert lines[0] == document.item(one.said).source.line and lines[2] == again and lines[0] < lines[1] < again
    (told,) = [line.words for line in sentences(document) if "broken" in line.words]
    assert told.startswith(f"“{RULE.rstrip(chr(46))}”, as a judge reads it") and told.endswith("and said again.")


def test_what_stays_within_the_rule_breaks_nothing(story, judged):
    ruled(story).cut()
    story.say(story.read("src/feeds/noaa.py"))
    story.say(story.edit("src/feeds/noaa.py", "noaa_5 = '5 of noaa'", "noaa_5 = 'x'"))
    assert judged(story)[1] == []


@pytest.mark.parametrize(
    ("words", "told"), [("What is src/alerts/limits.py for?", 1), ("Then edit src/alerts/limits.py.", 0)]
)
def test_a_question_that_names_the_file_is_no_permission(story, judged, words, told):
    ruled(story).cut()
    story.human(words)
    edit(story, "src/alerts/limits.py")
    assert len(judged(story)[1]) == told


def test_what_was_broken_while_the_rule_stood_there_is_no_consequence(story, judged):
    ruled(story)
    edit(story, "src/alerts/limits.py")
    story.cut()
    story.say(story.edit("src/alerts/limits.py", "limit_5 = 5", "limit_5 = 6"))
    assert judged(story)[1] == []


def test_a_rule_that_is_kept_or_names_nothing_is_held_against_nothing(story, judged):
    ruled(story).cut()
    edit(story, "src/alerts/limits.py")
    assert judged(story, verdict=Verdict.REWORDED)[1] == []
    assert judged(story, limit=None)[1] == []


def test_a_command_that_was_forbidden_is_found_by_its_name(story, judged):
    rule = "Never run make deploy by yourself."
    story.human(f"Look after the feeds. {rule}")
    story.say("I will.")
    story.cut()
    story.say(story.bash("make test", "ok"))
    story.say(story.bash("cd /tmp && make deploy", "ok"))
    (one,) = judged(story, Limit(Act.RUN, ("make deploy",)), words=rule)[1]
    assert one.text == "cd /tmp && make deploy"
