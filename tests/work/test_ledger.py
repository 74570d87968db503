from inspector.model import FactKind, Item, ItemKind, Origin, Session, Source
from inspector.work.ledger import Ledger

SESSION = Session(id="s", agent="x")


def item(number):
    return Item(number, "", ItemKind.ASSISTANT, Origin.AGENT, Source("x"), "", 0)


def note(ledger, number, **more):
    ledger.note("tests", FactKind.FINDING, "alpha", item(number), (4, 9), "the alpha", **more)


def test_one_form_is_one_fact_with_all_its_places():
    ledger = Ledger(SESSION)
    note(ledger, 1, action="failed")
    note(ledger, 2, action="passed")
    (fact,) = ledger.facts()
    assert [quote.item for quote in fact.quotes] == [1, 2]
    assert fact.texts == ("alpha", "alpha")
    assert fact.action == "passed"


def test_the_first_place_and_the_latest_ones_stay():
    ledger = Ledger(SESSION)
    for number in range(1, 101):
        note(ledger, number)
    (fact,) = ledger.facts()
    assert [quote.item for quote in fact.quotes] == [1, *range(86, 101)]


def test_the_heaviest_source_gives_the_weight():
    ledger = Ledger(SESSION)
    note(ledger, 1, weight=1.0)
    note(ledger, 2, weight=0.8)
    assert ledger.facts()[0].weight == 1.0


def test_the_id_is_the_same_wherever_a_fact_stands():
    here, there = Ledger(SESSION), Ledger(SESSION)
    note(here, 1)
    note(there, 77)
    assert here.facts()[0].id == there.facts()[0].id


def test_what_is_dropped_is_no_fact():
    ledger = Ledger(SESSION)
    note(ledger, 1, group="run")
    ledger.drop("tests", "run", "alpha")
    assert ledger.facts() == ()


def test_two_values_that_say_the_same_become_one_with_the_places_of_both():
    ledger = Ledger(SESSION)
    for number, value in ((1, "alp"), (2, "alpha"), (3, "alp")):
        ledger.note("tests", FactKind.FINDING, value, item(number), (4, 9), "the alpha", weight=number / 10)
    ledger.join("tests", "", "alp", "alpha")
    ledger.join("tests", "", "beta", "alpha")
    (fact,) = ledger.facts()
    assert (fact.value, [quote.item for quote in fact.quotes], fact.weight) == ("alpha", [1, 2, 3], 0.3)


def test_of_joined_places_too_the_first_and_the_latest_stay():
    ledger = Ledger(SESSION)
    for number in range(1, 31):
        ledger.note("tests", FactKind.FINDING, "ab"[number % 2], item(number), (4, 9), "the alpha")
    ledger.join("tests", "", "a", "b")
    (fact,) = ledger.facts()
    assert len(fact.quotes) == 16
    assert (fact.quotes[0].item, fact.quotes[-1].item) == (1, 30)


def test_a_bare_value_is_shown_with_the_words_of_its_first_place():
    ledger = Ledger(SESSION)
    note(ledger, 1, beside="alpha opens the door")
    note(ledger, 2, beside="alpha again")
    (fact,) = ledger.facts()
    assert (fact.value, fact.statement) == ("alpha", "alpha: alpha opens the door")
