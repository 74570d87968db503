"""What is told before anything is sent: destination, price with its date, cap."""

from __future__ import annotations

from dataclasses import replace

import pytest

from inspector.ask.preview import Preview
from inspector.ask.redact import Secret
from inspector.ask.spending import Budget
from inspector.cli.previews import preview_json, refuse_over, tell
from inspector.errors import OverBudget

PAID = "anthropic/claude-sonnet-4-5"
ONE = Preview("1", "codex/local", "handoff@1", PAID, "the provider", 1, 0, 1_000, 200, 0.25, "2026-10-01")


def test_whom_price_date_and_cap_are_told(capsys):
    tell([ONE, replace(ONE, id="2")], Budget(2.0))
    told = capsys.readouterr().err
    assert f"{PAID} goes to the provider" in told and "No secret was found in what is sent." in told
    assert "$0.5000, price list of 2026-10-01." in told
    assert "The budget is $2.00" in told


def test_a_price_that_is_not_known_is_not_nothing(capsys):
    tell([ONE, replace(ONE, dollars=None)])
    assert f"{PAID}: price not known" in capsys.readouterr().err
    with pytest.raises(OverBudget, match="no budget in dollars can be held"):
        refuse_over([ONE, replace(ONE, dollars=None)], Budget(9.0))


def test_without_a_price_a_budget_in_tokens_is_held(capsys):
    here = replace(ONE, model="m@http://127.0.0.1:9/v1", dollars=None, checked="", tokens=1_200)
    with pytest.raises(OverBudget, match="a server on this machine: its price is not in the list") as caught:
        refuse_over([here], Budget(9.0))
    assert "--budget-tokens" in caught.value.hint
    refuse_over([here], Budget(9.0, 1_200))
    with pytest.raises(OverBudget, match="about 2,400 tokens, more than 2,000"):
        refuse_over([here, here], Budget(tokens=2_000))
    tell([here], Budget(9.0, 1_200))
    told = capsys.readouterr().err
    assert "The budget is $9.00 and 1,200 tokens" in told and "Dollars are held only where a price is known." in told


def test_all_questions_together_have_to_fit_the_budget():
    refuse_over([ONE, ONE], Budget(0.5))
    with pytest.raises(OverBudget, match=r"about \$0.7500, more than \$0.50"):
        refuse_over([ONE, ONE, ONE], Budget(0.5))


def test_a_secret_is_listed_and_never_shown():
    secret = Secret(1, "GitHub token", "ghp_… (40 characters)", 2, "m")
    row = preview_json(replace(ONE, secrets=(secret,)))
    assert row["secrets"] == [{"number": 1, "kind": "GitHub token", "hint": "ghp_… (40 characters)", "times": 2}]


def rerun(inspector, codex, server, *args):
    small = f"small-1@{server.address}"
    return inspector("rerun", codex, "--compaction", 1, "--strategy", "control/empty", "--model", small, *args)
