import time
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.models.run_texts import Layout
from inspector.gui.models.score_words import figure_text
from inspector.gui.panes.compare_runs import RunsPane
from inspector.llm.guard import Wait
from inspector.model import Capabilities, Has, ItemKind
from inspector.rerun.column import ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.store.cache import Cache
from inspector.workbench.contrast import Show
from inspector.workbench.document import Stage
from inspector.workbench.model_runs import ModelRuns
from inspector.workbench.stages import advance, read
from tests.made_facts import open_judged
from tests.made_runs import columns_of, document_of, judged, open_sample, ready_of, record, variant
from tests.made_session import MadeSession, open_in, small_session


@pytest.fixture
def runs(bench):
    models = ModelRuns(load_prompts)
    yield columns_of(bench, models)
    models.close()


@pytest.fixture
def pane(make, bench, runs):
    return make(lambda bench, theme: RunsPane(bench, theme, runs), 1000, 700)


@pytest.fixture
def ready(pane, bench, runs):
    open_sample(bench)
    runs.open(1)
    return pane


def cell(pane, key, column):
    row = next(place for place, figure in enumerate(pane.table.figures) if figure.key == key)
    return pane.table.index(row, pane.table.column_of(column)).data()


def test_who_came_while_it_was_being_prepared_has_the_keyboard_in_the_figures(pane, bench, runs):
    open_sample(bench)
    pane.activateWindow()
    pane.focus_table()
    assert pane.hasFocus()
    runs.open(1)
    assert pane.shows_body() and pane.figures.isAncestorOf(QApplication.focusWidget())


def test_names_take_what_they_need_and_no_figure_is_cut(ready):
    table = ready.figures
    assert table.width_of(0, 6) < table.left.columnWidth(0) <= 200
    for row, figure in enumerate(ready.table.figures):
        if figure.key in ("in_summary", "statements_kept", "used_again", "tokens_after", "cost"):
            for place in range(1, ready.table.columnCount()):
                view = table.left if place < 2 else table.right
                assert view.columnWidth(place) >= table.width_of(place, row), (figure.key, place)
    assert table.bar.isVisible()


def test_facts_have_the_room_that_signs_leave_and_all_columns_are_in_sight(ready, qtbot):
    qtbot.waitUntil(lambda: not ready.grid.bar.isVisible())
    signs = [ready.grid.right.columnWidth(place) for place in range(2, ready.facts.columnCount())]
    assert max(signs) < 60 and ready.grid.left.columnWidth(0) > 400


def by_judge(runs):
    """Let a judge have read every column, and say of each control what words say."""
    told = {one.key: tuple(judged(arm) for arm in one.arms) for one in runs.columns if one.arms}
    runs.lay_verdicts(1, {"": (judged(runs.ready.recorded),), **told})


def test_what_the_signs_mean_is_said_once_a_judge_has_ranked(ready, runs):
    assert ready.legend.text().startswith("Nothing is ranked") and not ready.doubt.isVisible()
    by_judge(runs)
    assert all(sign in ready.legend.text() for sign in "▲▼=") and "95 % interval" in ready.legend.toolTip()


def test_a_doubt_that_was_hidden_stays_hidden(ready, runs):
    by_judge(runs)
    assert ready.doubt.isVisible() and ready.doubt.text().startswith("▲")
    ready.doubt.hide()
    ready._show_trust()
    assert not ready.doubt.isVisible()


def test_before_facts_are_found_it_waits(pane, bench):
    open_in(bench, small_session().document(), Stage.COUNT)
    assert "Working" in pane.placeholder.text()


@pytest.mark.parametrize(("has", "said"), [(Has.YES, "Nothing was compacted"), (Has.NO, "do not record compactions")])
def test_without_a_compaction_there_is_nothing_to_compare(pane, bench, has, said):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.capabilities = Capabilities(compactions=has)
    open_judged(bench, made, ())
    assert "Nothing to compare" in pane.placeholder.text() and said in pane.placeholder.text()


def test_a_compaction_that_cannot_be_run_again_says_why(pane, bench, runs):
    document = bench.document = document_of()
    document.extraction = ()
    bench.opened.emit(document)
    runs.open(1)
    assert "cannot be run again" in pane.placeholder.text() and "failed" in pane.placeholder.text()


def test_recorded_and_free_columns_stand_side_by_side_at_once(ready):
    assert ready.shows_body()
    assert cell(ready, "statements_kept", "").startswith(figure_text(ready_of().recorded.score("statements_kept")))
    # What is undecided leaves a share open upwards: "≥ 96 %".
    shares = {key: cell(ready, "statements_kept", key) for key in ("", "A", "I", "J")}
    kept = {key: float(share.removeprefix("≥ ").split(" %")[0]) for key, share in shares.items()}
    assert kept["J"] == 0 < kept[""] < kept["A"] <= kept["I"]
    assert cell(ready, "model", "H") == "choose a model…"
    assert ready.facts.rowCount() == len(ready_of().recorded.judged.facts)


def test_what_cannot_be_read_is_told_and_not_counted(pane, bench, runs, corpus):
    for path in sorted((corpus / "codex").glob("*.jsonl")):
        document = read(path)
        advance(document, Stage.COUNT, Cache.memory())
        advance(document, Stage.EXTRACT, Cache.memory())
        opaque = next((one for one in document.compactions if one.outcome == "opaque"), None)
        if opaque is not None:
            break
    bench.document = document
    bench.opened.emit(document)
    runs.open(opaque.number)
    assert "only what was kept" in pane.banner.text()


def test_different_shows_only_what_fared_differently(ready):
    everything = ready.facts.rowCount()
    ready.show_facts(Show.DIFFERENT)
    assert 0 < ready.facts.rowCount() < everything
    assert f"{ready.facts.rowCount()} differ between runs" in ready.shows.words()


