"""inspector rerun with a model: a real server on this machine answers."""

from __future__ import annotations

import csv
import json
import sys

import pytest

from inspector.rerun.prompt_parts import Part, document_of
from inspector.resources import samples
from tests.claude_log import ClaudeLog
from tests.llm.provider import SUMMARY

LOCAL = ("--strategy", "codex/local", "--no-recorded-summary")


@pytest.fixture
def rerun(inspector, codex, server):
    """Runs inspector rerun on the first compaction, with models of the server."""

    def call(*args, models=("small-1",)):
        named = [part for model in models for part in ("--model", f"{model}@{server.address}")]
        return inspector("rerun", codex, "--compaction", 1, *named, *args)

    return call


def test_a_model_is_asked_and_its_run_is_judged(rerun, server) -> None:
    ran = rerun(*LOCAL, "--json")
    assert ran.status == 0
    recorded, run = ran.json["runs"]
    assert run["text"] == SUMMARY
    assert run["usage"] == {"input": 80, "output": 12, "cache_read": 100}
    assert run["cost"] is None, "a server here may pass it on to a provider"
    assert run["prompt"].startswith("structured@")
    assert set(run["facts"]) == set(recorded["facts"])
    assert f"goes to {server.address}" in ran.err


def test_before_it_is_sent_the_same_is_told_by_a_dry_run_that_sends_nothing(rerun, server) -> None:
    row = rerun(*LOCAL, "--prompt", "handoff", "--dry-run", "--json").json["dry_run"][0]
    assert (row["requests"], row["answered"], row["usd"]) == (1, 0, None)
    assert row["prompt"].startswith("handoff@")
    assert server.asked == []
    rerun(*LOCAL, "--prompt", "handoff")
    again = rerun(*LOCAL, "--prompt", "handoff", "--dry-run", "--json").json["dry_run"][0]
    assert again["answered"] == 1
    assert "0 of 1" in rerun(*LOCAL, "--prompt", "handoff", "--dry-run").out


OWN_MESSAGES = """{#- title: Mine
    form: messages -#}
=== system
You hand work over. {{ focus }}
=== record
=== user
Write the handover.
"""
OWN_TEXT = "{#- form: messages plain -#}\n=== user\n<log>{{ record }}</log>\n=== assistant\nI read it.\n=== user\nGo."


@pytest.mark.parametrize("text", ["{{ purpose }} it.", OWN_MESSAGES, OWN_TEXT])
def test_printed_requests_are_what_the_server_gets_role_by_role(rerun, server, tmp_path, text) -> None:
    path = tmp_path / "mine.md.j2"
    path.write_text(text)
    asked = (*LOCAL, "--prompt", path, "--focus", "the ports")
    (sent,) = rerun(*asked, "--dry-run", "--json").json["dry_run"][0]["sent"]
    printed = rerun(*asked, "--print").out
    assert server.asked == []
    assert rerun(*asked).status == 0
    (got,) = server.asked
    assert [(one["role"], one["content"]) for one in got["messages"]] == [
        (one["role"], one["text"]) for one in sent["messages"]
    ]
    assert sent["prompt"].startswith("mine@")
    for one in got["messages"]:
        assert f"request 1 of 1 · draft · {one['role']}\n{one['content']}\n" in printed
    if text == OWN_MESSAGES:
        roles = [one["role"] for one in got["messages"]]
        assert roles[:3] == ["system", "user", "assistant"] and roles[-1] == "user"
        assert got["messages"][0]["content"] == "You hand work over. the ports"
        assert "[[data " not in str(got)


def test_a_run_says_whose_words_asked_wherever_it_is_told(rerun, tmp_path) -> None:
    mine = tmp_path / "mine.md.j2"
    mine.write_text("Write it. {{ previous }}")
    agents = tmp_path / "theirs.md.j2"
    agents.write_text(document_of((Part("record"), Part("user", "Write.")), {"title": "Theirs", "agent": "codex"}))
    asked = (*LOCAL, "--prompt", "handoff", "--prompt", mine, "--prompt", agents)
    recorded, *runs = rerun(*asked, "--json").json["runs"]
    assert recorded["wording"] == ["agent"]
    assert [(run["selection"], run["wording"]) for run in runs] == [
        ("exact", ["ours"]),
        ("exact", ["yours"]),
        ("exact", ["agent"]),
    ]
    page, sheet = tmp_path / "out.html", tmp_path / "out.csv"
    table = rerun(*asked, "-o", page).out
    assert "whose prompt: ours)" in table and "whose prompt: the agent's own)" in table
    assert page.read_text().count("<td>exact</td><td>ours</td>") == 1
    rerun(*asked, "-o", sheet)
    told = {(row["prompt"].partition("@")[0], row["selection"], row["wording"]) for row in csv.DictReader(sheet.open())}
    assert ("handoff", "exact", "ours") in told and ("mine", "exact", "yours") in told


