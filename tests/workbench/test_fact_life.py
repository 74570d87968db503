from dataclasses import replace

from inspector.model import Verdict
from inspector.workbench.fact_life import Presence, context_at, find_lives
from tests.made_facts import judged_document


def at(document, op):
    present, horizon = context_at(document, op)
    return {life.fact.id: life.at(present, horizon) for life in find_lives(document)}


def test_each_fact_of_the_human_has_one_life_and_evidence_has_none():
    lives = find_lives(judged_document())
    assert sorted(life.fact.id for life in lives) == ["commits", "outside", "pytest", "retry"]
    assert {life.said for life in lives} == {2}


def test_before_it_is_said_it_is_later():
    document = judged_document()
    assert set(at(document, -1).values()) == {Presence.LATER}
    assert set(at(document, 0).values()) == {Presence.LATER}


def test_said_and_not_compacted_it_is_there():
    document = judged_document()
    assert set(at(document, document.compactions[0].op - 1).values()) == {Presence.THERE}


def test_a_compaction_keeps_changes_and_drops():
    document = judged_document()
    after = at(document, document.compactions[0].op)
    assert after == {
        "outside": Presence.GONE,
        "retry": Presence.CHANGED,
        "pytest": Presence.THERE,
        "commits": Presence.GONE,
    }


def test_what_could_not_be_decided_is_not_called_gone():
    document = judged_document()
    first = document.comparison[0]
    open_ones = tuple(replace(one, verdict=Verdict.UNDECIDED, evidence=()) for one in first.survivals)
    document.comparison = (replace(first, survivals=open_ones),)
    op = document.compactions[0].op
    assert set(at(document, op - 1).values()) == {Presence.THERE}
    assert set(at(document, op).values()) == {Presence.UNSURE}


def test_the_next_summary_drops_what_only_the_first_one_held():
    document = judged_document()
    after = at(document, document.compactions[1].op)
    assert (after["retry"], after["pytest"]) == (Presence.GONE, Presence.THERE)
    assert at(document, None) == after
