import pytest
from inspector.facts.consent import accepts_whole, asks_leave, goes_ahead, orders_plan
from inspector.facts.exchanges import reply_kind
from inspector.text.units import split

PROPOSAL = "Store the readings as rows of a ledger. Keep the gauges as they are. Shall I go ahead with that?"


def accepts(reply):
    return accepts_whole(reply, reply_kind(reply), PROPOSAL)


@pytest.mark.parametrize(
    "reply",
    ["yes", "Proceed", "sounds good, thanks", "ok, let's implement this", "okay store the rows as a ledger then"],
)
def test_a_plain_reply_takes_the_whole_proposal(reply):
    assert accepts(reply)


def test_a_longer_reply_takes_it_where_it_says_that_it_agrees():
    assert accepts("Ok, I agree, let's keep the gauges what you suggested and make a ledger of all the rest of them")
    assert accepts("Go ahead and we should also write a page on the order of the rows and on who may read them there")
    assert not accepts("Ok, go through all the pages and clean them up and then look at the colours of the tables too")


@pytest.mark.parametrize(
    "reply",
    [
        "yes, but keep the old file",
        "sounds good, let's do that later",
        "ok, only the ledger for now",
        "yes, without the index",
        "looks good, drop the second step",
        "ok, why a ledger?",
        "yes, do 1",
        "sounds good, come back to it after the release",
        "no, leave it",
        "which gauges would it touch?",
    ],
)
def test_a_reply_that_holds_back_changes_picks_or_asks_takes_nothing_whole(reply):
    assert not accepts(reply)


def test_an_ok_that_opens_other_work_takes_nothing():
    assert not accepts("ok, create a branch for the refactor")
    assert not accepts("ok, gauges")
    assert not accepts("okay, pull the latest commits of main")


def test_a_question_that_points_back_asks_leave_and_one_for_another_thing_does_not():
    assert asks_leave(split(PROPOSAL))
    assert asks_leave(split("The ledger holds rows.\n\nDoes this design look right?"))
    assert asks_leave(split("The ledger holds rows.\n\nIf you want, I can do exactly that next."))
    assert not asks_leave(split("All is moved.\n\nThe old copies are still there. Want me to delete them?"))
    assert asks_leave(split("One file and a page of docs. Proceed?"))
    assert not asks_leave(split("All of it is tested. Ready to commit these rows: go ahead?"))
    assert not asks_leave(split("Two ways are open. Go ahead, and if so, which way?"))
    assert not asks_leave(split("Shall I go ahead? One. Two. Three. Four. The rows are moved. The old file is gone."))


def test_an_order_to_begin_needs_no_question_before_it():
    assert goes_ahead("Go ahead with the implementation")
    assert not goes_ahead("yes")


def test_an_order_to_carry_out_names_the_plan_or_its_execution():
    assert orders_plan("Implement the plan.")
    assert orders_plan("review it once more and begin execution")
    assert not orders_plan("did you implement the plan?")
    assert not orders_plan("start the server")
    assert not orders_plan("do not implement the plan yet")
    assert not orders_plan("before you implement the plan, show me the rows")
    assert not orders_plan("go ahead with phase 1")
