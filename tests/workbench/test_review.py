from dataclasses import asdict, replace
from itertools import product

import pytest

from inspector.model import Basis, FactKind, Fold, Verdict
from inspector.report.judged import GroupName, Judged
from inspector.report.mend.choices import Choice, Decisions
from inspector.store.cache import Cache
from inspector.survival.shares import KEPT, SPOKEN
from inspector.workbench.card import card, harm_count
from inspector.workbench.document import Stage
from inspector.workbench.groups import group
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import checks_of, told_compactions
from inspector.workbench.review import (
    FactsShown,
    ReviewFilter,
    adopt,
    count,
    judged,
    next_harm,
    outcome_at,
    to_put_back,
    urgency,
)
from inspector.workbench.selection import Focus
from inspector.workbench.stages import advance, read
from tests.made_facts import fact, judged_document, survival
from tests.made_session import sample


@pytest.fixture
def document():
    return judged_document()


@pytest.fixture
def facts(document):
    return judged(document.comparison[0], Judgements())


def listed(facts, wanted, marks=frozenset()):
    return [one.fact.id for kind in group(facts, wanted, marks) for one in kind.facts]


def grouped(*facts, wanted=None):
    return {one.name: one for one in group(facts, wanted or ReviewFilter(), frozenset())}


def test_what_is_to_be_put_back_comes_first_and_the_evidence_last(facts):
    found = [(one.name, [each.fact.id for each in one.facts]) for one in group(facts, ReviewFilter(), frozenset())]
    assert found == [
        (GroupName.TO_PUT_BACK, ["outside", "retry"]),
        (GroupName.SAID, ["pytest"]),
        (GroupName.DONE, ["commits"]),
        (GroupName.EVIDENCE, ["port"]),
    ]


def every_judged():
    """A fact of every kind with every verdict, counted or judged, there before or not, live or not, folded or not."""
    flags = (True, False)
    for kind, verdict, live, before, folded, own in product(FactKind, Verdict, flags, flags, flags, flags):
        one = fact("one", "one", kind, fold=Fold.SHORT if folded else None)
        for basis in (Basis.COUNTED, Basis.JUDGED):
            told = survival(one, 1, verdict, live=live, before=before, basis=basis)
            yield Judged(one, told, note="mind this" if own else "")
            yield Judged(one, told, entered=Verdict.REWORDED if own else None)


def test_every_fact_stands_in_one_group_and_harm_alone_is_to_be_put_back():
    for one in every_judged():
        (found,) = group((one,), ReviewFilter(), frozenset())
        assert found.facts == (one,) and found.size == 1 and found.is_annotated == one.is_annotated
        assert (found.name is GroupName.TO_PUT_BACK) == one.is_harm
        is_human = one.fact.kind in SPOKEN
        if found.name is GroupName.EVIDENCE:
            assert not is_human
        elif found.name is GroupName.FOLDED:
            assert one.fact.fold is not None and one.basis is Basis.COUNTED
        elif found.name is GroupName.DONE:
            assert is_human and (not one.is_live or one.verdict is Verdict.SUPERSEDED)
        elif found.name is GroupName.SAID:
            told = one.verdict in KEPT or (one.survival.before and one.verdict in (Verdict.ABSENT, Verdict.PART))
            assert one.is_live and told
        elif found.name is GroupName.UNDECIDED:
            assert one.is_live and one.verdict is Verdict.UNDECIDED
        elif found.name is GroupName.EARLIER:
            assert not one.survival.before


@pytest.mark.parametrize(
    ("verdict", "before", "name"),
    [
        (Verdict.VERBATIM, True, GroupName.SAID),
        (Verdict.PART, True, GroupName.SAID),
        (Verdict.ABSENT, True, GroupName.SAID),
        (Verdict.ABSENT, False, GroupName.EARLIER),
        (Verdict.UNDECIDED, True, GroupName.UNDECIDED),
    ],
)
def test_a_sentence_is_listed_by_where_its_words_stand(verdict, before, name):
    one = fact("one", "one", FactKind.SAID, basis=Basis.COUNTED)
    (found,) = grouped(Judged(one, survival(one, 1, verdict, before=before, basis=Basis.COUNTED)))
    assert found is name


