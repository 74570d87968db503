from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from inspector.ask.spending import Promise, Spending
from inspector.errors import OverBudget


def test_the_cap_holds_for_what_is_spent_and_what_is_under_way() -> None:
    spending = Spending(1.0)
    first = spending.promise(0.4)
    spending.promise(0.4)
    with pytest.raises(OverBudget, match=r"\$0\.2000 is left") as caught:
        spending.promise(0.3)
    assert caught.value.exit_code == 5
    assert spending.stopped
    spending.settle(first, 0.1)
    spending.promise(0.3)
    assert (spending.spent, round(spending.promised, 9)) == (0.1, 0.7)


def test_an_unknown_price_holds_to_no_cap() -> None:
    with pytest.raises(OverBudget, match="not known") as caught:
        Spending(1.0).promise(None)
    assert "--budget-tokens" in caught.value.hint
    free = Spending()
    free.settle(free.promise(None), None)
    assert (free.spent, free.unknown) == (0.0, 1)


def test_an_unknown_price_is_capped_in_tokens() -> None:
    spending = Spending(1.0, cap_tokens=1_000)
    first = spending.promise(None, 600)
    with pytest.raises(OverBudget, match="about 500 tokens; of the budget of 1,000, 400 are left"):
        spending.promise(None, 500)
    assert spending.stopped
    spending.settle(first, None, 200)
    spending.promise(None, 500)
    assert (spending.tokens, spending.promised_tokens, spending.unknown) == (200, 500, 1)


def test_tokens_without_a_charge_and_those_that_nobody_counted() -> None:
    spending = Spending(cap_tokens=1_000)
    spending.release(spending.promise(None, 1_000))
    spending.settle(spending.promise(None, 700), None)
    assert (spending.tokens, spending.promised_tokens) == (700, 0)


def test_both_caps_hold_where_the_price_is_known() -> None:
    with pytest.raises(OverBudget, match="cost about"):
        Spending(1.0, cap_tokens=1_000).promise(2.0, 10)
    with pytest.raises(OverBudget, match="take about"):
        Spending(1.0, cap_tokens=1_000).promise(0.5, 2_000)
    assert Spending(1.0, cap_tokens=1_000).promise(0.5, 10) == Promise(0.5, 10)


def test_columns_that_ask_at_the_same_time_cannot_pass_the_cap_together() -> None:
    spending = Spending(1.0)

    def ask(_: int) -> bool:
        try:
            spending.promise(0.1)
        except OverBudget:
            return False
        return True

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(ask, range(200))) == 10
