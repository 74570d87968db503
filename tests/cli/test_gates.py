"""Gates of a build against a scripted model whose answers differ from repeat to repeat."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

GOOD, BAD = "Write down everything that matters.", "Write a limerick."


@pytest.fixture
def bank(inspector, codex, tmp_path) -> Path:
    path = tmp_path / "facts.json"
    assert inspector("survival", codex, "--compaction", 1, "--save-facts", path).status == 0
    return path


@pytest.fixture
def gated(inspector, codex, server, bank, tmp_path):
    """Runs rerun on prompts by name and text; the model keeps about three facts in four of the bank, or none."""
    draw = random.Random(7)
    facts = [fact["statement"] for fact in json.loads(bank.read_bytes())["facts"]]

    def script(messages) -> str:
        if BAD in messages[-1]["content"]:
            return f"There once was a build number {draw.randrange(99)}."
        return "\n".join(fact for fact in facts if draw.random() < 0.75)

    server.script = script

    def call(prompts: dict[str, str], *args: object):
        named = []
        for name, text in prompts.items():
            path = tmp_path / f"{name}.md"
            path.write_text(text)
            named += ["--prompt", path]
        model = ("--model", f"scripted@{server.address}", "--strategy", "claude-code/full", "--repeat", 3)
        return inspector("rerun", codex, "--compaction", 1, *model, *named, "--facts", bank, *args)

    return call


def test_identical_prompts_pass_twenty_times_of_twenty(gated) -> None:
    for turn in range(20):
        prompts = {f"a{turn}": f"{GOOD} ({turn})", f"b{turn}": f"{GOOD} [{turn}]"}
        ran = gated(prompts, "--fail-under", 0.5)
        assert ran.status == 0, ran.err


@pytest.mark.parametrize("order", [("bad", "good"), ("good", "bad")])
def test_a_bad_prompt_fails_wherever_it_is_named(gated, order) -> None:
    prompts = {name: {"good": GOOD, "bad": BAD}[name] for name in order}
    ran = gated(prompts, "--fail-under", 0.5)
    failed = [line for line in ran.err.splitlines() if " is under the bar of 50%" in line]
    assert ran.status == 1 and failed
    assert all(line.startswith("claude-code/full (scripted@") and "bad@" in line.split(":")[2] for line in failed)


def test_a_gate_that_chance_would_decide_is_wrong_usage_and_sends_nothing(gated, server) -> None:
    ran = gated({"a": GOOD}, "--repeat", 1, "--fail-under", 0.5)
    assert ran.status == 2 and "decided by chance" in ran.err
    assert "only a judge" in gated({"a": GOOD}, "--fail-if-worse", "recorded").err
    assert server.asked == []


def test_a_bank_is_what_every_run_is_judged_on(gated, bank) -> None:
    told = gated({"a": GOOD}, "--json").json["runs"]
    known = {fact["id"] for fact in json.loads(bank.read_bytes())["facts"]}
    assert all(set(run["facts"]) == known for run in told)


def test_a_bank_and_a_judge_exclude_each_other(gated) -> None:
    ran = gated({"a": GOOD}, "--judge", "m@http://127.0.0.1:1/v1")
    assert ran.status == 2 and "not at the facts of a bank" in ran.err


def test_without_a_judge_and_a_bank_no_variant_is_held_to_another(inspector, codex) -> None:
    for gate in (("--fail-under", 0.5), ("--fail-if-worse",)):
        ran = inspector("rerun", codex, "--compaction", 1, "--strategy", "control/inverted", *gate)
        assert ran.status == 2 and "only a judge" in ran.err and ran.out == ""