def test_lost_is_about_the_column_at_hand(ready, runs):
    ready.show_facts(Show.LOST)
    recorded = ready.facts.rowCount()
    runs.pick("J")
    assert ready.facts.rowCount() > recorded


def test_marked_follows_marks(ready, bench):
    ready.show_facts(Show.MARKED)
    assert ready.facts.rowCount() == 0
    item = ready_of().recorded.judged.facts[0].quotes[0].item
    bench.set_marks(frozenset({item}))
    assert ready.facts.rowCount() > 0


def test_a_picked_column_puts_its_text_on_the_right_and_says_what_has_to_be_known(ready, runs):
    runs.pick(runs.add(variant("own/pins-only")).key)
    runs.run_free()
    assert ready.texts.keys() == ("", "M")
    assert "own/pins-only" in ready.texts.after.toPlainText()
    runs.pick("")
    assert not ready.note.isVisible()


def test_moving_in_the_figures_picks_the_column_and_in_the_grid_the_fact(ready, runs, bench):
    ready.figures.set_current(2, ready.table.column_of("C"))
    assert runs.picked == "C"
    ready.grid.set_current(4, ready.table.column_of("E"))
    assert runs.picked == "E" and bench.selection.focus.fact == ready.facts.rows[4].fact.id
    ready.step_row(1)
    assert bench.selection.focus.fact == ready.facts.rows[5].fact.id


def test_enter_on_a_cell_asks_to_change_what_it_is_of(ready, qtbot):
    with qtbot.waitSignal(ready.edit_asked) as told:
        ready.figures.set_current(0, ready.table.column_of("H"))
        ready.figures.entered.emit(ready.figures.current())
    assert told.args == ["model", "H"]


def test_streaming_text_appears_while_a_model_answers(ready, runs):
    from dataclasses import replace

    key = runs.add(variant("own/guided", "x/y")).key
    runs.pick(key)
    runs._board.put(1, replace(runs.get(key), state=ColumnState.RUNNING))
    runs.heard(f"run {key} 1", "The user wants")
    assert "The user wants" in ready.texts.after.toPlainText() and "being written" in ready.texts.after.toPlainText()


def test_the_seconds_are_counted_only_while_a_column_runs(ready, runs):
    key = runs.columns[0].key
    cell = runs._board.at(key, 1)
    runs._board.put(1, replace(cell, state=ColumnState.RUNNING, since=time.monotonic() - 5.5))
    runs._tell(key)
    ready._catch_up()
    assert ready._seconds.isActive()
    assert "running 5 s" in ready.table.headerData(ready.table.column_of(key), Qt.Orientation.Horizontal)
    runs._board.put(1, cell)
    ready._tick()
    assert not ready._seconds.isActive()


def test_a_pause_is_counted_down_above_a_column_and_its_reason_stands_below(ready, runs, monkeypatch):
    column = runs.add(variant("own/guided", "m@http://127.0.0.1:1/v1"))
    runs._board.put(1, replace(column, state=ColumnState.RUNNING))
    left = [8.2]
    monkeypatch.setattr(runs._models, "waits", lambda model: Wait(left[0], "It limits the rate of requests."))
    runs.pick(column.key)
    runs._tell(column.key)
    ready._catch_up()
    head = lambda: ready.table.headerData(ready.table.column_of(column.key), Qt.Orientation.Horizontal)  # noqa: E731
    assert "asked again in 9 s" in head()
    left[0] = 7.2
    ready._tick()
    assert "asked again in 8 s" in head()
    assert "It limits the rate of requests. Asked again in 8 s." in ready.note.text()
    runs._board.put(1, replace(column, state=ColumnState.RUNNING, text="The user"))
    assert runs.waits(runs.get(column.key)) is None, "who is being answered does not wait"


def test_a_column_that_fails_leaves_the_others_and_says_why(ready, runs, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    key = runs.add(variant("own/guided", f"replay:{empty}")).key
    runs.run((key,))
    runs.allow((key,))
    runs.pick(key)
    assert "holds no answer" in cell(ready, "outcome", key) and "holds no answer" in ready.note.text()
    assert cell(ready, "statements_kept", key) == "–" and cell(ready, "outcome", "A") == "ok"


def test_an_answer_is_compared_word_by_word(ready, runs, tmp_path):
    key = runs.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))).key
    runs.run((key,))
    runs.allow((key,))
    runs.pick(key)
    assert "tidewatch" in ready.texts.after.toPlainText()
    ready.texts.set_layout_wanted(Layout.UNIFIED)
    assert "− " in ready.texts.before.toPlainText() and not ready.texts.after.isVisible()


def test_what_is_at_hand_can_be_copied(ready, runs):
    assert "words in the summary" in ready.copy_words()
    ready.grid.left.setFocus(Qt.FocusReason.OtherFocusReason)
    ready.grid.set_current(0, 1)
    assert ready.facts.rows[0].fact.statement in ready.copy_words() or "words in the summary" in ready.copy_words()


def test_its_state_comes_back(ready, make, bench, runs):
    ready.show_facts(Show.DIFFERENT)
    ready.texts.set_layout_wanted(Layout.BLOCKS)
    again = make(lambda bench, theme: RunsPane(bench, theme, runs), 1000, 700)
    again.restore_state(ready.save_state())
    assert again.shows.value() is Show.DIFFERENT and again.texts.layout_wanted is Layout.BLOCKS
    again.restore_state({"rows": ["odd"], "show": "odd"})
    assert again.shows.value() is Show.DIFFERENT


def test_closing_empties_it(ready, bench, runs):
    bench.document = None
    bench.closed.emit()
    runs.close()
    assert "Nothing open" in ready.placeholder.text() and ready.facts.rowCount() == 0
