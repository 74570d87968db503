import pytest

from inspector.gui.panes.lost import LostPane
from inspector.model import ItemKind, Verdict
from tests.made_facts import open_exact, open_judged
from tests.made_session import MadeSession


@pytest.fixture
def pane(make):
    return make(LostPane)


def test_every_harm_is_a_row_and_a_row_selects_it(pane, bench):
    open_judged(bench)
    assert pane.model.rowCount() == 3
    pane.table.selectRow(1)
    focus = bench.selection.focus
    assert (focus.compaction, focus.fact, focus.item) == (1, "retry", 2)
    pane.table.selectRow(2)
    assert (bench.selection.focus.claim, bench.selection.focus.fact) == (0, None)


def test_it_follows_what_is_selected_elsewhere(pane, bench):
    open_judged(bench)
    bench.selection.select(compaction=1, fact="retry")
    assert pane.table.currentIndex().row() == 1
    bench.selection.select(fact=None, claim=0)
    assert pane.table.currentIndex().row() == 2
    bench.selection.select(claim=None)
    assert not pane.table.selectionModel().hasSelection()


def test_enter_asks_for_its_review(pane, bench, qtbot):
    open_judged(bench)
    with qtbot.waitSignal(pane.review_asked):
        pane.table.activated.emit(pane.model.index(0, 0))
    assert bench.selection.focus.fact == "outside"


def test_an_override_takes_a_row_away_and_an_undo_brings_it_back(pane, bench):
    open_judged(bench)
    bench.judgements.enter_verdict("outside", 1, Verdict.VERBATIM)
    assert pane.model.rowCount() == 2
    bench.judgements.undo()
    assert pane.model.rowCount() == 3


def test_nothing_lost_is_told_apart_from_nothing_compacted(pane, bench):
    open_judged(bench, None, ())
    assert "Nothing was compacted" in pane.placeholder.text()
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    document = open_judged(bench)
    open_judged(bench, None, (document.comparison[1],))
    assert "Nothing of what the user said is missing" in pane.placeholder.text()


def test_without_a_judge_it_lists_what_is_not_there(pane, bench):
    open_exact(bench)
    shown = [pane.model.index(row, 1).data() for row in range(pane.model.rowCount())]
    assert shown and set(shown) == {"not there"}
