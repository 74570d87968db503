from __future__ import annotations

import pytest

from inspector.cli.expected import expected_price, model_of, refuse_over_budget
from inspector.errors import OverBudget
from inspector.measure.price import Price
from inspector.model import Usage
from inspector.rerun.spending import Budget
from tests.made_runs import ready_of, strategies


def test_a_strategy_without_a_summary_is_expected_to_take_nothing() -> None:
    ready = ready_of()
    usage, price = expected_price(strategies().named("control/empty"), ready.material, model_of(ready.document))
    assert (usage.input, price) == (0, None)
    usage, price = expected_price(strategies().named("codex/local"), ready.material, model_of(ready.document))
    assert usage.input and price is not None and price.dollars


def test_a_cap_refuses_what_would_pass_it_and_what_has_no_price() -> None:
    told = [(Usage(1_000, 0, 0, 100), Price(0.5, "2026-11-01"))]
    refuse_over_budget(told, Budget(0.5, 1_100))
    with pytest.raises(OverBudget, match="more than"):
        refuse_over_budget(told, Budget(0.4))
    with pytest.raises(OverBudget, match="1,100 tokens"):
        refuse_over_budget(told, Budget(None, 1_000))
    with pytest.raises(OverBudget, match="not known"):
        refuse_over_budget([(Usage(1, 0, 0, 1), Price(None, ""))], Budget(1.0))
