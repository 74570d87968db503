"""A against B as a widget: what it shows of the columns, and what it asks for."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPlainTextEdit, QTableView, QToolButton, QWidget

from inspector.gui.compare import Compare
from inspector.model import ItemKind
from inspector.rerun.column import ColumnState
from inspector.rerun.prompts import load_prompts
from inspector.workbench.contrast import RECORDED, Show
from inspector.workbench.document import Stage
from inspector.workbench.judged_columns import JudgedColumns
from inspector.workbench.model_runs import ModelRuns
from tests.inline_executor import InlineExecutor
from tests.llm.provider import provider
from tests.made_columns import SAID, judge
from tests.made_runs import columns_of, document_of, open_sample, ready_of, record, variant
from tests.made_session import MadeSession, inline_bench, open_in, sample

HONEST = "own/transcript-pointer"


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
    # What is left of a window of 1280 by 720.
    made.resize(1280, 638)
    made.show()
    qtbot.waitExposed(made)
    yield made
    models.close()


def put(view, name, side=1):
    """Compare a baseline, by its strategy."""
    view.runs_model.add_baselines()
    key = next(one.key for one in view.runs_model.columns if one.variant.strategy.id == name)
    view.runs_model.put(side, key)
    return key


def entries(box):
    return [box.itemText(row) for row in range(box.count())]


def pick(qtbot, box, title):
    """Choose from a box as a person does: open it, go to a line, press Enter."""
    box.showPopup()
    row = box.findText(title)
    assert row >= 0, (title, entries(box))
    box.view().setCurrentIndex(box.model().index(row, 0))
    qtbot.keyClick(box.view(), Qt.Key.Key_Return)


def in_sight(table):
    height = table.viewport().height()
    return [row for row in range(table.model().rowCount()) if table.bottom_of(row) <= height]


def test_it_opens_once_someone_looks_with_two_choices_and_a_sentence_and_nothing_that_ranks(view, bench):
    view.hide()
    open_sample(bench)
    assert view.runs_model.ready is None
    view.show()
    assert [side.box.currentText() for side in view.sides] == ["recorded summary", "structured"]
    assert view.answer.text() == (
        "A keeps 4 of your 15 sentences word for word. B has no result yet. Not read by a model."
    )
    shown = view.sides[0].about.shown()
    assert shown.endswith(" this log · …") and view.sides[0].about.text().startswith(shown[:-1]), "no figure is cut"
    assert view.run.isEnabled() and not view.judge.isEnabled() and not view.sending.isVisible()
    assert "Without a model" not in entries(view.sides[0].box), "baselines come when they are asked for"
    put(view, HONEST)
    words = " ".join([view.answer.text(), view.trust.text(), *(side.about.text() for side in view.sides)])
    assert not set("▲▼%") & set(words) and "better" not in words
    cells = [view.list.facts.index(row, place) for row in range(view.list.facts.rowCount()) for place in (1, 2)]
    assert not any(cell.data(Qt.ItemDataRole.FontRole) for cell in cells)


def test_eight_lines_of_text_and_six_sentences_are_seen_in_a_small_window(view, bench):
    open_sample(bench)
    put(view, HONEST)
    QApplication.processEvents()
    texts = (view.texts.before, view.texts.after)
    assert all(text.viewport().height() >= 8 * text.fontMetrics().lineSpacing() for text in texts)
    assert len(in_sight(view.list.table)) >= 6
    view.resize(1024, 558)
    QApplication.processEvents()
    assert len(in_sight(view.list.table)) >= 6


def test_a_session_without_compactions_says_so(view, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document(), Stage.EXTRACT)
    assert (
        "Nothing to compare" in view.placeholder.accessibleName()
        and not view.shows_body()
        and not view.head.isVisible()
    )


def test_a_compaction_that_cannot_be_summarized_again_says_why(view, bench):
    document = document_of()
    document.extraction = tuple(one for one in document.extraction if one.segment.compaction.number != 1)
    bench.document = document
    for stage in (Stage.RECONSTRUCT, Stage.MEASURE, Stage.COUNT, Stage.EXTRACT):
        bench.advanced.emit(stage)
    assert "failed" in view.placeholder.accessibleName()


def test_it_follows_the_selected_compaction(view, bench):
    open_sample(bench)
    assert view.head.label.accessibleDescription().startswith("┊C1 of 3 · input: 85 items")
    key = put(view, HONEST)
    bench.selection.select(compaction=2)
    assert view.runs_model.ready.compaction.number == 2 and view.head.label.accessibleDescription().startswith(
        "┊C2 of 3"
    )
    assert view.runs_model.sides == (RECORDED, key) and view.runs_model.get(key).state is ColumnState.DONE
    bench.selection.select(compaction=None)
    assert view.runs_model.ready.compaction.number == 2
    # Where none was selected, it is the one that Review shows.
    bench.open(sample("attic/traffic"))
    assert view.runs_model.ready.compaction.number == bench.under_review == 2
    assert view.head.label.accessibleDescription().startswith("┊C2 of 2")


def test_baselines_and_controls_are_chosen_from_the_same_boxes(view, bench, qtbot):
    open_sample(bench)
    view.runs_model.add_baselines()
    listed = entries(view.sides[1].box)
    assert listed.index("Without a model") < listed.index("Head and tail") < listed.index("Controls")
    pick(qtbot, view.sides[1].box, "Codex, user messages only")
    assert view.answer.text() == (
        "B keeps 12 of your 15 sentences word for word, A 4; B is 1,200 tokens shorter. Not read by a model."
    )
    assert view.list.facts.headerData(2, Qt.Orientation.Horizontal) == "B · Codex, user messages only"
    pick(qtbot, view.sides[0].box, "Head and tail")
    heads = [
        view.list.facts.headerData(place, Qt.Orientation.Horizontal)
        for place in range(1, view.list.facts.columnCount())
    ]
    assert heads == ["A · Head and tail", "B · Codex, user messages only", "recorded summary"]


def test_a_prompt_is_asked_for_by_its_name_and_something_else_by_a_dialog(view, bench, qtbot):
    open_sample(bench)
    with qtbot.waitSignal(view.prompt_chosen) as told:
        pick(qtbot, view.sides[1].box, "handoff")
    assert told.args == [1, "handoff"] and view.sides[1].box.currentText() == "structured"
    with qtbot.waitSignal(view.edit_asked) as told:
        pick(qtbot, view.sides[0].box, "Another strategy, model or prompt…")
    assert told.args == [0]


def test_the_list_is_narrowed_by_click_and_a_row_leads_to_both_texts_and_to_the_log(view, bench, qtbot):
    open_sample(bench)
    put(view, "codex/user-messages-only")
    every = view.list.facts.rowCount()
    view.list.shows[Show.DIFFERENT].click()
    assert 0 < view.list.facts.rowCount() < every
    assert (
        f"{view.list.facts.rowCount()} of {every} sentences · {view.list.facts.rowCount()} different"
        in view.list.count.text()
    )
    view.list.shows[Show.NOT_WHOLE].click()
    assert view.list.facts.rowCount() == 11, "A has four of fifteen"
    view.list.shows[Show.ALL].click()
    place = view.list.table.visualRect(view.list.facts.index(3, 0)).center()
    qtbot.mouseClick(view.list.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    row = view.list.facts.records[3]
    assert bench.selection.focus.fact == row.fact.id and bench.selection.focus.item == row.fact.quotes[0].item
    assert view.list.step(1) and bench.selection.focus.fact != row.fact.id
    view.list.step_row(1, from_end=True)
    assert bench.selection.focus.fact == view.list.facts.records[0].fact.id
    view.list.table.setFocus()
    assert "A · recorded summary: " in view.copy_words()


def test_a_click_on_what_is_marked_in_a_text_selects_the_sentence(view, bench, qtbot):
    open_sample(bench)
    mark = view.texts.before.marks[0]
    view.texts.before.bring(mark.start, 10.0)
    cursor = view.texts.before.textCursor()
    cursor.setPosition(mark.start + 2)
    spot = view.texts.before.cursorRect(cursor).center() + QPoint(2, 0)
    qtbot.mouseClick(view.texts.before.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert bench.selection.focus.fact == mark.key


def test_what_is_sent_is_shown_before_and_only_leave_sends_it(view, bench, tmp_path):
    open_sample(bench)
    wanted = record(tmp_path / "a.jsonl", ready_of(), variant("own/summary", prompt="structured"))
    key = view.runs_model.add(wanted, 1).key
    view.runs_model.run((key,))
    assert view.sending.isVisible() and "Before sending: 1 request" in view.sending.title.text()
    assert view.sending.columns.item(0).text().startswith("structured\n") and not view.list.table.isVisible()
    assert view.runs_model.get(key).state is ColumnState.READY and view.asking.choice.isHidden()
    view.sending.leave.click()
    assert not view.sending.isVisible() and view.runs_model.get(key).state is ColumnState.READY
    assert view.list.table.isVisible()
    view.runs_model.run((key,))
    view.sending.cap.setValue(0.5)
    assert view.models.spending.cap == 0.5
    view.sending.send.click()
    assert view.runs_model.get(key).state is ColumnState.DONE and not view.sending.isVisible()
    assert view.answer.text().startswith("B keeps ") and "our prompt" in view.sides[1].about.text()


def test_an_entered_window_is_taken_up(view, bench):
    open_sample(bench)
    key = put(view, HONEST)
    was, measured = view.runs_model.get(key).results, bench.document.measurement
    bench.enter_window(30_000)
    try:
        assert view.runs_model.ready.material.limits.window == 30_000 and view.runs_model.get(key).results != was
    finally:
        bench.document.measurement = measured


def test_the_keyboard_reaches_every_part_and_each_has_a_name(view, bench):
    open_sample(bench)
    seen = []
    for _ in range(12):
        view.focus_pane(1)
        seen.append(view.focusWidget())
    parts = (view.sides[0].box, view.sides[1].box, view.run, view.texts.before, view.texts.after, view.list.table)
    assert all(part in seen for part in parts)
    for kind in (QTableView, QComboBox, QPlainTextEdit, QLineEdit, QToolButton):
        for widget in view.findChildren(kind):
            if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not _is_inner(widget):
                named = widget.accessibleName() or (isinstance(widget, QToolButton) and widget.text())
                assert named, (kind, widget.objectName(), widget.parent())


def _is_inner(widget: QWidget) -> bool:
    """Of a spin box, a tab bar or a combo box: named by what holds it."""
    return bool(widget.objectName().startswith(("qt_", "Scroll"))) or widget.focusProxy() is not None


def test_commands_are_about_the_side_that_was_turned_to_last(view, bench):
    open_sample(bench)
    first, second = put(view, HONEST, 0), put(view, "own/head-tail")
    assert view.key_at_hand() == second
    view.sides[0].box.setFocus()
    assert view.key_at_hand() == first
    view.sides[1].box.setFocus()
    assert view.key_at_hand() == second


def test_its_layout_comes_back(view, bench, qtbot, theme):
    view.list.shows[Show.NOT_WHOLE].click()
    again = compare(bench, theme, view.models)
    qtbot.addWidget(again)
    again.restore_state(view.save_state())
    assert again.list.shows[Show.NOT_WHOLE].isChecked()
    again.restore_state({"show": 3, "rows": "odd"})
    assert again.list.shows[Show.NOT_WHOLE].isChecked()


def test_a_judge_is_named_and_priced_in_the_panel_and_then_both_are_read_blind(view, bench):
    open_sample(bench)
    put(view, HONEST)
    view.asking.ask_judge((), "")
    assert "Name a model" in view.sending.title.text() and view.asking.choice.isVisible()
    view.asking.ask_judge((), "no model at all")
    assert "is no model" in view.sending.title.text() and not view.sending.send.isEnabled()
    view.asking.ask_judge((), "anthropic/claude-sonnet-4-5")
    assert "≈ $" in view.sending.title.text() and "anthropic" in view.sending._detail.text()
    view.sending.leave.click()
    assert not view.judging.is_running and view.models.spent == 0
    with provider() as server:
        server.script = judge
        view.asking.ask_judge((), f"scripted@{server.address}")
        listed = [view.sending.columns.item(row).text().split("\n")[0] for row in range(2)]
        assert listed == ["judge compaction 1", "judge 5 contexts blind"] and server.asked == []
        view.sending.send.click()
        assert len(server.asked) == 2
    assert view.answer.text().startswith("A model read both blind: B keeps ") and "of 4, A 3" in view.answer.text()
    assert "This judge ranked the controls last" in view.trust.text()
    assert {quote for quote, _ in SAID} <= {row.fact.texts[0] for row in view.list.facts.records}
    put(view, "own/head-tail")
    assert view.answer.text().endswith("Not read by a model."), "what was put in its place was not read"


def test_a_judge_that_fails_its_controls_ranks_nothing_and_says_so(view, bench):
    open_sample(bench)
    put(view, HONEST)
    with provider() as server:
        server.script = lambda messages: judge(messages).replace(', "C"]', ', "V"]').replace('"claims": ["', '"x": ["')
        view.asking.ask_judge((), f"scripted@{server.address}")
        view.sending.send.click()
    assert "sentences word for word" in view.answer.text() and "read both" not in view.answer.text()
    assert "not to be trusted" in view.trust.text() and view.list.facts.rowCount() == 15
