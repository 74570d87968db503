import json
import shutil
from pathlib import Path

import pytest

from inspector.resources import samples
from tests.cli.conftest import sample
from tests.llm.compacting import SUMMARY, compacting

KEYS = {
    "id",
    "strategy",
    "params",
    "prompt",
    "model",
    "selection",
    "wording",
    "text",
    "context",
    "scores",
    "facts",
    "usage",
    "cost",
    "seconds",
    "error",
}


@pytest.fixture
def fading():
    (log,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    return log


def rerun(inspector, log, *args, compaction=1):
    return inspector("rerun", log, "--compaction", compaction, *args)


def test_runs_come_with_the_contracts_keys_and_the_recorded_one_first(inspector, fading):
    told = rerun(inspector, fading, "--strategy", "own/pins-only", "--strategy", "control/none", "--json").json
    assert told["compaction"] == 1
    assert [run["strategy"] for run in told["runs"]] == ["recorded", "own/pins-only", "control/none"]
    assert all(set(run) >= KEYS for run in told["runs"])
    facts = [set(run["facts"]) for run in told["runs"]]
    assert facts[0] and facts[0] == facts[1] == facts[2], "all are judged on the same facts"
    figures = {"in_summary", "statements_kept", "used_again", "tokens_after", "compression", "cost", "seconds"}
    assert {score["metric"] for score in told["runs"][1]["scores"]} == figures


def test_verdicts_of_the_recorded_run_are_those_of_survival(inspector, fading):
    survival = inspector("survival", fading, "--compaction", 1, "--json").json["compactions"][0]
    told = rerun(inspector, fading, "--strategy", "control/none", "--json").json["runs"][0]
    keys = ("words", "missing", "before", "judged", "entered")
    said = {fact["id"]: {key: fact[key] for key in keys} for fact in survival["facts"]}
    assert {name: {key: fact[key] for key in keys} for name, fact in told["facts"].items()} == said


def test_the_default_is_a_plain_summary_and_all_that_need_no_model_and_pin_nothing(inspector, fading):
    names = {run["strategy"] for run in rerun(inspector, fading, "--json").json["runs"]}
    listed = inspector("strategies", "--json").json["strategies"]
    free = {one["id"] for one in listed if one["model"] == "none"}
    pinning = {"own/pins-only", "own/transcript-pointer", "own/extractive", "cline/basic"}
    assert names == {"recorded", "own/summary"} | (free - pinning)


def test_how_much_of_the_context_the_log_holds_is_said(inspector, fading):
    ran = rerun(inspector, fading, "--strategy", "control/empty", "--json")
    held = ran.json["context_held"]
    assert held["recorded"] > held["tokens"] > 0 and held["share"] == held["tokens"] / held["recorded"]
    assert held["missing"] == ["the system prompt", "tool definitions"]
    told = rerun(inspector, fading, "--strategy", "control/empty").err
    assert f"The log holds about {held['share']:.0%} of the recorded context" in told


def test_what_is_sent_with_every_context_is_counted_where_results_were_cleared_unseen(inspector, fading, tmp_path):
    rows = [json.loads(line) for line in fading.read_text("utf-8").splitlines()[:100]]
    pieces = [row["message"]["content"] for row in rows if "message" in row]
    next(one for one in pieces if "tool_use_id" in one[0])[0]["content"] = "word " * 60_000
    log = tmp_path / "cleared.jsonl"
    log.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    runs = rerun(inspector, log, "--strategy", "own/summary", "--strategy", "control/empty", "--json").json["runs"]
    recorded, plain, empty = (run["context"] for run in runs)
    assert 0.9 < recorded["tokens"] / recorded["recorded"] < 1.1
    assert empty["tokens"] > 20_000, "system prompt and tools stand in no log"
    after = inspector("context", log, "--after", 1, "--json").json["entries"]
    (summary,) = (one["tokens"] for one in after if one["kind"] == "summary")
    assert plain["tokens"] - empty["tokens"] == pytest.approx(summary, abs=2), "nothing of it was cleared"


def test_what_of_the_recorded_context_cannot_be_read_and_counted_is_said_in_each_file(inspector, tmp_path):
    (log,) = samples().glob("openai-api/responses/choir-archive/calls.jsonl")
    files = [tmp_path / f"out.{suffix}" for suffix in ("md", "html", "json")]
    told = rerun(inspector, log, "--strategy", "control/empty", *(word for file in files for word in ("-o", file))).out
    assert all("Its summary is encrypted; only kept" in one for one in (told, *map(Path.read_text, files)))


def test_a_skeleton_takes_the_recorded_words_and_says_so(inspector, codex):
    recorded, run = rerun(inspector, codex, "--strategy", "codex/local", "--json").json["runs"]
    assert run["text"] == recorded["text"]
    assert run["facts"] == recorded["facts"]
    assert "recorded" in run["notes"][0]


def test_without_a_model_the_status_is_four(inspector, codex):
    ran = rerun(inspector, codex, "--strategy", "codex/local", "--no-recorded-summary", "--json")
    assert ran.status == 4
    assert ran.json["runs"][1]["error"] == "Its summary needs a model."


def test_a_dry_run_tells_tokens_and_price_and_sends_nothing(inspector, codex):
    named = (word for name in ("codex/local", "own/pins-only", "own/summary") for word in ("--strategy", name))
    args = (*named, "--prompt", "handoff", "--dry-run", "--model", "claude-sonnet-4-5", "--no-recorded-summary")
    rows = (told := rerun(inspector, codex, *args, "--json").json)["dry_run"]
    assert rows[0]["input"] > 0 and rows[0]["usd"] > 0 and rows[0]["checked"]
    assert (rows[1]["input"], rows[1]["usd"]) == (0, 0.0)
    assert (rows[2]["requests"], rows[2]["answered"], told["usd"]) == (1, 1, rows[0]["usd"])  # Asks the same.
    assert "Nothing was sent." in rerun(inspector, codex, *args).err
    both = rerun(inspector, codex, "--strategy", "own/summary", "--dry-run", "--model", "claude-sonnet-4-5")
    assert "Run without a model: own/summary (recorded words)." in both.out


def test_over_budget_is_status_five_before_anything_runs_and_one_below_nothing_wrong_usage(inspector, codex):
    below = rerun(inspector, codex, "--strategy", "codex/local", "--budget", -1)
    assert below.status == 2 and below.out == ""
    priced = ("--strategy", "codex/local", "--no-recorded-summary", "--model", "claude-sonnet-4-5")
    ran = rerun(inspector, codex, *priced, "--budget", 0.0001, "--json")
    assert ran.status == 5 and ran.out == ""
    within = rerun(inspector, codex, *priced, "--budget", 1, "--json")
    assert within.status == 4 and "may not leave this machine" in within.json["runs"][1]["error"]
    unknown = rerun(inspector, codex, "--strategy", "codex/local", "--model", "nobody-knows", "--budget", 1)
    assert unknown.status == 5


def test_a_compaction_that_is_not_there_or_failed_is_wrong_usage(inspector, codex):
    assert rerun(inspector, codex, compaction=9).status == 2
    (failed,) = samples().glob("copilot/*/failed-then-compacted/events.jsonl")
    ran = rerun(inspector, failed)
    assert ran.status == 2 and "failed" in ran.err
    assert "which of 2 compactions" in inspector("rerun", codex).err
    assert inspector("rerun", sample("full-window"), "--strategy", "control/none", "--json").json["compaction"] == 1


def test_what_needs_no_model_is_written_to_a_file_too(inspector, codex, tmp_path):
    path = tmp_path / "out.html"
    ran = inspector("rerun", codex, "--compaction", 1, "--strategy", "own/pins-only", "-o", path)
    assert ran.status == 0 and "own/pins-only" in path.read_text("utf-8") and f"{path} was written." in ran.err
    assert "Dropped by no rule: " in ran.err
    wrong = inspector("rerun", codex, "--compaction", 1, "-o", tmp_path / "out.pdf")
    assert wrong.status == 2 and ".html" in wrong.err


def test_a_folder_that_is_not_there_is_said_before_anything_is_asked(inspector, codex, tmp_path):
    asks = tmp_path / "asked"
    ran = inspector("rerun", codex, "--compaction", 1, "--strategy", "codex/local", "--model", f"command:tee {asks}",
                    "-o", tmp_path / "gone" / "out.html")  # fmt: skip
    assert ran.status == 2 and "There is no folder" in ran.err
    assert not asks.exists()


def test_a_log_is_never_written_over(inspector, codex, tmp_path):
    log = tmp_path / codex.name
    log.write_bytes(codex.read_bytes())
    link = tmp_path / "out.json"
    link.symlink_to(log)
    ran = inspector("rerun", log, "--compaction", 1, "--strategy", "own/pins-only", "-o", link)
    assert ran.status == 2 and "is a log" in ran.err
    assert log.read_bytes() == codex.read_bytes()


def test_nor_is_another_file_of_the_same_session(inspector, tmp_path):
    task = Path(shutil.copytree(samples() / "cline/3.26/summarized-task/1756110000000", tmp_path / "task"))
    other = task / "ui_messages.json"
    before = other.read_bytes()
    ran = inspector("rerun", task, "--compaction", 1, "--strategy", "own/pins-only", "-o", other)
    assert ran.status == 2 and "is a log" in ran.err
    assert other.read_bytes() == before


def test_a_providers_own_compaction_is_asked_for_on_the_command_line(inspector, codex):
    with compacting() as stub:
        args = ("--strategy", "anthropic/compact", "--model", f"claude-x@{stub.address}", "--focus", "ports", "--json")
        run = rerun(inspector, codex, *args).json["runs"][-1]
        assert (run["text"], run["error"]) == (SUMMARY, None)
        assert "ports" in stub.asked[0]["context_management"]["edits"][0]["instructions"]


@pytest.mark.parametrize("provider", ["anthropic", "openai"])
def test_what_is_printed_is_what_a_provider_gets_that_compacts_by_itself(inspector, codex, provider):
    with compacting() as stub:
        asked = ("--strategy", f"{provider}/compact", "--model", f"x@{stub.address}")
        (sent,) = rerun(inspector, codex, *asked, "--print", "--json").json["dry_run"][-1]["sent"]
        text = rerun(inspector, codex, *asked, "--print").out
        assert not stub.asked
        rerun(inspector, codex, *asked)
        (body,) = stub.asked
    *context, last = sent["messages"]
    assert (last["part"], last["tool"]) == ("compaction", provider) and f"{provider}'s own compaction" in text
    assert any(one.get("part") == "tool_result" for one in context) and all(one["text"] in text for one in context)
    assert sorted(_blocks(body) if provider == "anthropic" else _items(body)) == sorted(
        (one["role"], one.get("part", "text"), _read(one["text"])) for one in context
    )


def _blocks(body):
    yield from (("system", "text", _read(one["text"])) for one in body.get("system", ()))
    for turn in body["messages"]:
        for one in turn["content"]:
            part = {"text": "text", "tool_use": "tool_call", "tool_result": "tool_result"}[one["type"]]
            said = one[{"text": "text", "tool_call": "input", "tool_result": "content"}[part]]
            if isinstance(said, dict):
                # A call's input has to be an object there; arguments that are none stand in one.
                said = said["input"] if said.keys() == {"input"} else json.dumps(said)
            yield turn["role"], part, said


def _items(body):
    yield from (("system", "text", body["instructions"]),) if body.get("instructions") else ()
    for one in body["input"]:
        if one["type"] == "message":
            yield one["role"], "text", one["content"][0]["text"]
        elif one["type"] == "function_call":
            yield "assistant", "tool_call", _read(one["arguments"])
        else:
            yield "user", "tool_result", one["output"]


def _read(text):
    """JSON however it is spaced."""
    try:
        read = json.loads(text)
    except ValueError:
        return text
    return json.dumps(read) if isinstance(read, dict) else text


def test_a_model_of_another_provider_is_told_and_nothing_is_sent(inspector, codex):
    ran = rerun(inspector, codex, "--strategy", "anthropic/compact", "--model", "openai/gpt-5", "--json")
    assert "choose a model anthropic/" in ran.out + ran.err


def test_without_a_judge_nothing_is_ranked_and_columns_stand_as_they_were_asked_for(inspector, fading):
    """The opposite of every statement stands beside the statement: its words would make it the best."""
    asked = ("control/inverted", "own/pins-only", "control/empty", "own/head-tail")
    named = [part for name in asked for part in ("--strategy", name)]
    told = rerun(inspector, fading, *named, "--json").json
    assert [run["strategy"] for run in told["runs"]] == ["recorded", *asked] and told["controls"] is None
    kept = {run["strategy"]: {one["metric"]: one for one in run["scores"]}["in_summary"] for run in told["runs"]}
    assert kept["control/inverted"]["value"] > 0.9 and kept["control/inverted"]["basis"] == "counted"
    judged = {"headline", "wins", "contradicted", "unsupported_claims"}
    assert not any(judged & {one["metric"] for one in run["scores"]} for run in told["runs"])
    ran = rerun(inspector, fading, *named)
    assert "Only a judge can rank" in ran.err and "may still be overlooked" in ran.err
    assert [line.split()[0] for line in ran.out.splitlines()[1:]] == ["recorded", *asked]
    assert not set("▲▼≥") & set(ran.out) and "best" not in ran.out
