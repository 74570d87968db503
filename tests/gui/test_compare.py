import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QTableView,
    QToolButton,
    QWidget,
)

from inspector.gui.compare import Compare
from inspector.model import ItemKind
from inspector.rerun.column import ColumnState
from inspector.rerun.fit import Fit
from inspector.rerun.prompts import load_prompts
from inspector.workbench.document import Stage
from inspector.workbench.judged_columns import JudgedColumns
from inspector.workbench.model_runs import ModelRuns
from tests.inline_executor import InlineExecutor
from tests.llm.provider import provider
from tests.made_arms import SAID, judge
from tests.made_runs import columns_of, open_sample, ready_of, record, variant
from tests.made_session import MadeSession, inline_bench, open_in


@pytest.fixture
def bench():
    return inline_bench()


def compare(bench, theme, models):
    runs = columns_of(bench, models)
    return Compare(bench, theme, runs, models, JudgedColumns(runs, models, InlineExecutor()))


@pytest.fixture
def view(qtbot, theme, bench):
    models = ModelRuns(load_prompts)
    made = compare(bench, theme, models)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    qtbot.waitExposed(made)
    yield made
    models.close()


def test_nothing_is_run_before_someone_looks(view, bench):
    view.hide()
    open_sample(bench)
    assert view.runs_model.ready is None
    view.show()
    assert view.runs_model.ready.compaction.number == 1


def test_without_a_compaction_a_button_opens_the_simulations_and_tabs_keep_their_place(view, bench, qtbot):
    open_sample(bench)
    place = view.tabs.y()
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document(), Stage.EXTRACT)
    assert view.head.words() == "No compaction" and not view.buttons.isVisible() and not view.foot.isVisible()
    qtbot.waitUntil(lambda: view.tabs.y() == place)
    for name in ("runs", "quality"):
        view.show_tab(name)
        view.tabs.pane(name).placeholder.findChild(QPushButton).click()
        assert view.front() == "simulate"


def test_it_opens_the_selected_compaction_with_its_own_context(view, bench):
    open_sample(bench)
    assert view.head.words().startswith("┊C1 of 3 · input: 85 items")
    bench.selection.select(compaction=2)
    assert view.runs_model.ready.compaction.number == 2 and view.head.words().startswith("┊C2 of 3")
    bench.selection.select(compaction=None)
    assert view.runs_model.ready.compaction.number == 2


def test_free_columns_are_there_and_no_panel_of_sending(view, bench):
    open_sample(bench)
    states = {one.state for one in view.runs_model.columns}
    assert states == {ColumnState.DONE, ColumnState.WANTS_MODEL} and not view.sending.isVisible()
    assert "not recall" in view.foot.text() and "Spent $0.00" in view.foot.text()


def test_what_is_sent_is_shown_before_and_only_leave_sends_it(view, bench, tmp_path):
    open_sample(bench)
    wanted = record(tmp_path / "a.jsonl", ready_of(), variant("own/pinned-facts"))
    key = view.runs_model.add(wanted).key
    view.buttons.run_all.click()
    assert view.sending.isVisible() and "Before sending: 1 request" in view.sending.words()
    assert view.runs_model.get(key).state is ColumnState.READY
    view.sending.leave.click()
    assert not view.sending.isVisible() and view.runs_model.get(key).state is ColumnState.READY
    view.buttons.run_all.click()
    view.sending.send.click()
    assert view.runs_model.get(key).state is ColumnState.DONE and not view.sending.isVisible()


def test_a_look_at_what_is_sent_sends_nothing(view, bench, tmp_path):
    open_sample(bench)
    view.asking.look()
    assert "nothing would be sent" in view.sending.words()
    key = view.runs_model.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/guided"))).key
    view.runs_model.pick(key)
    view.asking.look()
    assert view.sending.keys() == (key,) and view.runs_model.get(key).state is ColumnState.READY


def test_a_model_that_is_none_is_said_in_the_panel(view, bench):
    open_sample(bench)
    key = view.runs_model.add(variant("own/guided", "no such model")).key
    view.runs_model.run((key,))
    assert "is no model" in view.sending.words() and not view.sending.send.isEnabled()


def test_what_to_do_about_the_window_is_part_of_the_column(view, bench, tmp_path):
    open_sample(bench)
    key = view.runs_model.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/guided"))).key
    view.runs_model.run((key,))
    view.sending.fit_chosen.emit(key, Fit.PRUNE)
    assert view.runs_model.get(key).variant.fit is Fit.PRUNE
    assert view.sending.isVisible() and view.runs_model.get(key).state is ColumnState.READY


def test_the_cap_holds_from_the_moment_it_is_entered(view, bench, tmp_path):
    open_sample(bench)
    key = view.runs_model.add(record(tmp_path / "a.jsonl", ready_of(), variant("own/guided"))).key
    view.runs_model.run((key,))
    view.sending.cap.setValue(0.5)
    assert view.models.spending.cap == 0.5 and "budget of $0.50" in view.foot.text()