def test_where_the_log_does_not_hold_the_agents_prompt_it_says_so_and_where_else_it_is(rerun, server) -> None:
    ran = rerun(*LOCAL, "--prompt", "recorded")
    assert ran.status == 2 and server.asked == []
    assert "does not hold the prompt that the agent used at compaction 1" in ran.err
    assert "inspector prompts import PATH --as codex" in ran.err


@pytest.mark.parametrize(
    ("log", "model", "first", "last"),
    [
        ("claude-code/2.1/kept-messages", "", "user: Stations come from a CSV", "Write a summary of the conversation"),
        ("inspect-ai/0.3/summary-and-edit", "openai/m", "system: You solve tasks in a sandbox.", "Summarize the"),
    ],
)
def test_the_summarys_own_call_is_asked_again_as_it_was_of_its_model(inspector, log, model, first, last) -> None:
    path = next(path for path in (samples() / log).rglob("*") if path.suffix in (".jsonl", ".json"))
    asked = ("--as-recorded", "--no-recorded-summary", "--print", "--json", *(("--model", model) if model else ()))
    (told,) = inspector("rerun", path, "--compaction", 1, *asked).json["dry_run"]
    assert told["model"] == (model or "anthropic/claude-opus-5") and told["prompt"].startswith("recorded@")
    messages = told["sent"][0]["messages"]
    assert f"{messages[0]['role']}: {messages[0]['text']}".startswith(first)
    assert messages[-1]["text"].startswith(last)


def test_the_summarys_own_call_says_its_prompt_and_strategy_itself(rerun, server) -> None:
    for more in (("--prompt", "handoff"), ("--strategy", "own/guided")):
        ran = rerun("--as-recorded", *more)
        assert ran.status == 2 and "says strategy and prompt itself" in ran.err
    ran = rerun("--as-recorded")
    assert ran.status == 2 and "does not hold the prompt" in ran.err and server.asked == []


def test_requests_are_printed_without_their_secrets(inspector, server, tmp_path) -> None:
    token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    path = tmp_path / "harbour.jsonl"
    log = ClaudeLog("ab" * 16, "/srv/harbour", "2.1.219", "main", "2026-03-02T09:00:00")
    log.human(f"Use the token {token} for the tide tables.")
    log.say("It is set.")
    log.compact("The tables are set up.")
    path.write_bytes(log.dump())
    mine = tmp_path / "mine.md.j2"
    mine.write_text(OWN_MESSAGES)
    asked = ("rerun", path, "--compaction", 1, "--model", f"small-1@{server.address}", *LOCAL, "--prompt", mine)
    printed = inspector(*asked, "--print").out
    assert token not in printed and "[redacted 1: GitHub" in printed and "No secret" not in printed
    told = inspector(*asked, "--print", "--json").json["dry_run"][0]
    assert token not in str(told)
    assert server.asked == []


def test_without_a_model_there_are_no_requests_to_print(inspector, codex) -> None:
    ran = inspector("rerun", codex, "--compaction", 1, *LOCAL, "--print")
    assert (ran.status, "nothing would be sent" in ran.err) == (2, True)


def test_what_was_answered_is_never_paid_for_again(rerun, server) -> None:
    rerun(*LOCAL, "--repeat", 2)
    assert server.count("small-1") == 2
    assert len(rerun(*LOCAL, "--repeat", 3, "--json").json["runs"]) == 4
    assert server.count("small-1") == 3


def test_every_variant_runs_and_those_without_a_model_once(rerun) -> None:
    ran = rerun(
        *LOCAL, "--strategy", "control/empty", "--prompt", "handoff", "--prompt", "guided", "--focus", "the port",
        "--repeat", 2, "--json", models=("small-1", "other-model"),
    )  # fmt: skip
    names = [(run["strategy"], (run["prompt"] or "").split("@")[0]) for run in ran.json["runs"]]
    assert names.count(("codex/local", "handoff")) == names.count(("codex/local", "guided")) == 4
    assert names.count(("control/empty", "")) == 1


def test_a_failed_column_fails_alone_and_all_failed_is_status_four(rerun) -> None:
    ran = rerun(*LOCAL, "--json", models=("overloaded-not", "small-1"))
    assert ran.status == 0
    ran = rerun(*LOCAL, "--strategy", "control/empty", "--json", models=("unauthorised",))
    assert ran.status == 4
    assert "does not accept the key" in ran.json["runs"][1]["error"]
    assert any("keyring" in note for note in ran.json["runs"][1]["notes"])


