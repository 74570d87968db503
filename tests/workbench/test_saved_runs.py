from copy import copy
from dataclasses import replace

import orjson
import pytest

from inspector.ask.stop import Stop
from inspector.rerun.prompts import load_prompts
from inspector.store.library import Library
from inspector.store.reruns import Reruns
from inspector.workbench.board import Board
from inspector.workbench.column_jobs import run_one
from inspector.workbench.jobs import Progress
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.saved_runs import find_runs, keep_runs, pack, prepare, unpack
from tests.made_runs import document_of, ready_of, record, strategies, variant

WANTED = variant("own/guided", "x/y", prompt="handoff", repeats=3, focus="the schema")


@pytest.fixture
def reruns(tmp_path):
    library = Library(tmp_path / "library.sqlite")
    yield Reruns(library)
    library.close()


@pytest.fixture
def results(tmp_path):
    models = ModelRuns(load_prompts)
    wanted = record(tmp_path / "answers.jsonl", ready_of(), variant("own/pinned-facts", prompt="handoff", repeats=2))
    yield models(ready_of(), wanted, strategies(), Progress(), Stop())
    models.close()


def test_repeats_come_back_as_one_variant_judged_anew_and_once_where_they_were_kept_twice(reruns, results):
    keep_runs(reruns, ready_of(), results)
    keep_runs(reruns, ready_of(), results)
    (saved,) = find_runs(reruns, ready_of(), strategies())
    assert len(saved.results) == 2 and saved.variant.repeats == 2 and saved.variant.prompt == "handoff"
    assert [result.scores[0].value for result in saved.results] == [result.scores[0].value for result in results]


def test_runs_of_another_compaction_or_of_a_strategy_that_was_changed_since_are_left_out(reruns, results):
    keep_runs(reruns, ready_of(), results)
    assert find_runs(reruns, ready_of(number=2), strategies()) == ()
    known = strategies()
    changed = replace(known.all["own/pinned-facts"], estimator="json3")
    assert find_runs(reruns, ready_of(), replace(known, all={**known.all, changed.id: changed})) == ()


def test_a_log_without_an_id_never_takes_up_the_runs_of_another(reruns, results):
    def nameless(path):
        document = copy(ready_of().document)
        document.opened = replace(document.opened, session=replace(document.session, id="", path=path))
        return replace(ready_of(), document=document)

    keep_runs(reruns, nameless("/logs/one.json"), results)
    assert len(find_runs(reruns, nameless("/logs/one.json"), strategies())) == 1
    assert find_runs(reruns, nameless("/logs/two.json"), strategies()) == ()


def test_runs_of_a_listed_column_are_its_own_and_the_rest_is_set_apart(models, reruns, tmp_path) -> None:
    wanted = record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))
    other = record(tmp_path / "a.jsonl", ready_of(), variant("own/guided"))
    for one in (wanted, other):
        run_one(ready_of(), one, strategies(), models, reruns, Stop())(Progress())
    made = prepare(document_of(), 1, {"C": wanted}, strategies(), load_prompts, reruns)
    assert list(made.kept) == ["C"] and made.kept["C"][0].compared.run.spec.model == wanted.model
    assert [one.variant.strategy.id for one in made.rest] == ["own/guided"]


def test_a_column_with_more_repeats_than_were_kept_is_not_done(models, reruns, tmp_path) -> None:
    wanted = record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))
    run_one(ready_of(), wanted, strategies(), models, reruns, Stop())(Progress())
    more = variant("own/pinned-facts", wanted.model, repeats=2)
    made = prepare(document_of(), 1, {"A": more}, strategies(), load_prompts, reruns)
    assert made.kept == {} and len(made.rest) == 1


def packed():
    board = Board()
    board.add(variant("own/head-tail"))
    board.add(WANTED)
    board.listed = tuple(reversed(board.listed))
    return pack(board, ("", "B"))


def test_columns_come_back_in_their_order_under_their_letters() -> None:
    found = unpack(packed(), strategies())
    assert list(found.variants.items()) == [("B", WANTED), ("A", variant("own/head-tail"))]
    assert found.sides == ("", "B") and found.named == 2


def test_columns_that_an_earlier_version_kept_are_compared_with_what_was_recorded() -> None:
    told = {key: value for key, value in orjson.loads(packed()).items() if key != "sides"} | {"compactions": [1, 3]}
    assert unpack(orjson.dumps(told), strategies()).sides == ("", "B")


def test_a_secret_that_was_let_go_is_not_written_down() -> None:
    assert b"0123456789abcdef" not in packed()


def test_a_strategy_that_is_gone_takes_its_column_along() -> None:
    known = strategies()
    left = {name: one for name, one in known.all.items() if name != "own/guided"}
    found = unpack(packed(), replace(known, all=left))
    assert list(found.variants) == ["A"]


def test_what_cannot_be_read_counts_as_nothing() -> None:
    told = orjson.loads(packed())
    assert unpack(None, strategies()) is None and unpack(b"{", strategies()) is None
    assert unpack(orjson.dumps({**told, "version": 2}), strategies()) is None
    assert unpack(orjson.dumps({**told, "columns": [{"key": "A"}]}), strategies()) is None