def test_an_entered_window_is_taken_up(view, bench):
    open_sample(bench)
    was = view.runs_model.get("A").arms
    measured = bench.document.measurement
    bench.enter_window(30_000)
    try:
        assert view.runs_model.ready.material.limits.window == 30_000
        assert view.runs_model.get("A").arms != was
    finally:
        bench.document.measurement = measured


def test_columns_taken_away_stand_on_the_shelf(view, bench):
    open_sample(bench)
    assert not view.buttons.shelf.isEnabled()
    view.runs_model.remove("B")
    assert view.buttons.shelf.text() == "Removed (1)"
    view.buttons.shelf.menu().aboutToShow.emit()
    (action,) = view.buttons.shelf.menu().actions()
    action.trigger()
    assert view.runs_model.columns[-1].key == "B"


def test_a_strategy_of_ones_own_becomes_a_column(view, bench):
    open_sample(bench)
    view.show_tab("strategy")
    view.strategy.choose("own/head-tail")
    text = view.strategy.editor.toPlainText().replace("id: own/head-tail", "id: mine/head")
    view.strategy.editor.setPlainText(text)
    view.strategy.save.click()
    view.strategy.use.click()
    assert view.front() == "runs"
    made = view.runs_model.columns[-1]
    assert made.variant.strategy.id == "mine/head" and made.state is ColumnState.DONE
    assert view.simulate.bar.strategy.findData("mine/head") >= 0


def test_the_keyboard_reaches_every_part(view, bench):
    open_sample(bench)
    view.show_tab("runs")
    seen = []
    for _ in range(12):
        view.focus_pane(1)
        seen.append(view.focusWidget())
    parts = (view.runs.figures.left, view.runs.grid.left, view.runs.texts.before, view.runs.texts.after)
    assert all(part in seen for part in parts)
    for tab in ("runs", "quality", "simulate", "strategy", "prompt"):
        view.show_tab(tab)
        assert view.front() == tab and view.tabs.currentWidget().isAncestorOf(view.focusWidget())


def test_everything_that_takes_the_keyboard_has_a_name(view, bench):
    open_sample(bench)
    for kind in (QTableView, QComboBox, QPlainTextEdit, QLineEdit, QToolButton):
        for widget in view.findChildren(kind):
            if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not _is_inner(widget):
                named = widget.accessibleName() or (isinstance(widget, QToolButton) and widget.text())
                assert named, (kind, widget.objectName(), widget.parent())


def _is_inner(widget: QWidget) -> bool:
    """Of a spin box, a tab bar or a combo box: named by what holds it."""
    return bool(widget.objectName().startswith(("qt_", "Scroll"))) or widget.focusProxy() is not None


def test_its_layout_comes_back(view, bench, qtbot, theme):
    view.show_tab("quality")
    again = compare(bench, theme, view.models)
    qtbot.addWidget(again)
    again.restore_state(view.save_state())
    assert again.front() == "quality"
    again.restore_state({"tab": 3, "panes": "odd"})
    assert again.front() == "quality"


def test_another_session_starts_afresh(view, bench):
    open_sample(bench)
    view.asking.look()
    bench.document = None
    bench.closed.emit()
    assert view.runs_model.columns == () and not view.sending.isVisible() and view.head.words()


def test_several_compactions_take_part_and_one_of_them_is_looked_at(view, bench):
    open_sample(bench)
    one = view.runs.table.index(4, 1).data()
    view.scenes.chosen.emit((1, 2, 3))
    assert view.scenes.which.text() == "Input: ┊C1 ┊C2 ┊C3"
    assert view.head.words().startswith("3 contexts, ≈") and "┊C1 of 3" in view.head.words()
    over = view.runs.table.index(4, 1).data()
    assert "[" in over and over != one
    assert "n 3" in view.runs.table.headerData(2, Qt.Orientation.Horizontal)
    assert "mean over 3" in view.runs.table.headerData(1, Qt.Orientation.Horizontal)
    assert "mean over 3: ┊C1" in view.runs.table.index(4, 1).data(Qt.ItemDataRole.ToolTipRole)
    facts = [row.fact.id for row in view.runs.facts.rows]
    bench.selection.select(compaction=3)
    assert view.runs.table.index(4, 1).data() == over and [row.fact.id for row in view.runs.facts.rows] != facts
    view.scenes.all.click()
    assert view.runs.table.index(4, 1).data() != over and not view.runs_model.wants_all
    assert [row.fact.id for row in view.runs.facts.rows] != facts


def test_the_column_at_hand_stays_so_on_another_compaction(view, bench):
    open_sample(bench)
    view.runs_model.pick("C")
    bench.selection.select(compaction=2)
    assert view.runs_model.picked == "C" and view.runs.table.key_at(view.runs.figures.current().column()) == "C"
    assert view.runs.texts.keys()[1] == "C"


