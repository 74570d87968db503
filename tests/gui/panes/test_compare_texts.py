from dataclasses import replace

import pytest

from inspector.gui.panes.compare_texts import RunTexts
from inspector.rerun.column import ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.workbench.model_runs import ModelRuns
from tests.made_runs import columns_of, open_sample, variant


@pytest.fixture
def runs(bench):
    models = ModelRuns(load_prompts)
    open_sample(bench)
    made = columns_of(bench, models)
    made.open(1)
    yield made
    models.close()


@pytest.fixture
def texts(bench, theme, runs, qtbot):
    failures = []
    made = RunTexts(bench, theme, runs, failures.append)
    qtbot.addWidget(made)
    made.offer()
    made.work_out()
    yield made
    assert failures == []


def test_what_was_recorded_stands_left_and_the_first_column_right(texts):
    assert texts.keys() == ("", "A") and "masking-10" in texts.after.toPlainText()
    texts.take("B")
    assert texts.keys() == ("", "B") and "head-tail" in texts.after.toPlainText()
    texts.take("")
    assert texts.keys() == ("", "B")


def test_a_column_on_the_left_is_not_shown_twice(texts):
    texts.first.setCurrentIndex(texts.first.findData("C"))
    texts.take("C")
    assert texts.keys() == ("", "C")


def test_what_went_to_the_shelf_can_still_be_read_and_what_is_gone_gives_way(texts, runs):
    texts.take("B")
    runs.remove("B")
    texts.offer()
    assert texts.keys() == ("", "B") and texts.second.currentText().endswith("(shelf)")
    runs.close()
    texts.offer()
    assert texts.keys() == ("", "")


def test_a_column_that_begins_again_keeps_its_text_until_its_model_speaks(texts, runs):
    texts.take("B")
    before = texts.after.toPlainText()
    runs._board.put(1, replace(runs.get("B"), state=ColumnState.RUNNING))
    texts.keep_up("B")
    assert texts.after.toPlainText() == before
    runs.heard("run B 1", "The user wants")
    texts.hear("B")
    assert "The user wants" in texts.after.toPlainText()


def test_another_column_s_words_are_not_put_here(texts, runs):
    key = runs.add(variant("own/guided", "x/y")).key
    runs._board.put(1, replace(runs.get(key), state=ColumnState.RUNNING, text="Elsewhere"))
    texts.hear(key)
    assert "Elsewhere" not in texts.after.toPlainText()