@pytest.mark.parametrize(
    ("kind", "more", "leads"),
    [
        (FactKind.FINDING, {}, False),
        (FactKind.FINDING, {"needed_later": True}, True),
        (FactKind.FAILURE, {}, True),
        (FactKind.QUESTION, {}, True),
    ],
)
def test_of_the_work_what_failed_is_open_or_was_used_again_leads(kind, more, leads):
    one = fact("one", "one", kind, **more)
    assert Judged(one, survival(one, 1, Verdict.ABSENT)).leads is leads


def test_a_group_says_how_many_it_has_whatever_the_filter_hides(facts):
    found = grouped(*facts, wanted=ReviewFilter(words="retry"))
    assert [(name, len(one.facts), one.size) for name, one in found.items()] == [(GroupName.TO_PUT_BACK, 1, 2)]


def test_evidence_that_failed_or_that_the_user_wrote_on_comes_ahead_of_the_rest():
    names = [fact(name, name, FactKind.FINDING) for name in ("a", "b", "c")]
    told = [Judged(one, survival(one, 1, Verdict.ABSENT)) for one in names]
    told[1] = replace(told[1], note="mind this")
    failed = fact("failed", "the build broke", FactKind.FAILURE)
    found = grouped(*told, Judged(failed, survival(failed, 1, Verdict.ABSENT)))[GroupName.EVIDENCE]
    assert {one.fact.id for one in found.facts[:2]} == {"b", "failed"} and found.is_annotated


@pytest.mark.parametrize("name", ["fading-rules", "2.1/clean", "claude-code/2.1/full-window"])
def test_as_much_is_to_be_put_back_as_is_counted_and_exported_elsewhere(name):
    document = read(sample(name))
    advance(document, Stage.CONSEQUENCES, Cache.memory())
    judgements, total = Judgements(), 0
    told = told_compactions(document, judgements)
    for outcome in document.comparison:
        listed = [one.fact.id for one in judged(outcome, judgements) if one.is_missing]
        assert listed == [one.fact.id for one in to_put_back(outcome, judgements)]
        checks = checks_of(told[outcome.compaction.number], Decisions())
        assert [one.fact.id for one in checks.entries if one.choice is Choice.RESTORE] == listed
        total += len(listed)
    assert total == harm_count(document, judgements) == card(document).looked.harmed
    document.close()


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (ReviewFilter(FactsShown.LOST), ["outside"]),
        (ReviewFilter(FactsShown.ALTERED), ["retry"]),
        (ReviewFilter(words="TWICE retry"), ["retry"]),
        (ReviewFilter(words="decision"), ["retry"]),
    ],
)
def test_the_filter_lets_through_what_it_names(facts, wanted, ids):
    assert listed(facts, wanted) == ids


def test_marked_are_facts_of_marked_items_and_those_with_words_of_the_user(document, facts):
    assert listed(facts, ReviewFilter(FactsShown.MARKED)) == []
    assert len(listed(facts, ReviewFilter(FactsShown.MARKED), frozenset({2}))) == len(facts)
    judgements = Judgements()
    judgements.write_note("retry", "why?")
    judgements.enter_verdict("port", 1, Verdict.REWORDED)
    assert listed(judged(document.comparison[0], judgements), ReviewFilter(FactsShown.MARKED)) == ["retry", "port"]


def test_what_no_longer_mattered_counts_neither_as_kept_nor_as_lost(facts):
    counts = count(facts)
    assert (counts.said, counts.there, counts.lost, counts.altered) == (3, 1, 1, 1)


def test_every_fact_that_mattered_is_in_one_count_whatever_became_of_it():
    one = fact("one", "one")
    for verdict in set(Verdict) - {Verdict.SUPERSEDED}:
        counts = asdict(count([Judged(one, survival(one, 1, verdict))]))
        assert sum(counts.values()) == counts["said"] + 1 == 2, verdict


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


