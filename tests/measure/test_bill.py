from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.measure.bill import bill_of, recorded_cost
from inspector.measure.price import price_of
from inspector.model import Request, Source, Usage
from inspector.read.open import open_log

PRICED = "claude-opus-4-5"


@pytest.fixture
def session(say, ask, finish):
    say()
    ask(900)
    return finish()


def call(cost: float | None = None, usage: Usage | None = None, model: str = PRICED, **more) -> Request:
    return Request(1, "r", 0, model, usage, Source("log"), cost=cost, **more)


def test_what_is_recorded_and_the_list_price_are_two_sums_each_over_its_own_calls(session) -> None:
    usage = Usage(1_000, 0, 0, 100)
    calls = (call(0.5, usage), call(None, usage, thread="a1"), call(0.25, usage, "nobody-knows", purpose="compaction"))
    bill = bill_of(replace(session, requests=calls))
    assert (bill.calls, bill.recorded, bill.recorded_calls) == (3, 0.75, 2)
    assert (bill.listed, bill.listed_calls) == (2 * price_of(PRICED, usage).dollars, 2)
    assert bill.checked and bill.is_known


def test_one_sum_for_all_counts_where_no_call_has_its_own(session) -> None:
    bill = bill_of(replace(session, requests=(call(), call()), cost=1.5))
    assert (bill.recorded, bill.recorded_calls, bill.listed) == (1.5, None, None)
    assert bill_of(replace(session, requests=(call(0.5), call()), cost=1.5)).recorded == 0.5


def test_what_neither_the_log_nor_the_list_tells_is_unknown_and_not_free(session) -> None:
    bill = bill_of(replace(session, requests=(call(usage=Usage(10, 0, 0, 1), model="nobody-knows"),)))
    assert (bill.recorded, bill.listed, bill.checked, bill.is_known) == (None, None, "", False)


def test_a_part_of_the_calls_has_no_recorded_cost_that_could_pass_for_the_whole() -> None:
    assert recorded_cost([call(0.5), call(0.25)]) == 0.75
    assert recorded_cost([call(0.5), call()]) is None
    assert recorded_cost([]) is None


@pytest.mark.parametrize(
    ("sample", "calls", "recorded", "told"),
    [
        ("cline/3.26/summarized-task/1*", 14, 0.793167, 14),
        ("cline/roo-3.46/condensed-then-truncated/0*", 7, 0.43, 7),
        ("crush/2026/requeued/crush.db", 4, 0.2, None),
        ("goose/1.30/last-prompt/sessions.db", 4, 0.04, 4),
        ("mini-swe-agent/2.2/interrupted/*.json", 4, 0.0008, 4),
        ("openhands/0.53/condensed-once/almanac.json", 7, 0.1, None),
        ("pi/session-v3/two-compactions/*.jsonl", 17, 0.0951321, 17),
        ("swe-agent/1.1/cleared-results/*.traj", 6, 0.02, None),
        ("opencode/1.14/tail-and-prune/*.json", None, None, 0),
    ],
)
def test_agents_record_it_call_by_call_or_at_the_end(samples, sample, calls, recorded, told) -> None:
    (log,) = samples.glob(sample)
    bill = bill_of(open_log(log).session)
    assert calls in (None, bill.calls)
    assert (bill.recorded, bill.recorded_calls) == (pytest.approx(recorded) if recorded else None, told)
