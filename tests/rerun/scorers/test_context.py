from dataclasses import replace

from inspector.model import Basis, TokenCount
from inspector.rerun.library import RECORDED
from inspector.rerun.scorers.context import COMPRESSION, COST, SECONDS, TOKENS
from tests.made_judged import judged


def test_tokens_carry_their_basis_and_error():
    figure = TOKENS.score(judged())
    assert (figure.value, figure.basis, figure.detail) == (250, Basis.ESTIMATED, "± 25")


def test_unknown_tokens_stay_unknown():
    assert TOKENS.score(judged(after=TokenCount(None, Basis.INFERRED))).value is None
    unread = judged(after=TokenCount(0, Basis.ESTIMATED), note="Its summary cannot be read.")
    assert TOKENS.score(unread).value is None and COMPRESSION.score(unread).value is None


def test_what_the_log_records_stands_beside_the_estimate():
    figure = TOKENS.score(judged(recorded=(2_000, 500)))
    assert (figure.value, figure.recorded) == (250, 500)
    assert TOKENS.score(judged()).recorded is None


def test_it_is_the_share_that_went_and_of_a_larger_context_a_negative_one():
    assert COMPRESSION.score(judged()).value == 0.75
    assert COMPRESSION.score(judged(after=TokenCount(1_500, Basis.ESTIMATED))).value == -0.5


def test_without_the_tokens_before_there_is_none():
    assert COMPRESSION.score(judged(before=TokenCount(None, Basis.INFERRED))).value is None


def test_what_the_log_records_has_a_share_of_its_own():
    figure = COMPRESSION.score(judged(recorded=(2_000, 400)))
    assert (figure.value, figure.recorded) == (0.75, 0.8)


def test_no_call_costs_nothing_and_an_unknown_price_is_unknown():
    assert COST.score(judged(cost=0.0)).value == 0
    assert COST.score(judged(cost=None)).detail == "Its price is not known."


def test_a_recorded_price_says_what_it_is_the_price_of():
    one = judged(cost=0.25)
    told = COST.score(replace(one, run=replace(one.run, spec=replace(one.run.spec, id=RECORDED))))
    assert told.value == 0.25 and "own request" in told.detail
    assert COST.score(one).detail == ""


def test_what_the_log_records_stands_beside_the_list_price_and_alone_without_one():
    told = COST.score(judged(cost=0.25, cost_recorded=0.3))
    assert (told.value, told.recorded, told.basis) == (0.25, 0.3, Basis.ESTIMATED)
    alone = COST.score(judged(cost=None, cost_recorded=0.3))
    assert (alone.value, alone.recorded) == (None, 0.3)
    assert COST.score(judged(cost=0.0)).basis is Basis.COUNTED, "that no model was called is certain"


def test_seconds_are_those_of_the_run_and_unknown_where_the_log_does_not_tell():
    assert SECONDS.score(judged(seconds=1.5)).value == 1.5
    assert SECONDS.score(judged()).detail == "Not in this log."
