from dataclasses import replace

import pytest

from inspector.measure.bill import Bill
from inspector.report.cost import bill_json, bill_words

WHOLE = Bill(calls=2, recorded=1.5, recorded_calls=2, listed=1.6, listed_calls=2, checked="2026-11-20")


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ({}, "Cost as recorded: $1.50 for 2 calls. By list price of 2026-11-20: ≈$1.60 for 2 calls."),
        (
            {"recorded_calls": 1, "listed_calls": 1},
            "Cost as recorded: $1.50 for 1 of 2 calls. By list price of 2026-11-20: ≈$1.60 for 1 of 2 calls.",
        ),
        (
            {"recorded_calls": None, "listed": None, "listed_calls": 0, "checked": ""},
            "Cost as recorded: $1.50 in all. By list price: not known.",
        ),
        (
            {"recorded": None, "recorded_calls": 0},
            "What its calls cost is not in this log. By list price of 2026-11-20: ≈$1.60 for 2 calls.",
        ),
    ],
)
def test_both_sums_are_told_with_the_calls_they_are_of(told, words):
    assert bill_words(replace(WHOLE, **told)) == words


def test_each_sum_has_its_basis_and_an_unknown_one_none():
    told = bill_json(WHOLE)
    assert (told["usd"], told["basis"], told["calls"], told["of"]) == (1.5, "recorded", 2, 2)
    assert told["list_price"] == {"usd": 1.6, "basis": "estimated", "calls": 2, "checked": "2026-11-20"}
    bare = bill_json(Bill(calls=2, recorded=None, recorded_calls=0, listed=None, listed_calls=0, checked=""))
    assert bare["usd"] is bare["basis"] is None
    assert bare["list_price"] == {"usd": None, "basis": None, "calls": 0, "checked": None}
