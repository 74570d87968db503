from inspector.gui.panes.requests import RequestsPane
from inspector.model import ItemKind
from tests.made_session import MadeSession, open_in, small_session


def test_a_row_selects_the_request_with_its_answer(make, bench):
    pane = make(RequestsPane)
    document = open_in(bench, small_session().document())
    bench.selection.select(compaction=1)
    pane.table.selectRow(3)
    focus = bench.selection.focus
    assert (focus.request, focus.item) == (3, document.session.requests[3].first_item)
    assert focus.compaction is None


def test_it_follows_the_request_under_any_order(make, bench):
    pane = make(RequestsPane)
    open_in(bench, small_session().document())
    pane.model.sort(4)
    bench.selection.select(request=4)
    assert pane.model.record(pane.table.currentIndex().row()).place == 4


def test_a_log_that_does_not_tell_of_requests_says_so(make, bench):
    pane = make(RequestsPane)
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document())
    assert pane.placeholder.accessibleName().startswith("No requests")
