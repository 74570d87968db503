"""Settings and prices on the command line: what a real server on this machine is sent, and what is counted."""

from __future__ import annotations

import csv
import json

import pytest

from tests.llm.provider import SUMMARY

USAGE, NOTHING_ASKED, OVER = 2, 4, 5
SET = ("--max-output", "9000", "--temperature", "0.5", "--effort", "low", "--seed", "7")
GIVEN = {"max_output": 9_000, "temperature": 0.5, "effort": "low", "seed": 7}


@pytest.fixture
def rerun(inspector, codex, server):
    def call(*args, model="small-1", strategy="codex/local"):
        named = f"{model}@{server.address}" if "/" not in model else model
        alone = ("--strategy", strategy, "--no-recorded-summary", "--model", named)
        return inspector("rerun", codex, "--compaction", 1, *alone, *args)

    return call


def test_settings_are_sent_told_and_exported_and_make_another_run(rerun, server, tmp_path) -> None:
    out = tmp_path / "made.csv"
    plain = rerun("--json").json["runs"][1]
    assert server.asked[-1].keys().isdisjoint({"max_tokens", "temperature", "reasoning_effort", "seed"})
    ran = rerun(*SET, "--json", "-o", out)
    run, sent = ran.json["runs"][1], server.asked[-1]
    assert (sent["max_tokens"], sent["temperature"], sent["reasoning_effort"], sent["seed"]) == (9_000, 0.5, "low", 7)
    assert (plain["settings"], run["settings"]) == (None, GIVEN)
    assert plain["id"] != run["id"] and run["text"] == SUMMARY
    assert "Asked with: max output 9,000, temperature 0.5, effort low, seed 7." in ran.err
    assert {row["settings"] for row in csv.DictReader(out.open())} == {
        *("", "max output 9,000, temperature 0.5, effort low, seed 7"),
    }
    assert "temperature 0.5" in rerun(*SET).out
    assert server.count("small-1") == 2, "both answers are kept, each under its settings"


def test_a_dry_run_tells_settings_and_how_long_an_answer_may_be(rerun) -> None:
    (row,) = rerun(*SET, "--dry-run", "--json").json["dry_run"]
    assert (row["settings"], row["max_output"]) == (GIVEN, 9_000)
    (row,) = rerun("--dry-run", "--json").json["dry_run"]
    assert (row["settings"], row["max_output"]) == (None, None), "how long a server lets it write nobody knows"
    (row,) = rerun("--dry-run", "--json", model="openai/gpt-4o").json["dry_run"]
    assert row["max_output"] == 16_384


def test_a_setting_that_the_model_does_not_take_is_told_before_anything_is_sent(rerun) -> None:
    model = "anthropic/claude-sonnet-4-5"
    (row,) = rerun("--seed", "7", "--dry-run", "--json", model=model).json["dry_run"]
    assert row["problem"] == "anthropic/claude-sonnet-4-5 does not take seed 7."
    ran = rerun("--seed", "7", model=model)
    assert ran.status == NOTHING_ASKED and "does not take seed 7" in ran.err + ran.out
    assert "Spent: $0.0000" in ran.err


def test_a_cut_answer_is_a_failed_column_that_says_what_to_raise(rerun, server) -> None:
    ran = rerun("--json", model="truncated")
    assert ran.status == NOTHING_ASKED
    run = ran.json["runs"][1]
    assert "was cut at its limit" in run["error"] and run["text"] is None
    assert any("--max-output" in note for note in run["notes"])
    assert server.count("truncated") == 1
    rerun("--retry", model="truncated")
    assert server.count("truncated") == 2


def test_a_server_has_the_price_that_the_user_names_for_previews_budgets_and_runs(rerun, server) -> None:
    (row,) = rerun("--price", "1,10", "--dry-run", "--json").json["dry_run"]
    assert row["usd"] == pytest.approx((row["input"] * 1 + row["output"] * 10) / 1e6)
    over = rerun("--price", "1000,1000", "--budget", "0.01")
    assert over.status != 0 and server.asked == []
    ran = rerun("--price", f"small-1@{server.address}=1,10", "--budget", "1", "--json")
    assert ran.json["runs"][1]["cost"] == pytest.approx((180 * 1 + 12 * 10) / 1e6)
    untold = rerun("--price", "1,10", model="no-usage")
    assert "without a known price" not in ran.err + untold.err
    assert "1 request did not report usage; its expected price is counted." in untold.err


def test_an_unknown_price_can_be_capped_in_tokens(rerun, server, inspector, codex) -> None:
    assert "--price" in rerun("--budget", "1").err
    ran = rerun("--budget-tokens", "100")
    assert "more than 100" in ran.err and server.asked == []
    judge = ("--judge", f"small-1@{server.address}", "--budget-tokens", "100")
    assert "more than 100" in inspector("survival", codex, *judge).err and server.asked == []
    batch = inspector("report", codex.parent, *judge, "-o", codex.parent.parent / "never.html")
    assert batch.status != 0 and server.asked == []


@pytest.mark.parametrize(
    "args",
    [
        ("--price", "1"),
        ("--price", "1,two"),
        ("--price", "nan,1"),
        ("--price", "-1,1"),
        ("--temperature", "3"),
        ("--temperature", "nan"),
        ("--effort", "utmost"),
        ("--max-output", "0"),
    ],
)
def test_wrong_usage_sends_nothing(rerun, server, args) -> None:
    assert rerun(*args).status == USAGE and server.asked == []


def test_settings_without_a_model_are_refused(inspector, codex) -> None:
    for option in (SET[:2], ("--seed", "0"), ("--price", "1,1")):
        ran = inspector("rerun", codex, "--compaction", 1, *option)
        assert ran.status == USAGE and f"No model is named for {option[0]}." in ran.err


def test_questions_of_a_batch_carry_their_settings(rerun, server, tmp_path) -> None:
    asked = tmp_path / "asked.jsonl"
    rerun(*SET, "--requests-to", asked)
    (body,) = (json.loads(line)["body"] for line in asked.read_text().splitlines())
    assert (body["max_completion_tokens"], body["temperature"]) == (9_000, 0.5)
    assert server.asked == []