def test_from_a_fact_that_is_no_harm_f7_begins_with_its_compaction(document):
    assert walk(document, 1, Focus(compaction=1, fact="pytest"))[0] == (1, "outside")
    assert walk(document, -1, Focus(compaction=1, fact="pytest"))[0] == (1, 0)


def test_who_gives_a_verdict_of_their_own_goes_on_from_there(document):
    judgements = Judgements()
    judgements.enter_verdict("outside", 1, Verdict.REWORDED)
    here = Focus(compaction=1, fact="outside")
    assert next_harm(document, judgements, here, 1).fact == "retry"
    assert next_harm(document, judgements, here, -1) is None
    assert next_harm(document, judgements, Focus(compaction=1), 1).fact == "retry"


def test_with_nothing_judged_there_is_nowhere_to_go(document):
    document.comparison = None
    assert next_harm(document, Judgements(), Focus(), 1) is None
    assert outcome_at(document, 1) is None


def test_a_short_list_has_of_the_evidence_that_leads_only_what_is_known_not_to_have_been_kept():
    failed = fact("failed", "the build broke", FactKind.FAILURE)
    said = fact("said", "use tabs")
    for verdict, news in ((Verdict.ABSENT, True), (Verdict.VERBATIM, False), (Verdict.UNDECIDED, False)):
        one = Judged(failed, survival(failed, 1, verdict))
        assert one.is_news is news and replace(one, note="mind this").is_news
        assert Judged(said, survival(said, 1, verdict)).is_news


def exact(document, *told):
    """An outcome that no judge read, of sentences given as name and verdict."""
    facts = [fact(name, name, FactKind.SAID, basis=Basis.COUNTED) for name, _ in told]
    pairs = zip(facts, told, strict=True)
    survivals = tuple(survival(one, 1, verdict, basis=Basis.COUNTED) for one, (_, verdict) in pairs)
    return replace(document.comparison[0], facts=tuple(facts), survivals=survivals, claims=(), judgement=None)


def test_where_no_judge_read_it_f7_walks_what_is_not_there(document):
    told = (("a", Verdict.ABSENT), ("b", Verdict.PART), ("c", Verdict.VERBATIM), ("d", Verdict.ABSENT))
    document.comparison = (exact(document, *told),)
    assert [place for _, place in walk(document, 1)] == ["d", "a"], "in the order said"
    assert [one.fact.id for one in to_put_back(document.comparison[0], Judgements())] == ["d", "a"]


def test_what_a_judge_did_not_quote_is_listed_and_not_walked(document):
    outcome = exact(document, ("a", Verdict.ABSENT))
    document.comparison = (replace(outcome, judgement=document.comparison[0].judgement),)
    assert walk(document, 1) == []
    assert list(grouped(*judged(document.comparison[0], Judgements()))) == [GroupName.SAID]


def test_what_the_user_calls_lost_is_to_be_put_back_whatever_was_counted(document):
    document.comparison = (exact(document, ("a", Verdict.PART), ("b", Verdict.ABSENT)),)
    judgements = Judgements()
    judgements.enter_verdict("a", 1, Verdict.LOST)
    judgements.enter_verdict("b", 1, Verdict.REWORDED)
    (first,) = document.comparison
    assert [one.fact.id for one in to_put_back(first, judgements)] == ["a"]
    gone = tuple(replace(one, before=False) for one in first.survivals)
    later = replace(first, compaction=replace(first.compaction, number=2), survivals=gone, earlier=(first.compaction,))
    assert [one.fact.id for one in to_put_back(later, judgements)] == ["b"], "which stood there before, as they say"


def test_what_is_not_there_stands_in_the_order_said(document):
    outcome = exact(document, ("b", Verdict.ABSENT), ("a", Verdict.ABSENT))
    first, second = (
        replace(one.quotes[0], item=2, start=start) for one, start in zip(outcome.facts, (9, 3), strict=True)
    )
    facts = tuple(replace(one, quotes=(quote,)) for one, quote in zip(outcome.facts, (first, second), strict=True))
    rows = to_put_back(replace(outcome, facts=facts), Judgements())
    assert [one.fact.id for one in rows] == ["a", "b"]
