import pytest

from inspector.gui.models.score_words import figure_text, percent
from inspector.model import Basis
from inspector.model.run import Score

pytestmark = pytest.mark.usefixtures("qapp")


def score(value, **more):
    return Score(metric="m", value=value, **more)


@pytest.mark.parametrize(
    ("one", "text"),
    [
        (score(None), "–"),
        (score(0.78, unit="share"), "78 %"),
        (score(0.5, unit="share", low=0.5, high=0.9), "≥ 50 %"),
        (score(0.78, unit="share", low=0.7, high=0.86), "78 % [70–86 %]"),
        (score(0.0, unit="usd"), "$0"),
        (score(0.0042, unit="usd"), "$0.0042"),
        (score(1.5, unit="usd"), "$1.50"),
        (score(1.5, unit="usd", basis=Basis.ESTIMATED), "≈$1.50"),
        (score(25_933.0, unit="tokens", basis=Basis.ESTIMATED), "≈25.9k"),
        (score(3.0, unit="facts"), "3"),
        (score(3.0, unit="facts", low=2.0, high=4.0), "3 [2.0–4.0]"),
        (score(9.44, unit="s"), "9.4 s"),
    ],
)
def test_figures_are_written_with_what_is_not_certain(one, text):
    assert figure_text(one) == text


def test_a_share_is_written_in_whole_percent():
    assert percent(0.785) == "78 %" and percent(0.02, sign="") == "2"
