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
