from dataclasses import replace

from inspector.model import Basis
from inspector.rerun.library import RECORDED
from inspector.rerun.scorers.cost import SCORER
from tests.made_judged import judged


def test_no_call_costs_nothing_and_an_unknown_price_is_unknown():
    assert SCORER.score(judged(cost=0.0)).value == 0
    assert SCORER.score(judged(cost=None)).detail == "Its price is not known."


def test_a_recorded_price_says_what_it_is_the_price_of():
    one = judged(cost=0.25)
    told = SCORER.score(replace(one, run=replace(one.run, spec=replace(one.run.spec, id=RECORDED))))
    assert told.value == 0.25 and "own request" in told.detail
    assert SCORER.score(one).detail == ""


def test_what_the_log_records_stands_beside_the_list_price_and_alone_without_one():
    told = SCORER.score(judged(cost=0.25, cost_recorded=0.3))
    assert (told.value, told.recorded, told.basis) == (0.25, 0.3, Basis.ESTIMATED)
    alone = SCORER.score(judged(cost=None, cost_recorded=0.3))
    assert (alone.value, alone.recorded) == (None, 0.3)
    assert SCORER.score(judged(cost=0.0)).basis is Basis.COUNTED, "that no model was called is certain"
