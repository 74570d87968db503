"""inspector experiment run, against a server on this machine."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inspector.rerun.column import ColumnState
from inspector.resources import samples
from inspector.workbench.contrast import RECORDED
from inspector.workbench.experiment_export import save_experiment
from tests.llm.provider import SUMMARY
from tests.made_columns import judge
from tests.made_runs import columns_of, open_sample, ready_of, record, variant
from tests.made_session import inline_bench

FULL = "claude-code/2.1/full-window"


@pytest.fixture
def write(tmp_path, server, codex):
    """Writes an experiment on a sample with two compactions; parts may be said otherwise."""

    def made(**more: str) -> Path:
        said = {
            "sessions": f"[{codex}]",
            "strategies": "[codex/local, control/empty]",
            "prompts": "[handoff, structured]",
            "models": f"[small-1@{server.address}]",
            "repeats": "2",
            **more,
        }
        path = tmp_path / "experiment.yaml"
        path.write_text("".join(f"{key}: {value}\n" for key, value in said.items() if value))
        return path

    return made


def test_every_variant_runs_on_every_compaction_and_again_costs_nothing(inspector, write, server) -> None:
    path = write()
    first = inspector("experiment", "run", path, "--json")
    assert first.status == 0
    assert server.count("small-1") == 2 * 2 * 2
    assert "10 runs on 2 compactions of 1 session: 0 answers kept from before, 8 requests left." in first.err
    assert "10 of 10 runs done, 0 left; " in first.err
    again = inspector("experiment", "run", path, "--json")
    assert _without_seconds(again.json) == _without_seconds(first.json)
    assert server.count("small-1") == 8
    assert "8 answers kept from before, 0 requests left." in again.err and "Earlier starts: " in again.err
    names = [one["name"].split(" (")[0] for one in first.json["overall"]]
    assert names == ["recorded", "codex/local", "codex/local", "control/empty"]
    assert [one["compaction"] for one in first.json["columns"]] == [1] * 4 + [2] * 4


def test_results_are_written_in_every_form_with_evidence_in_json(inspector, write, tmp_path) -> None:
    ran = inspector("experiment", "run", write(strategies="[free]", models="", prompts="", repeats=""))
    assert ran.status == 0 and "control/none" in ran.out and "no model is asked." in ran.err and "pent" not in ran.err
    outputs = [tmp_path / f"out.{ending}" for ending in ("json", "csv", "md", "html", "xml")]
    path = write(output=f"[{', '.join(one.name for one in outputs)}]")
    assert inspector("experiment", "run", path).status == 0
    told = json.loads(outputs[0].read_text())["columns"]
    facts = [fact for column in told for run in column["runs"] for fact in run["facts"]]
    kept = [fact for fact in facts if fact["words"] == "there"]
    assert kept and all(fact["evidence"] for fact in kept)
    assert all(fact["said"][0]["line"] for fact in facts if fact["said"][0]["item"])
    assert all("codex/local" in one.read_text() for one in outputs)
    assert len(ElementTree.parse(outputs[4]).findall("testsuite")) == 2


def test_several_sessions_stand_in_one_table_and_each_in_its_own_columns(inspector, write, codex, tmp_path) -> None:
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    path = write(sessions=f"[{codex}, {fading}, {tmp_path / 'none.jsonl'}]", compactions="[1]", repeats="1")
    (tmp_path / "none.jsonl").write_text("no log")
    ran = inspector("experiment", "run", path, "--json", "-o", tmp_path / "out.html", "-o", tmp_path / "out.md")
    assert ran.status == 3, "one of them could not be read, and the others ran"
    assert f"{tmp_path / 'none.jsonl'}: " in ran.err
    assert {one["session"] for one in ran.json["columns"]} == {str(codex), str(fading)}
    tokens = next(one for one in ran.json["overall"][1]["scores"] if one["metric"] == "tokens_after")
    assert tokens["n"] == 2 and "mean over 2" in tokens["detail"]
    page = (tmp_path / "out.html").read_text()
    assert 'id="s0c1"' in page and 'id="s1c1"' in page and str(fading) in page
    sheet = (tmp_path / "out.md").read_text()
    assert sheet.startswith("# Experiment: experiment\n") and f"## Compaction 1 of {codex}" in sheet and "≈" in sheet


def test_printed_requests_are_those_that_the_server_gets_role_by_role(inspector, write, server) -> None:
    path = write(repeats="1")
    rows = inspector("experiment", "run", path, "--print", "--json").json["dry_run"]
    printed = [
        [{"role": one["role"], "content": one["text"]} for one in request["messages"]]
        for row in rows
        for request in row["sent"]
    ]
    assert server.asked == []
    text = inspector("experiment", "run", path, "--print").out
    assert all(message["content"] in text for request in printed for message in request)
    inspector("experiment", "run", path)
    got = [[{"role": one["role"], "content": one["content"]} for one in asked["messages"]] for asked in server.asked]
    assert len(printed) == 4 and sorted(map(str, printed)) == sorted(map(str, got))


def test_a_dry_run_tells_each_variant_once_and_sends_nothing(inspector, write, server) -> None:
    ran = inspector("experiment", "run", write(repeats="3"), "--dry-run")
    table = ran.tables[0]
    assert [line.split()[0] for line in table[1:]] == ["codex/local", "codex/local"]
    assert "Run without a model: control/empty." in ran.out
    assert "6 of 6" in table[1] and "Nothing was sent." in ran.err
    assert server.asked == []


@pytest.fixture
def judged(write, server):
    """Writes an experiment without a model for summaries, judged by one that answers from a script."""
    (fading,) = samples().glob("claude-code/*/fading-rules/*.jsonl")
    server.script = judge

    def made(strategies: str, **more: str) -> Path:
        return write(
            sessions=f"[{fading}]", compactions="[1]", strategies=strategies, prompts="", models="", repeats="",
            facts=f'{{judge: "scripted@{server.address}"}}', **more,
        )  # fmt: skip

    return made


def test_gates_of_the_file_name_the_variant_and_end_with_status_one(inspector, judged, tmp_path) -> None:
    path = judged("[control/empty]", gates="{fail_under: 0.5, fail_if_worse: recorded}", output="[out.xml]")
    ran = inspector("experiment", "run", path)
    assert ran.status == 1
    missed = [line for line in ran.err.splitlines() if line.startswith("control/empty: ")]
    assert any("is under the bar of 50%" in line for line in missed)
    assert any("is worse than recorded: 75%" in line for line in missed)
    gates = ElementTree.parse(tmp_path / "out.xml").find("testsuite[@name='gates']")
    assert gates is not None and int(gates.get("failures", "0")) >= len(missed)


def test_without_a_judge_a_gate_is_wrong_usage_and_sends_nothing(inspector, write, server) -> None:
    ran = inspector("experiment", "run", write(gates="{fail_if_worse: handoff}"))
    assert ran.status == 2 and "only a judge" in ran.err and server.asked == []


def test_options_take_the_place_of_the_gates_of_the_file(inspector, judged) -> None:
    path = judged("[own/pins-only]", gates="{fail_under: 0.99}")
    assert inspector("experiment", "run", path, "--fail-under", 0).status == 0
    assert inspector("experiment", "run", path, "--fail-if-worse", "nobody").status == 2


def test_a_budget_holds_over_all_starts(inspector, write, server) -> None:
    path = write(budget="{tokens: 40000}")
    assert inspector("experiment", "run", path).status == 0
    more = write(budget="{tokens: 1600}", repeats="3")
    ran = inspector("experiment", "run", more)
    assert ran.status == 5 and "Nothing was sent." in ran.err
    assert server.count("small-1") == 8


def test_a_judge_finds_and_judges_the_facts(inspector, judged, server) -> None:
    ran = inspector("experiment", "run", judged("[own/pins-only]"), "--json")
    assert ran.status == 0 and server.count("scripted") == 2
    names = [one["strategy"] for one in ran.json["columns"]]
    assert names[:2] == ["recorded", "own/pins-only"] and "control/inverted" in names
    assert "ranked the controls last" in ran.err
    assert any(fact["judged"] for fact in ran.json["columns"][1]["runs"][0]["facts"])


def test_a_dry_run_counts_each_compaction_that_is_read_once(inspector, judged) -> None:
    path = judged("[own/pins-only]")
    path.write_text(path.read_text().replace("compactions: [1]", "compactions: [1, 2, 3]"))
    told = inspector("experiment", "run", path, "--dry-run", "--json").json["dry_run"]
    read = [one["strategy"] for one in told if one["strategy"].startswith("judge compaction")]
    assert read == ["judge compaction 1", "judge compaction 2", "judge compaction 3"]
    assert "more, not counting the judge." in inspector("experiment", "run", path).err


def test_half_a_reading_from_before_is_said_and_asked_again_where_that_is_wanted(inspector, judged, server) -> None:
    run = ("experiment", "run", judged("[own/pins-only]"))
    server.script = lambda messages: judge(messages)[: None if "=== TEXTS" in messages[1]["content"] else -1]
    said = ", whose answer could be read in part only, found about compaction 1 on "
    assert [said in inspector(*run).err for _ in range(2)] == [False, True]
    server.script = judge
    assert said not in inspector(*run, "--retry").err and said not in inspector(*run).err


def test_everything_that_failed_is_status_four(inspector, write, server) -> None:
    path = write(models=f"[unauthorised@{server.address}]", strategies="[codex/local]")
    assert inspector("experiment", "run", path).status == 4


def test_what_the_window_saved_gives_the_same_figures_when_it_is_run_here(inspector, tmp_path) -> None:
    bench = inline_bench()
    # One without a recorded reading, of whose statements the controls would be made.
    open_sample(bench, FULL)
    runs = columns_of(bench)
    runs.open(1)
    runs.add_baselines()
    asked = record(tmp_path / "answers.jsonl", ready_of(FULL), variant("own/guided"), SUMMARY)
    key = runs.add(asked, side=1).key
    runs.run((key,))
    runs.allow((key,))
    shown = [column for column in runs.columns if column.state is ColumnState.DONE]
    saved = tmp_path / "saved.yaml"
    save_experiment(saved, runs.results())
    told = inspector("experiment", "run", saved, "--json").json["columns"]
    recorded, *others = [figures_of(one["scores"]) for one in told]
    assert recorded == figures_of(map(asdict, runs.results_of(RECORDED)[0].scores))
    assert [one["strategy"] for one in told[1:]] == [column.variant.strategy.id for column in shown] and len(shown) > 8
    assert others == [figures_of(map(asdict, column.scores)) for column in shown]


def figures_of(scores) -> dict[str, tuple]:
    """What is shown, without how long it took and what stands beside the recorded one."""
    known = {one["metric"]: (one["value"], one["low"], one["high"], one["n"]) for one in scores}
    return {metric: figure for metric, figure in known.items() if metric != "seconds"}


def _without_seconds(told):
    """The parts in an order of their own: sessions end as they end, and free runs take the time that they take."""
    for column in told["columns"]:
        column["scores"] = [one for one in column["scores"] if one["metric"] != "seconds"]
        for run in column["runs"]:
            run.pop("seconds")
    return sorted(
        told["columns"], key=lambda one: (one["session"] or "", one["compaction"], one["strategy"], one["prompt"] or "")
    )
