from dataclasses import replace

import pytest

from inspector.model import FactKind, Verdict
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import next_harm
from inspector.workbench.selection import Focus
from inspector.workbench.worst import to_begin_with, worst
from tests.made_facts import fact, judged_document, survival


@pytest.fixture
def document():
    return judged_document()


def outcome(document, number, *told):
    """An outcome of facts, each given as name, kind, verdict and further words about it."""
    facts = [fact(name, name, kind, **more) for name, kind, _, more in told]
    verdicts = [survival(one, number, verdict) for one, (_, _, verdict, _) in zip(facts, told, strict=True)]
    return replace(document.comparison[number - 1], facts=tuple(facts), survivals=tuple(verdicts), claims=())


def lost(name, kind=FactKind.TASK, **more):
    return name, kind, Verdict.LOST, more


def test_most_losses_are_named_with_the_gravest_of_them_first(document):
    at = outcome(document, 2, lost("a"), lost("b"), lost("rule", FactKind.CONSTRAINT))
    (found,) = worst((outcome(document, 1, lost("c")), at), Judgements())
    assert (found.code, found.compaction, len(found.facts), found.rules, found.elsewhere) == ("lost", 2, 3, 1, 1)
    assert found.focus == Focus(compaction=2, fact="rule", item=2)


def test_where_more_rules_were_lost_comes_ahead_of_where_more_was(document):
    first = outcome(document, 1, lost("rule", FactKind.CONSTRAINT))
    second = outcome(document, 2, lost("a"), lost("b"))
    assert [(one.compaction, one.elsewhere) for one in worst((first, second), Judgements())] == [(1, 0), (2, 0)]


def test_what_the_work_showed_is_no_harm(document):
    assert not list(worst((outcome(document, 1, lost("used", FactKind.FINDING, needed_later=True)),), Judgements()))


def test_each_kind_of_harm_is_counted_by_itself(document):
    weakened = ("c", FactKind.GIVEN, Verdict.WEAKENED, {})
    altered = ("d", FactKind.GIVEN, Verdict.ALTERED, {})
    turned = ("g", FactKind.GIVEN, Verdict.CONTRADICTED, {})
    at = outcome(document, 1, lost("a"), lost("b"), weakened, altered, turned)
    found = [(one.code, len(one.facts)) for one in worst((at,), Judgements())]
    assert found == [("contradicted", 1), ("lost", 2), ("changed", 2)]


def test_where_no_judge_read_it_most_of_what_is_not_there_is_named(document):
    absent = [(name, FactKind.SAID, Verdict.ABSENT, {}) for name in "ab"]
    at = replace(outcome(document, 1, *absent), judgement=None)
    assert [(one.code, len(one.facts)) for one in worst((at,), Judgements())] == [("absent", 2)]


def test_a_reviewers_verdict_counts_instead_of_the_one_that_was_judged(document):
    judgements = Judgements()
    judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    codes = [one.code for one in worst(document.comparison, judgements)]
    assert codes == ["changed"]


def test_it_begins_where_stepping_from_harm_to_harm_begins(document):
    (first, *_) = worst(document.comparison, Judgements())
    assert first.focus == next_harm(document, Judgements(), Focus(), 1)


def test_a_review_begins_where_harm_was_worst_and_not_where_nothing_could_be_judged(document):
    unread = replace(outcome(document, 1, lost("a")), note="not readable", facts=(), survivals=())
    kept = outcome(document, 2, ("b", FactKind.TASK, Verdict.VERBATIM, {}))
    harmed = replace(outcome(document, 2, lost("c")), compaction=replace(kept.compaction, number=3))
    assert to_begin_with((unread, kept, harmed), Judgements()) == 3
    assert to_begin_with((unread, kept), Judgements()) == 2
    assert to_begin_with((unread,), Judgements()) == 1
    assert to_begin_with((), Judgements()) is None
