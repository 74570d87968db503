import pytest

from inspector.gui.panes.aftermath import AftermathPane
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in, sample


@pytest.fixture
def pane(make):
    return make(AftermathPane)


@pytest.fixture
def fading(pane, bench):
    bench.open(sample("fading-rules"))
    yield pane
    bench.close()


def test_the_planted_findings_are_the_rows(fading, bench):
    rows = [[fading.model.index(row, column).data() for column in (0, 1)] for row in range(fading.model.rowCount())]
    assert rows == [["┊C1", "read again"], ["┊C1", "done again"], ["┊C2", "rule broken"], ["┊C2", "said again"]]


def test_a_row_selects_its_item_and_the_fact_it_hangs_on(fading, bench):
    fading.table.selectRow(2)
    focus = bench.selection.focus
    assert bench.document.item(focus.item).source.line == 173
    assert focus.compaction == 2 and focus.fact
    assert bench.document.session.requests[focus.request].first_item <= focus.item


def test_it_follows_the_selected_item(fading, bench):
    number = fading.model.record(3).item
    bench.selection.select(item=number)
    assert fading.table.currentIndex().row() == 3
    bench.selection.select(item=1)
    assert not fading.table.selectionModel().hasSelection()


def test_enter_goes_on_to_the_reader(fading, qtbot):
    with qtbot.waitSignal(fading.wants) as asked:
        fading.table.activated.emit(fading.model.index(0, 0))
    assert asked.args == ["reader"]


def test_nothing_found_is_told_apart_from_nothing_compacted(pane, bench):
    bench.open(sample("2.1/clean"))
    assert "Nothing found" in pane.placeholder.text()
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.call(100)
    document = open_in(bench, made.document(), Stage.AFTERMATH)
    assert document.aftermath == () and "Nothing was compacted" in pane.placeholder.text()
    bench.close()


def test_before_it_is_known_it_says_so(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document(), Stage.COUNT)
    assert "Working" in pane.placeholder.text()
