from inspector.model import Basis, TokenCount
from inspector.rerun.scorers.compression import SCORER
from tests.made_judged import judged


def test_it_is_the_share_that_went():
    assert SCORER.score(judged()).value == 0.75


def test_a_larger_context_has_a_negative_one():
    assert SCORER.score(judged(after=TokenCount(1_500, Basis.ESTIMATED))).value == -0.5


def test_without_the_tokens_before_there_is_none():
    assert SCORER.score(judged(before=TokenCount(None, Basis.INFERRED))).value is None


def test_what_the_log_records_has_a_share_of_its_own():
    figure = SCORER.score(judged(recorded=(2_000, 400)))
    assert (figure.value, figure.recorded) == (0.75, 0.8)
