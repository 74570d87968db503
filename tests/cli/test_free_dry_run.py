from __future__ import annotations

import pytest

from inspector.cli.free_dry_run import refuse_over_budget
from inspector.errors import OverBudget
from inspector.measure.price import Price
from inspector.model import Usage
from inspector.rerun.spending import Budget

ASKED = Usage(900, 0, 0, 100)
PRICED, UNPRICED = [(ASKED, Price(0.5, "today"))], [(ASKED, Price(None, ""))]
FREE = [(Usage(), None)]


@pytest.mark.parametrize(
    ("expected", "budget"),
    [
        (PRICED * 2, Budget(1.0)),
        (UNPRICED, Budget(tokens=1_000)),
        (UNPRICED, Budget(0.01, 1_000)),
        (UNPRICED, Budget()),
        (FREE, Budget(0.0, 0)),
    ],
)
def test_what_is_within_its_caps_is_let_through(expected, budget) -> None:
    refuse_over_budget(expected, budget)


@pytest.mark.parametrize(
    ("expected", "budget", "words"),
    [
        (PRICED * 3, Budget(1.0), "more than \\$1"),
        (UNPRICED, Budget(1.0), "price of the model is not known"),
        (PRICED * 2, Budget(9.0, 1_999), "more than 1,999"),
    ],
)
def test_what_is_over_a_cap_is_refused(expected, budget, words) -> None:
    with pytest.raises(OverBudget, match=words):
        refuse_over_budget(expected, budget)
