"""Sums that a process writes as it ends."""

from __future__ import annotations

import pytest

from inspector.model import Splice


def sums(log, usd, *, prompt=0, output=0, model="claude-opus-5", **more):
    usage = {"inputTokens": 0, "outputTokens": output, "cacheReadInputTokens": prompt, "cacheCreationInputTokens": 0}
    told = {"type": "cost-state", "sessionId": "S", "totalCostUSD": usd, "modelUsage": {model: usage}} | more
    # No row of the tree, and yet the helper asks every row for its id.
    log.rows.append(told | {"uuid": log.rows[-1]["uuid"]})


def summarizers(session):
    return [request for request in session.requests if request.purpose == "compaction"]


def test_a_session_costs_what_its_last_sum_says(log):
    log.says("one")
    log.answers("first")
    sums(log, 0.25)
    log.says("two")
    log.answers("second")
    sums(log, 0.5)
    assert log.read().cost == 0.5


def test_calls_behind_the_last_sum_leave_the_cost_unknown(log):
    log.says("one")
    log.answers("first")
    sums(log, 0.25)
    log.says("two")
    log.answers("second")
    assert log.read().cost is None


@pytest.mark.parametrize("told", [{"hasUnknownModelCost": True}, {"totalCostUSD": "much"}])
def test_a_sum_that_lacks_a_price_or_is_none_is_no_cost(log, told):
    log.says("one")
    log.answers("first")
    sums(log, 0.25, **told)
    assert log.read().cost is None


def test_the_call_of_the_only_summarizer_is_what_the_sum_holds_beyond_the_rows(log):
    log.says("one")
    log.answers("first", prompt=10_003, output=10)
    log.compacts(preTokens=10_500)
    log.answers("second", prompt=2_003, output=10)
    # 3 tokens of each prompt are uncached.
    sums(log, 0.5, prompt=22_000, output=220)
    log.rows[-1]["modelUsage"]["claude-opus-5"]["inputTokens"] = 6
    (call,) = summarizers(log.read())
    assert (call.usage.prompt, call.usage.output, call.model) == (10_000, 200, "claude-opus-5")


@pytest.mark.parametrize(("compactions", "prompt"), [(2, 22_000), (1, 90_000), (1, 12_000)])
def test_what_several_calls_may_have_made_up_is_no_ones(log, compactions, prompt):
    log.says("one")
    log.answers("first", prompt=10_003, output=10)
    for _ in range(compactions):
        log.compacts(preTokens=10_500)
    log.answers("second", prompt=2_003, output=10)
    sums(log, 0.5, prompt=prompt, output=220)
    assert not summarizers(log.read())


def test_of_several_compactions_the_one_sum_for_their_calls_is_told_at_each(log):
    log.says("one")
    log.answers("first", prompt=10_003, output=10)
    for _ in range(2):
        log.compacts(preTokens=10_500)
    log.answers("second", prompt=2_003, output=10)
    sums(log, 0.5, prompt=32_000, output=420)
    log.rows[-1]["modelUsage"]["claude-opus-5"]["inputTokens"] = 6
    session = log.read()
    assert not summarizers(session)
    notes = [op.compaction.notes for op in session.ops if isinstance(op, Splice) and op.compaction]
    told = "Of 2 compactions the log has one sum for the calls of the summarizer: 20,000 tokens sent, 400 written."
    assert notes == [(told,), (told,)]


def test_a_fork_whose_sum_holds_the_other_sessions_calls_has_no_cost(log):
    log.compacts()
    log.says("next")
    log.answers("forked")
    sums(log, 0.9)
    assert log.read().cost is None
