"""inspector rerun --judge: a real server on this machine judges every context, or files go there and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inspector.rerun.controls import INVENTED, LAST
from inspector.resources import samples
from tests.made_columns import KEPT, judge


@pytest.fixture
def server(server):
    server.script = judge
    return server


@pytest.fixture
def fading() -> Path:
    (log,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    return log


@pytest.fixture
def rerun(inspector, fading, server):
    def call(*args, judge="scripted"):
        named = ("--judge", f"{judge}@{server.address}") if judge else ()
        return inspector("rerun", fading, "--compaction", 1, "--strategy", "own/pins-only", *named, *args)

    return call


def by_name(told: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {run["strategy"]: run for run in told["runs"]}


def test_every_context_is_judged_on_what_the_judge_found_and_the_controls_come_last(rerun, server) -> None:
    ran = rerun("--json")
    assert ran.status == 0, ran.err
    runs = by_name(ran.json)
    assert list(runs) == ["recorded", "own/pins-only", *LAST]
    assert len(server.asked) == 2, "one reading of the recorded compaction, one question about all texts"
    assert runs["recorded"]["judge"]["headline"] == 0.75
    assert runs["control/empty"]["judge"]["headline"] == 0.0
    inverted = runs["control/inverted"]["judge"]
    assert inverted["headline"] < -1 and len(inverted["named"]) == len(INVENTED) and inverted["undecided"] == 0
    assert ran.json["controls"]["last"] is True
    headline = {score["metric"]: score for score in runs["own/pins-only"]["scores"]}["headline"]
    assert headline["basis"] == "judged"
    table = rerun().out.splitlines()
    assert [line.split()[0] for line in table[1:6]] == ["recorded", "own/pins-only", *LAST]
    assert len(server.asked) == 2, "what was found and answered is kept"


def test_without_a_judge_no_control_is_held_against_anything(rerun) -> None:
    told = rerun("--json", judge="").json
    assert all(run["judge"] is None for run in told["runs"]) and told["controls"] is None
    ran = rerun("--strategy", "control/inverted", judge="")
    assert "controls" not in ran.err and "Only a judge can rank" in ran.err


def test_a_judge_that_is_taken_in_is_not_to_be_trusted(rerun, server) -> None:
    server.script = lambda messages: judge(messages).replace('"C"', '"V"').replace(json.dumps(INVENTED)[1:-1], "")
    ran = rerun("--json")
    assert ran.json["controls"] == {
        "last": False,
        "says": "This judge did not put the controls last: its ranking is not to be trusted.",
    }


def test_a_dry_run_tells_both_questions_and_sends_nothing(rerun, server) -> None:
    told = rerun("--dry-run", "--json").json
    first, blind = told["judge"]
    assert first["strategy"] == "judge compaction 1" and first["requests"] == 1
    assert blind["strategy"] == "judge 5 contexts blind" and blind["requests"] == 1 and blind["input"] > 1_000
    assert server.asked == []


def test_controls_that_a_judge_brings_along_are_no_worse_strategies(rerun) -> None:
    assert not [
        line for line in rerun("--fail-if-worse").err.splitlines() if line.startswith("control/") and "worse" in line
    ]
    named = rerun("--strategy", "control/empty", "--fail-if-worse")
    assert named.status == 1 and "control/empty: statements kept 0% is worse than recorded: 75%." in named.err


def answered(path: Path, answer: Callable[[list[dict[str, str]]], str]) -> Path:
    """The answers to a file of questions."""
    lines = []
    for line in path.read_text().splitlines():
        question = json.loads(line)
        message = {"message": {"content": answer(question["body"]["messages"])}, "finish_reason": "stop"}
        body = {"choices": [message], "model": "m"}
        lines.append(json.dumps({"custom_id": question["custom_id"], "response": {"body": body}}))
    answers = path.with_suffix(".answers.jsonl")
    answers.write_text("\n".join(lines))
    return answers


def test_files_go_there_and_back_until_nothing_is_open(inspector, fading, server, tmp_path) -> None:
    asked = tmp_path / "asked.jsonl"
    model = f"small-1@{server.address}"
    call = (
        "rerun", fading, "--compaction", 1, "--strategy", "own/guided", "--model", model,
        "--judge", f"scripted@{server.address}", "--requests-to", asked, "--json",
    )  # fmt: skip

    def say(messages):
        asks_judge = "You check" in messages[0]["content"] or "TEXTS" in messages[-1]["content"]
        return judge(messages) if asks_judge else f"Rules: {KEPT}, and local time is for printing only."

    first = inspector(*call)
    assert first.status == 0, first.err
    assert len(asked.read_text().splitlines()) == 2, "reading and summary: none of columns before all texts are there"
    second = inspector(*call, "--answers-from", answered(asked, say))
    assert second.status == 0 and ": 2 answers." in second.err
    (question,) = asked.read_text().splitlines()
    assert "=== TEXTS ===" in question
    last = inspector(*call, "--answers-from", answered(asked, say))
    assert last.status == 0, last.err
    assert asked.read_text() == "" and "Every question is answered" in last.err
    runs = by_name(last.json)
    assert runs["own/guided"]["judge"]["headline"] == 0.75 and runs["own/guided"]["text"].startswith("Rules:")
    assert last.json["controls"]["last"] is True
    assert server.asked == [], "nothing was sent"


def test_repeats_have_a_win_rate_against_what_was_recorded_once_a_judge_has_read_both(rerun, server) -> None:
    asked = ("--strategy", "own/guided", "--model", f"small-1@{server.address}", "--repeat", 2)
    assert " wins" not in rerun(*asked, judge="").out.splitlines()[0]
    assert " wins" in rerun(*asked).out.splitlines()[0]


def test_summaries_alone_go_through_files_too(inspector, fading, server, tmp_path) -> None:
    asked = tmp_path / "asked.jsonl"
    call = (
        "rerun", fading, "--compaction", 1, "--strategy", "own/guided", "--model", f"small-1@{server.address}",
        "--requests-to", asked, "--json",
    )  # fmt: skip
    assert inspector(*call).status == 0
    ran = inspector(*call, "--answers-from", answered(asked, lambda messages: "The times are in UTC."))
    assert ran.status == 0 and by_name(ran.json)["own/guided"]["text"] == "The times are in UTC."


def test_half_an_answer_and_a_missing_letter_are_undecided_and_said(rerun, server) -> None:
    def half(messages):
        told = json.loads(judge(messages))
        if "texts" in told:
            for one in told["texts"].values():
                one["verdicts"] = {"1": one["verdicts"]["1"]}
            told["texts"].pop(min(told["texts"]))
        return json.dumps(told)

    server.script = half
    ran = rerun("--json")
    told = [run["judge"] for run in ran.json["runs"] if run["strategy"] != "control/empty"]
    assert sorted(one["undecided"] for one in told) == [0, 3, 3, 4], "one kept the messages themselves"
    assert "The judge says nothing of 3 of 4 statements in this text." in ran.err
    assert "The judge says nothing of this text." in ran.err
    assert ran.json["controls"]["last"] is None


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--passes", 2), "Name one with --judge"),
        (("--requests-to", "q.jsonl"), "Name a --model or a --judge"),
    ],
)
def test_options_that_fit_nothing_are_refused(rerun, args, words) -> None:
    ran = rerun(*args, judge="")
    assert ran.status == 2 and words in ran.err
