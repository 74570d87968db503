from dataclasses import asdict, replace

import pytest

from inspector.model import Basis, FactKind, Verdict, Zone
from inspector.workbench.judgements import Judgements
from inspector.workbench.review import (
    FactsShown,
    Judged,
    ReviewFilter,
    adopt,
    count,
    group,
    judged,
    next_harm,
    outcome_at,
    urgency,
)
from inspector.workbench.selection import Focus
from tests.made_facts import fact, judged_document, survival


@pytest.fixture
def document():
    return judged_document()


@pytest.fixture
def facts(document):
    return judged(document.comparison[0], Judgements())


def listed(facts, wanted, marks=frozenset()):
    return [one.fact.id for kind in group(facts, wanted, marks) for one in kind.facts]


def test_constraints_come_first_and_harm_first_among_them(facts):
    groups = group(facts, ReviewFilter(), frozenset())
    assert [one.kind for one in groups] == [
        FactKind.CONSTRAINT,
        FactKind.PREFERENCE,
        FactKind.DECISION,
        None,
    ]
    assert [one.fact.id for one in groups[0].facts] == ["outside", "pytest"]


@pytest.mark.parametrize(
    ("kind", "more", "place"),
    [
        (FactKind.IDENTIFIER, {}, None),
        (FactKind.IDENTIFIER, {"needed_later": True}, FactKind.IDENTIFIER),
        (FactKind.FINDING, {"weight": 1.0}, None),
        (FactKind.FAILURE, {}, FactKind.FAILURE),
        (FactKind.QUESTION, {}, FactKind.QUESTION),
    ],
)
def test_evidence_leads_where_it_failed_is_open_or_was_used_again(kind, more, place):
    one = fact("one", "one", kind, **more)
    for verdict in (Verdict.LOST, Verdict.VERBATIM):
        (found,) = group((Judged(one, survival(one, 1, verdict)),), ReviewFilter(), frozenset())
        assert found.kind is place


def test_the_rest_of_the_evidence_is_counted_whatever_the_filter_hides_and_leads_once_something_is_said_of_it(facts):
    (rest,) = [one for one in group(facts, ReviewFilter(words="401"), frozenset()) if one.kind is None]
    assert (rest.counts.live, rest.counts.lost) == (1, 1)
    noted = replace(facts[-1], note="mind this")
    assert [one.kind for one in group((noted,), ReviewFilter(), frozenset())] == [FactKind.IDENTIFIER]


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (ReviewFilter(FactsShown.LOST), ["outside", "port"]),
        (ReviewFilter(FactsShown.ALTERED), ["retry"]),
        (ReviewFilter(kinds=frozenset({FactKind.DECISION})), ["retry"]),
        (ReviewFilter(zones=frozenset({Zone.SUMMARY})), ["pytest", "retry"]),
        (ReviewFilter(zones=frozenset({Zone.KEPT})), []),
        (ReviewFilter(words="TWICE retry"), ["retry"]),
    ],
)
def test_the_filter_lets_through_what_it_names(facts, wanted, ids):
    assert listed(facts, wanted) == ids


def test_what_was_said_again_is_listed_among_the_lost_counts_as_lost_and_can_be_listed_alone(document):
    judgements = Judgements()
    before = count(judged(document.comparison[0], judgements))
    judgements.enter_verdict("outside", 1, Verdict.RESTATED)
    facts = judged(document.comparison[0], judgements)
    assert listed(facts, ReviewFilter(FactsShown.LOST)) == ["outside", "port"]
    assert listed(facts, ReviewFilter(FactsShown.RESTATED)) == ["outside"]
    assert count(facts) == before and next(one for one in facts if one.fact.id == "outside").is_harm


def test_marked_are_facts_of_marked_items_and_those_with_words_of_the_user(document, facts):
    assert listed(facts, ReviewFilter(FactsShown.MARKED)) == []
    assert len(listed(facts, ReviewFilter(FactsShown.MARKED), frozenset({2}))) == len(facts)
    judgements = Judgements()
    judgements.write_note("retry", "why?")
    judgements.enter_verdict("port", 1, Verdict.REWORDED)
    assert listed(judged(document.comparison[0], judgements), ReviewFilter(FactsShown.MARKED)) == ["retry", "port"]


def test_what_no_longer_mattered_counts_neither_as_kept_nor_as_lost(facts):
    counts = count(facts)
    assert (counts.live, counts.done, counts.kept, counts.lost, counts.altered) == (4, 1, 1, 2, 1)


def test_every_fact_that_mattered_is_in_one_count_whatever_became_of_it():
    one = fact("one", "one")
    for verdict in set(Verdict) - {Verdict.SUPERSEDED}:
        counts = asdict(count([Judged(one, survival(one, 1, verdict))]))
        assert sum(counts.values()) == counts["live"] + 1 == 2, verdict


def test_the_opposite_of_what_was_said_is_the_gravest_harm_and_is_listed_with_what_is_altered():
    one = fact("one", "one")
    told = [Judged(one, survival(one, 1, verdict)) for verdict in Verdict]
    first, *_ = sorted(told, key=urgency)
    assert first.verdict is Verdict.CONTRADICTED and first.is_harm
    shown = [each.verdict for each in told if ReviewFilter(FactsShown.ALTERED).passes(each, frozenset())]
    assert shown == [Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED]


