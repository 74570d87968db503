from dataclasses import replace

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
