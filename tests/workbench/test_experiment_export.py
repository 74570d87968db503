import csv
import json
from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.store.cache import Cache
from inspector.survival.contract import words_of
from inspector.workbench.contrast import RECORDED, rows_of
from inspector.workbench.document import Stage
from inspector.workbench.experiment_export import export_columns
from inspector.workbench.stages import advance
from tests.made_runs import ready_of, run_free, strategies, variant


@pytest.fixture(scope="module")
def columns():
    wanted = variant("own/pins-only")
    result = run_free(ready_of(), wanted, strategies())
    done = Column("A", wanted, ColumnState.DONE, (result,), result.scores, ran=wanted)
    return (done, Column("B", variant("own/guided"), ColumnState.WANTS_MODEL))


def test_the_recorded_compaction_stands_first_and_what_did_not_run_is_left_out(tmp_path, columns):
    path = tmp_path / "out.json"
    export_columns(path, [(ready_of(), columns)], load_prompts())
    told = json.loads(path.read_text())
    assert [one["strategy"] for one in told["columns"]] == ["recorded", "own/pins-only"]
    assert len(told["columns"][1]["runs"][0]["facts"]) == len(ready_of().recorded.compared.facts)


def test_each_fact_has_the_verdict_that_the_comparison_shows(tmp_path, columns):
    ready = ready_of(number=2)
    advance(ready.document, Stage.COMPARE, Cache.memory())
    result = run_free(ready, columns[0].variant, strategies())
    done = replace(columns[0], results=(result,), scores=result.scores)
    path = tmp_path / "out.json"
    export_columns(path, [(ready, (done,))], load_prompts())
    told = [column["runs"][0]["facts"] for column in json.loads(path.read_text())["columns"]]
    rows = rows_of(ready, {RECORDED: (ready.recorded,), "A": done.results})
    for key, facts in zip((RECORDED, "A"), told, strict=True):
        shown = {row.fact.id: words_of(row.columns[key][0]) for row in rows}
        verdicts = {fact["id"]: fact["words"] for fact in facts if fact["id"] in shown}
        assert shown and verdicts == shown


def test_as_csv_each_figure_has_a_line(tmp_path, columns):
    path = tmp_path / "out.csv"
    export_columns(path, [(ready_of(), columns)], load_prompts())
    rows = list(csv.DictReader(path.read_text().splitlines()))
    assert {row["strategy"] for row in rows} == {"recorded", "own/pins-only"}
    assert len(rows) == 2 * len(columns[0].scores)


def test_an_ending_that_says_nothing_and_a_folder_that_is_not_there_are_named(tmp_path, columns):
    with pytest.raises(UsageError, match="which form"):
        export_columns(tmp_path / "out.txt", [(ready_of(), columns)], load_prompts())
    with pytest.raises(UsageError, match="cannot be written"):
        export_columns(tmp_path / "none" / "out.json", [(ready_of(), columns)], load_prompts())
    with pytest.raises(UsageError, match="no column"):
        export_columns(tmp_path / "out.json", [(ready_of(), ())], load_prompts())


@pytest.mark.parametrize(
    ("name", "head", "words"),
    [("out.md", "# Experiment: ", "may still be overlooked"), ("out.html", "<!doctype html>", "The new contexts")],
)
def test_a_page_names_its_session_and_says_what_its_figures_are_not(tmp_path, columns, name, head, words):
    path = tmp_path / name
    export_columns(path, [(ready_of(), columns)], load_prompts())
    text = path.read_text()
    assert text.startswith(head) and "own/pins-only" in text and "recorded" in text
    assert words in text and ready_of().document.session.path in text


def test_several_compactions_stand_in_one_file_each_with_its_baseline(tmp_path, columns):
    second = ready_of(number=2)
    result = run_free(second, columns[0].variant, strategies())
    done = replace(columns[0], results=(result,), scores=result.scores)
    export_columns(tmp_path / "out.json", [(ready_of(), columns), (second, (done,))], load_prompts())
    told = json.loads((tmp_path / "out.json").read_text())["columns"]
    assert [(one["compaction"], one["strategy"]) for one in told] == [
        (1, "recorded"), (1, "own/pins-only"), (2, "recorded"), (2, "own/pins-only")
    ]  # fmt: skip


def test_a_prompt_that_was_deleted_since_keeps_nothing_from_being_exported(tmp_path, columns):
    gone = replace(columns[0], ran=variant("own/guided", "x/y", prompt="gone"))
    export_columns(tmp_path / "out.csv", [(ready_of(), (gone,))], load_prompts())
    assert "own/guided" in (tmp_path / "out.csv").read_text()