def test_a_users_verdict_takes_the_place_of_the_judged_one_and_says_so(document):
    judgements = Judgements()
    judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    one = judged(document.comparison[0], judgements)[0]
    assert (one.verdict, one.basis, one.survival.verdict) == (Verdict.REWORDED, Basis.ENTERED, Verdict.LOST)
    adopted = {fact.id: survival for fact, survival in adopt(document.comparison[0], judgements)}
    assert adopted["outside"].verdict is Verdict.REWORDED and "commits" not in adopted


def test_lost_evidence_is_harm_only_where_it_was_used_again(facts):
    port = next(one for one in facts if one.fact.id == "port")
    assert not port.is_harm
    assert replace(port, fact=replace(port.fact, needed_later=True)).is_harm


def walk(document, step, focus=None):
    judgements, focus, found = Judgements(), focus or Focus(), []
    while (focus := next_harm(document, judgements, focus, step)) is not None:
        found.append((focus.compaction, focus.fact if focus.claim is None else focus.claim))
    return found


def test_f7_walks_through_losses_and_claims_and_ends(document):
    assert walk(document, 1) == [(1, "outside"), (1, "retry"), (1, 0)]
    assert walk(document, -1) == [(1, 0), (1, "retry"), (1, "outside")]


def test_f7_runs_on_into_the_next_compaction(document):
    first, second = document.comparison
    lost = replace(second.survivals[0], verdict=Verdict.LOST, evidence=())
    document.comparison = (first, replace(second, survivals=(lost,)))
    assert walk(document, 1)[-2:] == [(1, 0), (2, "pytest")]
    assert walk(document, -1)[0] == (2, "pytest")


def test_f7_stops_at_a_loss_that_was_said_again_later(document):
    first, second = document.comparison
    again = replace(second.survivals[0], verdict=Verdict.RESTATED, evidence=())
    document.comparison = (first, replace(second, survivals=(again,)))
    assert walk(document, 1)[-1] == (2, "pytest") and walk(document, -1)[0] == (2, "pytest")


def test_f7_starts_from_a_fact_that_is_no_harm(document):
    assert walk(document, 1, Focus(compaction=1, fact="pytest"))[0] == (1, "retry")
    assert walk(document, -1, Focus(compaction=1, fact="pytest"))[0] == (1, "outside")


def test_with_nothing_judged_there_is_nowhere_to_go(document):
    document.comparison = None
    assert next_harm(document, Judgements(), Focus(), 1) is None
    assert outcome_at(document, 1) is None


def test_f7_comes_to_numbers_of_the_work_last(document):
    first, second = document.comparison
    fact, lost = second.facts[0], replace(second.survivals[0], verdict=Verdict.LOST, evidence=())
    number = replace(fact, id="size=12", kind=FactKind.FINDING, extractor="numbers", needed_later=True)
    path = replace(fact, id="src/tides.py", kind=FactKind.IDENTIFIER, extractor="paths", needed_later=True)
    survivals = tuple(replace(lost, fact=one.id) for one in (number, path))
    document.comparison = (first, replace(second, facts=(number, path), survivals=survivals))
    assert walk(document, 1)[-2:] == [(2, "src/tides.py"), (2, "size=12")]


def test_a_short_list_has_of_the_evidence_that_leads_only_what_is_known_not_to_have_been_kept():
    failed = fact("failed", "the build broke", FactKind.FAILURE)
    said = fact("said", "use tabs")
    for verdict, news in ((Verdict.LOST, True), (Verdict.VERBATIM, False), (Verdict.UNDECIDED, False)):
        one = Judged(failed, survival(failed, 1, verdict))
        assert one.is_news is news and replace(one, note="mind this").is_news
        assert Judged(said, survival(said, 1, verdict)).is_news


def one_judged(name, verdict, entered=None, **more):
    said = fact(name, name)
    return Judged(said, survival(said, 1, verdict, **more), entered)


def test_what_is_not_sure_enough_is_folded_ahead_of_the_kinds_and_no_harm():
    unsure = one_judged("one", Verdict.UNDECIDED, unsure=Verdict.LOST, confidence=0.4)
    kept = one_judged("two", Verdict.VERBATIM)
    folded, first = group([unsure, kept], ReviewFilter(), frozenset())
    assert not first.held_back and first.facts == (kept,)
    assert folded.kind is None and folded.held_back and folded.facts == (unsure,)
    assert not unsure.is_harm and not ReviewFilter(show=FactsShown.LOST).passes(unsure, frozenset())


def test_what_the_user_says_of_an_unsure_fact_stands_among_its_kind():
    entered = one_judged("one", Verdict.UNDECIDED, Verdict.LOST, unsure=Verdict.LOST, confidence=0.4)
    (only,) = group([entered], ReviewFilter(), frozenset())
    assert not only.held_back and entered.is_harm


def test_of_harm_the_surest_comes_first():
    sure = one_judged("one", Verdict.CONTRADICTED, confidence=0.62)
    surer = one_judged("two", Verdict.LOST, confidence=0.9)
    assert sorted([sure, surer], key=urgency) == [surer, sure]