@pytest.mark.parametrize("ending", ["json", "csv", "md", "html"])
def test_an_experiment_is_exported_in_the_form_its_name_ends_in(rerun, tmp_path, ending) -> None:
    path = tmp_path / f"out.{ending}"
    assert rerun(*LOCAL, "-o", path).status == 0
    text = path.read_text("utf-8")
    if ending == "json":
        recorded, asked = json.loads(text)["columns"]
        assert (recorded["strategy"], asked["runs"][0]["text"]) == ("recorded", SUMMARY)
    elif ending == "csv":
        assert {row["strategy"] for row in csv.DictReader(text.splitlines())} == {"recorded", "codex/local"}
    elif ending == "html":
        assert SUMMARY in text and "Prompt structured@" in text
    else:
        assert "| codex/local (small-1" in text


@pytest.mark.parametrize(
    "args", [("-o", "out.pdf"), ("--prompt", "no-such-prompt"), ("--prompt", "recorded"), ("--repeat", 0)]
)
def test_wrong_usage_sends_nothing(rerun, server, args) -> None:
    assert rerun(*LOCAL, *args).status == 2
    assert server.asked == []


def test_options_about_models_want_one(rerun) -> None:
    ran = rerun(*LOCAL, "--prompt", "handoff", models=())
    assert ran.status == 2
    assert "--model" in ran.err


def test_a_command_is_a_model_for_those_without_a_key(inspector, codex) -> None:
    command = f"command:{sys.executable} -c \"import sys; print(len(sys.stdin.read()) > 1000, 'Port 8443 was kept.')\""
    ran = inspector("rerun", codex, "--compaction", 1, *LOCAL, "--model", command, "--json")
    run = ran.json["runs"][1]
    assert (ran.status, run["text"], run["cost"]) == (0, "True Port 8443 was kept.", None)


def test_a_prompt_of_ones_own_is_taken_from_its_file(rerun, server, tmp_path) -> None:
    path = tmp_path / "mine.md"
    path.write_text("Just the ports, please.")
    rerun(*LOCAL, "--prompt", path)
    assert server.asked[0]["messages"][-1]["content"].endswith("Just the ports, please.")


def test_a_secret_has_one_number_over_all_that_would_be_sent_and_is_never_sent(inspector, server, tmp_path) -> None:
    token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
    log = ClaudeLog("ab" * 16, "/srv/harbour", "2.1.219", "main", "2026-03-02T09:00:00")
    log.human(f"Use the token {token} for the tide tables, and password = 'hunter22x' for the lock.")
    log.say("Both are set.")
    log.compact("The tables are set up.")
    path = tmp_path / "harbour.jsonl"
    path.write_bytes(log.dump())
    asked = ("rerun", path, "--compaction", 1, "--model", f"small-1@{server.address}", *LOCAL)
    both = ("--prompt", "handoff", "--prompt", "structured")
    rows = inspector(*asked, *both, "--dry-run", "--json").json["dry_run"]
    numbers = [[(one["number"], one["kind"]) for one in row["secrets"]] for row in rows]
    assert len(numbers) == 2 and len(numbers[0]) == 2 and numbers[0] == numbers[1]
    assert inspector(*asked, "--prompt", "handoff").status == 0
    sent = str(server.asked)
    assert sent and token not in sent and "hunter22x" not in sent


def test_a_model_that_no_strategy_would_ask_is_said(inspector, codex, server) -> None:
    ran = inspector("rerun", codex, "--compaction", 1, "--model", f"small-1@{server.address}", "--strategy", "free")
    assert ran.status == 2 and "None of these strategies asks a model." in ran.err
    assert server.asked == []


def test_a_prompt_stands_beside_the_recorded_words_in_the_same_frame_and_pins_nothing(rerun) -> None:
    ran = rerun("--prompt", "handoff", "--json")
    recorded, words, asked = ran.json["runs"]
    assert (words["strategy"], asked["strategy"]) == ("own/summary", "own/summary")
    assert words["text"] == recorded["text"] and words["model"] is None
    assert asked["text"] == SUMMARY
    for run in (words, asked):
        assert {entry["slot"] for entry in run["context"]["entries"]} <= {"system", "summary"}


def test_a_server_on_this_machine_is_held_to_tokens(rerun, server) -> None:
    dollars = rerun(*LOCAL, "--budget", 1)
    assert dollars.status == 5 and "a server on this machine: its price is not in the list" in dollars.err
    assert "--budget-tokens" in dollars.err
    few = rerun(*LOCAL, "--budget-tokens", 10)
    assert few.status == 5 and "more than 10. Nothing was sent." in few.err
    assert server.asked == []
    assert rerun(*LOCAL, "--budget-tokens", 1_000_000).status == 0
    assert server.count("small-1") == 1


def test_a_budget_in_tokens_is_told_by_a_dry_run(rerun) -> None:
    told = rerun(*LOCAL, "--budget-tokens", 5_000, "--dry-run", "--json").json
    assert (told["usd"], told["budget"], told["budget_tokens"]) == (None, None, 5_000)
    assert "The budget is 5,000 tokens" in rerun(*LOCAL, "--budget-tokens", 5_000, "--dry-run").out
