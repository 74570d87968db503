from inspector.model import Basis, TokenCount
from inspector.rerun.scorers.tokens import SCORER
from tests.made_judged import judged


def test_tokens_carry_their_basis_and_error():
    figure = SCORER.score(judged())
    assert (figure.value, figure.basis, figure.detail) == (250, Basis.ESTIMATED, "± 25")


def test_unknown_tokens_stay_unknown():
    assert SCORER.score(judged(after=TokenCount(None, Basis.INFERRED))).value is None


def test_what_the_log_records_stands_beside_the_estimate():
    figure = SCORER.score(judged(recorded=(2_000, 500)))
    assert (figure.value, figure.recorded) == (250, 500)
    assert SCORER.score(judged()).recorded is None
