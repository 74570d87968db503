from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.ask.preview import Preview
from inspector.ask.redact import Secret
from inspector.ask.spending import Spending
from inspector.cli.commands.experiment import ExperimentProgress, grouped
from inspector.workbench.experiment_run import SessionRun

ONE = Preview("1:s:k:0", "s", "p@1", "m", "here", 1, 0, 100, 20, 0.5, "2026-11-01", tokens=120)
LOG = Path("a.jsonl")


def made(*previews: Preview, spending: Spending | None = None) -> ExperimentProgress:
    return ExperimentProgress([SessionRun(LOG, previews=previews)], spending or Spending())


def test_the_start_says_what_is_left_and_what_earlier_starts_spent(capsys) -> None:
    answered = replace(ONE, id="2:s:k:0", answered=1, dollars=0.0, tokens=0)
    made(ONE, answered, spending=Spending(spent=1.5, tokens=300, promised=0.25, promised_tokens=50)).begin()
    first, second = capsys.readouterr().err.splitlines()
    assert first == "2 runs on 2 compactions of 1 session: 1 answer kept from before, 1 request left."
    assert second == (
        "Earlier starts: Spent: $1.5000, 300 tokens, with $0.2500 for 50 tokens of questions that were cut off."
    )


def test_a_line_says_how_far_it_is_and_what_is_still_expected(capsys) -> None:
    progress = made(ONE, replace(ONE, id="1:s:k:1"), spending=Spending(spent=0.4, tokens=90))
    progress.done(LOG, "1:s:k:0")
    progress.done(LOG, "1:s:k:0")
    assert capsys.readouterr().err == "1 of 2 runs done, 1 left; spent: $0.4000, 90 tokens, about $0.5000 more.\n"
    progress.ended(SessionRun(LOG))
    assert capsys.readouterr().err.startswith("2 of 2 runs done, 0 left; ")


def test_without_a_price_it_is_told_in_tokens(capsys) -> None:
    first, second = replace(ONE, dollars=None), replace(ONE, id="1:s:k:1", dollars=None)
    progress = made(first, second, spending=Spending(tokens=90, unknown=1))
    progress.done(LOG, "1:s:k:0")
    assert "spent: 90 tokens; 1 request without a known price, about 120 tokens more." in capsys.readouterr().err


def test_a_thousand_runs_take_a_hundred_lines_at_most(capsys) -> None:
    progress = made(*(replace(ONE, id=f"1:s:k:{nth}") for nth in range(1_000)))
    for nth in range(1_000):
        progress.done(LOG, f"1:s:k:{nth}")
    assert len(capsys.readouterr().err.splitlines()) == 100


def test_runs_of_one_variant_are_told_together_and_a_secret_has_one_number() -> None:
    secret = Secret("mark", "a token", "gh…", 1)
    other = replace(ONE, id="1:t:k:0", strategy="t", secrets=(secret,))
    (first, second) = grouped([replace(ONE, secrets=(secret,)), replace(ONE, id="2:s:k:0", answered=1), other])
    assert (first.requests, first.answered, first.input, first.tokens) == (2, 1, 200, 240)
    assert first.dollars == pytest.approx(1.0)
    assert [one.number for one in (*first.secrets, *second.secrets)] == [1, 1]
