from dataclasses import replace

import pytest

from inspector.gui.models.table import FULL
from inspector.gui.panes.consequences import ConsequencesPane
from inspector.impact.finding import Kind
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from tests.made_consequences import NAMED, NAMED_AT, consequences_log
from tests.made_session import MadeSession, open_in, sample

EVIDENCE = 4
"""The place of its column."""


@pytest.fixture
def pane(make):
    return make(ConsequencesPane)


def test_the_planted_findings_are_the_rows_and_what_matters_most_is_the_first(fading, bench):
    rows = [[fading.model.index(row, column).data() for column in (0, 1)] for row in range(fading.model.rowCount())]
    assert rows == [["┊C2", "said again"]] * 2 + [["┊C1", "read again"], ["┊C1", "done again"]]


def test_each_consequence_is_a_row_that_leads_to_its_line(pane, bench, tmp_path):
    path, lines = consequences_log(tmp_path)
    bench.open(path)
    found = {}
    for row in range(pane.model.rowCount()):
        pane.table.selectRow(row)
        what, sure = (pane.model.index(row, column).data() for column in (1, 2))
        key = NAMED if sure == "possible" else what
        found[key] = bench.document.item(bench.selection.focus.item).source.line
        last = pane.model.record(row)
    asked = lines.pop(NAMED_AT)
    assert found == lines
    assert f"The user named it in line {asked}." in last.why, "what was named comes last"
    assert bench.document.item(last.named).source.line == asked
    bench.close()


def test_a_row_selects_its_item_and_the_fact_it_hangs_on(fading, bench):
    fading.table.selectRow(0)
    focus = bench.selection.focus
    assert bench.document.item(focus.item).source.line == 181
    assert focus.compaction == 2 and focus.fact
    assert bench.document.session.requests[focus.request].first_item == focus.item + 1, "the request that it led to"


def test_it_follows_the_selected_item(fading, bench):
    number = fading.model.record(2).item
    bench.selection.select(item=number)
    assert fading.table.currentIndex().row() == 2
    bench.selection.select(item=1)
    assert not fading.table.selectionModel().hasSelection()


def test_it_follows_the_selected_fact_to_what_its_loss_led_to(fading, bench):
    again = fading.model.record(0)
    bench.selection.select(item=again.said, compaction=2, fact=again.fact)
    assert fading.table.currentIndex().row() == 0
    assert bench.selection.focus.item == again.said, "the selection stays where it was made"
    bench.selection.select(item=again.said, compaction=1, fact=again.fact)
    assert not fading.table.selectionModel().hasSelection()


def test_of_several_findings_at_one_item_the_chosen_one_stays(pane, bench):
    bench.open(sample("fading-rules"))
    first = pane.model.record(1)
    pane.model.show([first, replace(first, kind=Kind.REPEAT)])
    pane.table.selectRow(1)
    assert bench.selection.focus.item == first.item and pane.table.currentIndex().row() == 1
    bench.close()


def test_enter_goes_on_to_the_reader(fading, qtbot):
    with qtbot.waitSignal(fading.wants) as asked:
        fading.table.activated.emit(fading.model.index(0, 0))
    assert asked.args == ["reader"]


def test_nothing_is_cut_while_there_is_room_and_a_width_that_somebody_chose_stays(fading, qtbot):
    table, record = fading.table, fading.model.record(0)
    long = replace(record, evidence=tuple(range(1_000, 1_008)))
    fading.resize(1500, 300)
    fading.show()
    fading.fill([record], "")
    fading.fill([long], "")
    needed = table.sizeHintForColumn(EVIDENCE)
    assert needed > table.fontMetrics().averageCharWidth() * 45 and table.columnWidth(EVIDENCE) >= needed
    table.setColumnWidth(EVIDENCE, 60)
    fading.fill([long], "")
    fading.restore_state(fading.save_state())
    fading.resize(1600, 300)
    assert table.columnWidth(EVIDENCE) == 60


def test_a_cut_column_takes_the_room_that_comes(fading, qtbot):
    fading.resize(400, 300)
    fading.show()
    fading.fill([replace(fading.model.record(0), evidence=tuple(range(1_000, 1_008)))], "")
    assert fading.table.columnWidth(EVIDENCE) < fading.table.sizeHintForColumn(EVIDENCE)
    fading.resize(1500, 300)
    qtbot.waitUntil(lambda: fading.table.columnWidth(EVIDENCE) >= fading.table.sizeHintForColumn(EVIDENCE))


def test_nothing_found_is_told(pane, bench):
    bench.open(sample("2.1/clean"))
    assert "Nothing found" in pane.placeholder.accessibleName()
    bench.close()


def test_before_it_is_known_it_says_so(pane, bench):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    open_in(bench, made.document(), Stage.COUNT)
    assert "Working" in pane.placeholder.accessibleName()


def test_paths_are_drawn_from_the_projects_folder_and_copied_in_full(fading):
    (row,) = [row for row in range(fading.model.rowCount()) if fading.model.record(row).kind is Kind.REREAD]
    cell = fading.model.index(row, fading.model.columnCount() - 1)
    assert cell.data() == "src/tidewatch/feeds/noaa.py"
    assert cell.data(FULL) == "/home/mara/tidewatch/src/tidewatch/feeds/noaa.py"
