from __future__ import annotations

from pathlib import Path

import pytest

from inspector.rerun.experiment_file import ExperimentFile, Plan
from inspector.workbench.experiment_run import preview_session, run_session, workplace
from tests.made_runs import FADING, variant
from tests.made_session import sample

FREE = (variant("own/pins-only"), variant("control/empty"))


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))


def plan(**more: object) -> Plan:
    return Plan(ExperimentFile(("x.jsonl",), **more), Path("."), "e", FREE)  # type: ignore[arg-type]


def test_each_compaction_is_a_case_with_every_variant() -> None:
    done: list[str] = []
    with workplace(plan(compactions=(1, 2, 9))) as at:
        made = run_session(at, sample(FADING), lambda trial, judged: done.append(trial.id))
    assert [case.compaction.number for case in made.cases] == [1, 2]
    assert [[column.key for column in case.columns] for case in made.cases] == [["0", "1"], ["0", "1"]]
    assert len(done) == 4 and not made.error
    assert made.notes == ("It has no compaction 9; there are 3.",)


def test_a_preview_tells_every_run_and_runs_nothing() -> None:
    with workplace(plan()) as at:
        told = preview_session(at, sample(FADING))
    assert len(told.previews) == 6 and not told.cases


def test_a_log_that_cannot_be_read_costs_itself(tmp_path) -> None:
    (tmp_path / "bad.jsonl").write_text("nothing")
    with workplace(plan()) as at:
        assert run_session(at, tmp_path / "gone.jsonl").error
