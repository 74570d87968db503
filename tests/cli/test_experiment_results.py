from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from inspector.cli.experiment_results import print_results, results_of, write_results
from inspector.rerun.experiment import Trial, columns, run_model_free
from inspector.rerun.experiment_file import ExperimentFile, Plan
from inspector.rerun.gates import Gates
from inspector.rerun.prompts import load_prompts
from inspector.workbench.experiment_export import origin_of, recorded_column
from inspector.workbench.experiment_run import Case, SessionRun
from tests.made_runs import judged, judged_ready, ready_of, variant

FREE = (variant("own/pins-only"), variant("control/empty"))
PLAN = Plan(ExperimentFile(("x.jsonl",)), Path("."), "e", FREE, {"1": "the empty one"})


def case(number: int) -> Case:
    """A compaction that a judge has read with every variant."""
    ready = judged_ready(ready_of(number=number))
    trials = [Trial(ready.subject, one) for one in FREE]
    runs = [judged(run_model_free(one)).compared for one in trials]
    runs[0] = replace(runs[0], run=replace(runs[0].run, error="It is full." if number > 1 else ""))
    made = columns(trials, runs)
    keyed = tuple(replace(one, key=PLAN.key_of(one.variant)) for one in made)
    return Case(ready.compaction, ready.recorded, keyed, recorded_column(ready, ready.recorded, FREE[0].strategy))


@pytest.fixture
def one() -> SessionRun:
    document = ready_of().document
    return SessionRun(Path("a.jsonl"), (case(1), case(2)), origin_of(document, load_prompts().all.values()))


def test_variants_are_put_together_over_compactions_and_held_to_gates(one) -> None:
    results = results_of(PLAN, Gates(under=0.5), "recorded", [one])
    assert results.names == ("recorded", "own/pins-only", "the empty one")
    values = [result.score("statements_kept") for result in results.overall]
    parts = [result.score("statements_kept").value for result in (case(1).recorded, case(2).recorded)]
    assert values[0].value == pytest.approx(sum(parts) / 2)
    assert all(score.n == 2 for score in values)
    told = results.overall[1].compared.run.error
    assert "the empty one" in dict(results.origin.missed) and told == "1 of 2 failed: It is full."


def test_one_session_needs_no_name_and_several_have_theirs(one, tmp_path, capsys) -> None:
    assert {column.session for column in results_of(PLAN, Gates(), "", [one]).cells} == {""}
    both = results_of(PLAN, Gates(), "", [one, replace(one, path=Path("b.jsonl"))])
    assert [column.session for column in both.cells] == ["a.jsonl"] * 6 + ["b.jsonl"] * 6
    assert both.origin.lines_of("b.jsonl") == one.origin.lines and both.origin.title == "e"
    write_results(both, [tmp_path / "out.csv"])
    assert "b.jsonl" in (tmp_path / "out.csv").read_text()
    assert "was written" in capsys.readouterr().err


def test_nothing_that_was_run_is_said(capsys) -> None:
    print_results(results_of(PLAN, Gates(), "", [SessionRun(Path("a.jsonl"), error="It is no log.")]), False)
    told = capsys.readouterr()
    assert "Nothing was run." in told.err and told.out == ""
