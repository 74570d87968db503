from dataclasses import replace

import pytest
from inspector.facts.exchanges import exchanges
from inspector.facts.supersede import live_features, liveness

from inspector.model import FactKind
from tests.talk import found


def live(*said):
    (one,) = found(*said, ("summary", "S"))
    return {fact.statement: one.live[fact.id] for fact in one.facts}


def test_a_request_called_off_right_after_is_taken_back():
    told = live(
        ("human", "please mark the pull request as ready"),
        ("agent", "Sure."),
        ("human", "actually, let's test this first"),
    )
    assert told["please mark the pull request as ready"].superseded == "actually, let's test this first"


def test_the_same_request_with_another_name_takes_its_place():
    told = live(
        ("human", "have a look at ticket ABC-108, we work on that"),
        ("agent", "…"),
        ("halt", "[Request interrupted by user]"),
        ("human", "have a look at ticket XYZ-108, we work on that"),
    )
    assert [bool(one.superseded) for one in told.values()] == [True, False]


@pytest.mark.parametrize(
    ("who", "first", "then"),
    [
        ("human", "add a test for the tide parser", "add a test for the moon parser"),
        ("human", "please draw the gauge of step 3", "please draw the gauge of step 4"),
        ("answer", "Allow the tests of the tide tables", "Allow the tests of the moon tables"),
    ],
)
def test_the_next_task_of_its_kind_leaves_the_one_before_as_it_is(who, first, then):
    told = live((who, first), ("agent", "Done: the parser has a test."), (who, then))
    assert not any(one.superseded for one in told.values())


def test_a_rule_stays_live_while_other_things_are_asked():
    told = live(("human", "never edit the billing module"), ("agent", "ok then"), ("human", "why does the build fail?"))
    assert told["never edit the billing module"].live


def test_what_is_hardly_a_statement_is_not_taken_for_something_open():
    (one,) = found(("human", "never edit the billing module"), ("summary", "S"))
    (fact,) = one.facts
    weak = replace(fact, weight=0.05)
    assert liveness(one.segment, [fact])[fact.id].live and not liveness(one.segment, [weak])[fact.id].live


@pytest.mark.parametrize("later", [0, 1, 2, 9])
def test_how_often_the_human_went_on_is_told_up_to_twice(later):
    said = ("never edit the billing module", *(f"and now look at gauge number {number}" for number in range(later)))
    (one,) = found(*(("human", words) for words in said), ("summary", "S"))
    first = next(fact for fact in one.facts if "billing" in fact.statement)
    seen = live_features(one.segment, first, exchanges(one.segment))
    assert [name for name in seen if name.startswith("later:")] == [f"later:{min(later, 2)}"]


@pytest.mark.parametrize(
    ("words", "binds"),
    [
        ("the gauge must be read twice", True),
        ("read every gauge", True),
        ("die Uhr muss stimmen", True),
        ("draw the harbour", False),
    ],
)
def test_what_binds_is_seen_by_its_words_whatever_its_kind(words, binds):
    (one,) = found(("human", "draw the tides"), ("summary", "S"))
    for kind in (FactKind.TASK, FactKind.GIVEN):
        fact = replace(one.facts[0], kind=kind, texts=(words,))
        assert ("binds" in live_features(one.segment, fact, ())) is binds


@pytest.mark.parametrize(
    ("first", "then", "taken_back"),
    [
        ("draw the tides on port 8080", "draw the tides on port 9090", True),
        ("okay, draw the tides and continue", "draw the tides and continue.", False),
        ("draw the tides of the harbour", "draw the tides of the harbour again", False),
    ],
)
def test_the_same_with_one_thing_changed_replaces_and_what_is_said_twice_does_not(first, then, taken_back):
    told = live(("human", first), ("agent", "Sure."), ("human", then))
    assert bool(told[first].superseded) is taken_back


@pytest.mark.parametrize(
    ("words", "taken_back"),
    [
        ("wait, no, let's test this first", True),
        ("hold on. never mind that", True),
        ("wait, show me the list of harbours again", False),
        ("hang on, the tide table came out twice", False),
    ],
)
def test_a_halt_takes_nothing_back_by_itself(words, taken_back):
    told = live(("human", "please mark the pull request as ready"), ("agent", "Sure."), ("human", words))
    assert bool(told["please mark the pull request as ready"].superseded) is taken_back
