import pytest

from inspector.gui.panes.compactions import CompactionsPane
from inspector.gui.panes.consequences import ConsequencesPane
from inspector.gui.panes.facts import FactsPane
from inspector.gui.panes.harness import HarnessPane
from inspector.gui.panes.take_away import TakeAwayPane
from inspector.model import Capabilities, Has, ItemKind
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in, small_session


def test_a_row_selects_the_compaction_with_its_summary_and_the_request_after(make, bench):
    pane = make(CompactionsPane)
    document = open_in(bench, small_session().document())
    pane.table.selectRow(0)
    compaction = document.compactions[0]
    focus = bench.selection.focus
    assert (focus.compaction, focus.item, focus.request) == (1, compaction.record.summary, compaction.request_after)


def test_an_edit_selects_the_result_it_cleared(make, bench):
    pane = make(CompactionsPane)
    document = open_in(bench, small_session().document())
    pane.table.selectRow(1)
    assert bench.selection.focus.item == document.edits[0].masked[0]
    assert bench.selection.focus.compaction is None


def test_it_follows_a_compaction_selected_elsewhere(make, bench):
    pane = make(CompactionsPane)
    open_in(bench, small_session().document())
    bench.selection.select(compaction=1)
    assert pane.table.currentIndex().row() == 0
    bench.selection.select(compaction=None)
    assert not pane.table.selectionModel().hasSelection()


def test_none_at_all_is_told_apart_from_none_recorded(make, bench):
    pane = make(CompactionsPane)
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document())
    assert "never compacted" in pane.placeholder.accessibleName()
    made.capabilities = Capabilities(compactions=Has.NO)
    open_in(bench, made.document())
    assert "do not record compactions" in pane.placeholder.accessibleName()


@pytest.mark.parametrize("pane", [ConsequencesPane, FactsPane, HarnessPane, TakeAwayPane])
@pytest.mark.parametrize(("cleared", "said"), [(0, "never compacted"), (2, "(2 results; Compactions lists them)")])
def test_where_nothing_was_compacted_every_pane_says_the_same(make, bench, pane, cleared, said):
    shown = make(pane)
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    for _ in range(cleared):
        made.clear(made.add(ItemKind.TOOL_RESULT, "12 files"))
    made.call(100)
    open_in(bench, made.document(), Stage.CONSEQUENCES)
    assert said in shown.placeholder.accessibleName()
    bench.close()


def test_enter_shows_what_was_left(make, bench, qtbot):
    pane = make(CompactionsPane)
    open_in(bench, small_session().document())
    with qtbot.waitSignal(pane.wants) as caught:
        pane.table.activated.emit(pane.model.index(0, 0))
    assert caught.args == ["context"]


def test_the_summarys_tokens_come_with_the_counts(make, bench):
    pane = make(CompactionsPane)
    document = open_in(bench, small_session().document(), Stage.MEASURE)
    tokens_column = pane.model.columnCount() - 2
    assert pane.model.index(0, tokens_column).data() == "…"
    document.tally = small_session().advanced().tally
    bench.selection.select(compaction=1)
    bench.advanced.emit(Stage.COUNT)
    assert pane.model.index(0, tokens_column).data().startswith("≈")
    assert pane.table.currentIndex().row() == 0