def test_a_compaction_that_cannot_take_part_is_told_in_words(view, bench):
    document = open_sample(bench)
    kept = document.extraction
    document.extraction = tuple(one for one in kept if one.segment.compaction.number != 2)
    try:
        view.scenes.chosen.emit((1, 2))
        assert "Left out of the comparison: ┊C2" in view.runs.banner.text()
        assert view.scenes.which.text() == "Input: ┊C1"
    finally:
        document.extraction = kept


def test_only_the_tab_in_front_is_made(view, bench):
    open_sample(bench)
    assert [pane.objectName() for pane in view.tabs.there()] == ["runs"]
    told = []
    view.lists_made.connect(told.append)
    view.show_tab("simulate")
    assert told == [view.simulate.lists()] and view.simulate.acceptDrops() is False


def test_what_a_tab_remembers_outlives_a_time_in_which_nobody_looked_at_it(view, bench, qtbot, theme):
    view.show_tab("quality")
    view.tabs.pane("quality").figure.setCurrentIndex(1)
    view.show_tab("runs")
    again = compare(bench, theme, view.models)
    qtbot.addWidget(again)
    again.restore_state(view.save_state())
    third = compare(bench, theme, view.models)
    qtbot.addWidget(third)
    third.restore_state(again.save_state())
    assert not again.tabs.has("quality") and third.tabs.pane("quality").figure.currentIndex() == 1


def test_a_price_of_a_judge_stands_in_the_panel(view, bench):
    open_sample(bench)
    view.asking.ask_judge("anthropic/claude-sonnet-4-5")
    assert "≈ $" in view.sending.words() and "prices of" in view.sending.words()
    assert "anthropic" in view.sending._detail.text()
    view.sending.leave.click()
    assert not view.judging.is_running and view.models.spent == 0


def test_a_judge_that_is_none_is_said(view, bench):
    open_sample(bench)
    view.asking.ask_judge("no model at all")
    assert "is no model" in view.sending.words() and not view.sending.send.isEnabled()


def test_the_panel_of_sending_gives_the_room_back_that_it_took(view, bench):
    open_sample(bench)
    sizes = view.runs._rows.sizes()
    view.asking.ask_judge("anthropic/claude-sonnet-4-5")
    QApplication.processEvents()
    assert view.runs._rows.sizes()[0] < sizes[0]
    view.sending.leave.click()
    QApplication.processEvents()
    assert view.runs._rows.sizes() == sizes


def test_the_panel_of_sending_leaves_the_comparison_most_of_the_height(view, bench):
    view.resize(1280, 638)
    open_sample(bench)
    view.asking.ask_judge("anthropic/claude-sonnet-4-5")
    QApplication.processEvents()
    assert view.sending.isVisible() and view.tabs.height() >= 0.6 * view.height()
    kept = view.save_state()
    assert kept["sending"] == {"height": 0}
    view.restore_state(kept | {"sending": "odd"})


def test_a_judge_is_priced_before_and_its_verdicts_stand_in_figures_and_facts(view, bench):
    open_sample(bench)
    assert view.runs.legend.text().startswith("Nothing is ranked") and not view.runs.doubt.isVisible()
    rows = view.runs.table.rowCount()
    assert not {"headline", "wins", "wrong"} & {figure.key for figure in view.runs.table.figures}
    with provider() as server:
        server.script = judge
        view.asking.ask_judge(f"scripted@{server.address}")
        listed = [view.sending.columns.item(row).text().split("\n")[0] for row in range(2)]
        assert listed == ["judge compaction 1", "judge 12 contexts blind"] and server.asked == []
        view.sending.send.click()
        assert len(server.asked) == 2
    places = {figure.key: place for place, figure in enumerate(view.runs.table.figures)}
    assert view.runs.table.rowCount() == rows + 3 and view.runs.legend.text().startswith("▲ better")
    assert view.runs.table.index(places["headline"], 1).data().startswith("75 %")
    assert "This judge ranked the controls last" in view.runs.trust.text() and not view.runs.doubt.isVisible()
    said = {row.fact.texts[0] for row in view.runs.facts.rows}
    assert {quote for quote, _ in SAID} <= said


def test_without_a_judge_no_sign_or_bold_ranks_the_columns_and_no_picture_does(view, bench):
    """The opposite of every statement stands beside the statement: its words would make it the best."""
    open_sample(bench)
    added = view.runs_model.add(variant("control/inverted")).key
    view.runs_model.run_free()
    table = view.runs.table
    assert table.key_at(table.columnCount() - 1) == added, "columns stand in the order in which they were asked for"
    cells = [table.index(row, place) for row in range(table.rowCount()) for place in range(1, table.columnCount())]
    assert not any(set("▲▼=") & set(cell.data()) for cell in cells)
    assert not any(cell.data(Qt.ItemDataRole.FontRole) for cell in cells)
    assert "Only a judge can rank" in view.runs.legend.text()
    view.show_tab("quality")
    pane = view.tabs.pane("quality")
    assert "Only a judge can rank" in pane.placeholder.text() and not pane.shows_body()
