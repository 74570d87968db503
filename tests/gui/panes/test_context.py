import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.models.context import FORM, ORDER
from inspector.gui.models.readout import describe
from inspector.gui.models.series import Axis, Stack, build_series
from inspector.gui.panes.context import ContextPane
from inspector.model import ItemKind
from tests.made_session import MadeSession, open_in, small_session


@pytest.fixture
def pane(make, bench):
    made = make(ContextPane)
    open_in(bench, small_session().document())
    return made


def shown(pane):
    return [pane.model.record(row).item.number for row in range(pane.model.rowCount())]


def test_no_moment_is_said(pane):
    assert pane.placeholder.accessibleName().startswith("No moment selected")


def test_a_request_shows_what_it_was_sent(pane, bench):
    bench.selection.select(request=0)
    assert shown(pane) == [1, 2, 3]
    assert [pane.model.index(row, 4).data() for row in range(3)] == ["whole", "whole", "answer"]
    assert pane.title.text() == "Request 1 · entries sent: 2 · of its answer: 1"
    assert pane.sums.text().endswith("of 20,000 tokens in this log")
    assert "recorded 20,000" in pane.sums.toolTip() and "of it not in this log: ≈" in pane.sums.toolTip()
    assert not pane.before.isVisibleTo(pane)


def test_a_compaction_has_two_sides(pane, bench):
    compaction = bench.document.compactions[0]
    bench.selection.select(compaction=1, request=compaction.request_after)
    assert shown(pane) == [compaction.record.summary, *compaction.kept]
    pane.before.click()
    assert shown(pane)[:2] == [1, 2]
    assert pane.title.text().startswith("Before ┊C1: what was compacted · entries: ")
    assert pane.sums.text().endswith("of 60,000 tokens in this log")


def test_what_came_in_behind_a_compaction_is_in_this_log_too_and_of_what_was_not_sent_nothing_is_known(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "only touch auth/ " * 100, detail="typed")
    made.call(50)
    made.compact()
    made.add(ItemKind.USER, "then the docs " * 100, detail="typed")
    made.call(9_000)
    open_in(bench, made.document())
    bench.selection.select(compaction=1)
    assert pane.sums.text().endswith(" tokens in this log") and " of " not in pane.sums.text()
    bench.selection.select(request=0)
    assert pane.sums.text().endswith(" tokens in this log, 50 recorded")
    assert "not in this log: unknown: the count is too high, or not everything was sent" in pane.sums.toolTip()
    series = build_series(bench.document, Axis.REQUEST, Stack.KIND, str.title)
    assert "not in this log: unknown, since more was counted than recorded" in describe(bench.document, series, 0)


def test_choosing_an_entry_selects_the_item_and_says_why_it_is_there(pane, bench):
    bench.selection.select(compaction=1)
    pane.table.selectRow(1)
    kept = bench.document.compactions[0].kept[0]
    assert bench.selection.focus.item == kept
    assert bench.selection.focus.compaction == 1
    assert pane.why.text().endswith("kept by ┊C1.")


def test_the_order_chosen_stays_from_moment_to_moment(pane, bench):
    bench.selection.select(request=4)
    pane.model.sort(5)
    sizes = [pane.model.record(row).count.value for row in range(pane.model.rowCount())]
    assert sizes == sorted(sizes)
    bench.selection.select(request=3)
    sizes = [pane.model.record(row).count.value for row in range(pane.model.rowCount())]
    assert sizes == sorted(sizes)


def test_nothing_is_worked_out_while_nobody_looks(pane, bench):
    pane.hide()
    bench.selection.select(request=4)
    assert shown(pane) == []
    pane.show()
    assert len(shown(pane)) > 5


def test_a_subagents_request_has_no_context_here(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.call(100, thread="agent-1")
    open_in(bench, made.document())
    bench.selection.select(request=0)
    assert pane.placeholder.accessibleName().startswith("Not a request of the main thread")


def test_what_a_request_answered_is_marked_there_and_in_no_sum(pane, bench):
    request = bench.document.session.requests[6]
    before = pane.sums.text()
    bench.selection.select(item=request.first_item)
    assert bench.selection.focus.request == 6
    row = pane.table.currentIndex().row()
    assert pane.model.record(row).item.number == request.first_item
    assert pane.why.text() == f"#{request.first_item}: Answer of this request; later ones are sent it."
    assert f"entries sent: {len(shown(pane)) - 1} · of its answer: 1" in pane.title.text()
    assert pane.sums.text() != before


def test_a_fact_of_a_compaction_is_shown_where_it_was_said_and_what_it_led_to_where_it_happened(pane, bench):
    bench.selection.select(item=2, compaction=1)
    assert pane.title.text().startswith("Request 1 ·")
    bench.selection.select(item=bench.document.session.requests[7].first_item, compaction=1)
    assert pane.title.text().startswith("Request 8 ·")
    bench.selection.select(compaction=1)
    assert pane.title.text().startswith("After ┊C1")


def test_an_item_that_is_gone_or_not_there_yet_is_explained(pane, bench):
    bench.selection.select(item=2, request=7)
    assert pane.why.text() == "#2: No longer here. In context: requests 1–5, then dropped by ┊C1."
    bench.selection.select(item=bench.document.compactions[0].record.summary, request=0)
    assert pane.why.text().endswith("Not here yet. Put in by ┊C1.")
    bench.selection.select(item=2, request=0)
    assert pane.why.text() == "#2: Appended before request 1."
    (cleared,) = bench.document.edits[0].masked
    bench.selection.select(item=cleared, request=10)
    assert pane.why.text().endswith("Appended before request 11, its content cleared before request 11.")


def test_what_other_columns_tell_gives_way_where_it_is_narrow(pane, bench):
    bench.selection.select(request=0)
    pane.resize(480, 200)
    assert [pane.model.headerData(place, Qt.Orientation.Horizontal) for place in (ORDER, FORM)] == ["Order", "Form"]
    assert pane.table.isColumnHidden(ORDER) and pane.table.isColumnHidden(FORM)
    assert not pane.table.horizontalScrollBar().isVisible()
    assert "answer" in pane.model.index(2, 3).data(Qt.ItemDataRole.ToolTipRole)
    pane.resize(900, 200)
    assert not pane.table.isColumnHidden(ORDER) and not pane.table.isColumnHidden(FORM)


def test_a_swatch_keeps_its_colour_on_the_selected_row(pane, bench):
    bench.selection.select(request=0, item=2)
    index = pane.model.index(1, 2)
    option = QStyleOptionViewItem()
    pane.table.itemDelegateForIndex(index).initStyleOption(option, index)
    assert option.palette.highlightedText().color() == pane.theme.kind("user")


def test_what_is_sent_and_not_logged_is_named_below(pane, bench):
    bench.selection.select(request=0)
    assert pane.beside.text().startswith("Sent, and not in this log: system prompt (in front)")
