from PySide6.QtCore import Qt

from inspector.gui.models.table import RecordTable
from inspector.gui.panes.requests import columns, rows
from inspector.gui.plain import tip
from inspector.model import ItemKind
from tests.made_session import MadeSession, small_session


def test_it_is_a_sound_model(qapp, qtmodeltester):
    table = RecordTable(columns())
    table.show(rows(small_session().document().session))
    qtmodeltester.check(table)


def test_unknown_usage_is_words(qapp):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.call(None)
    table = RecordTable(columns())
    table.show(rows(made.document().session))
    cells = {
        table.headerData(c, Qt.Orientation.Horizontal): table.index(0, c).data() for c in range(table.columnCount())
    }
    assert cells["Prompt"] == cells["Output"] == cells["Stop"] == "not in this log"
    assert cells["Thread"] == "main"


def test_a_summarisers_call_is_called_by_its_purpose(qapp):
    made = MadeSession()
    made.call(100, purpose="compaction")
    table = RecordTable(columns())
    table.show(rows(made.document().session))
    assert table.index(0, 2).data() == "compaction"


def test_the_recorded_cost_stands_in_the_table_and_the_list_price_in_the_tip(qapp):
    made = MadeSession()
    made.call(1_000, cost=0.25)
    made.call(1_000)
    made.build.drafts[0].model = "claude-opus-4-5"
    table = RecordTable(columns())
    table.show(rows(made.document().session))
    heads = [table.headerData(c, Qt.Orientation.Horizontal) for c in range(table.columnCount())]
    first, second = (table.index(row, heads.index("Cost")) for row in (0, 1))
    assert (first.data(), second.data()) == ("$0.25", "not in this log")
    assert first.data(Qt.ItemDataRole.ToolTipRole).startswith(tip("$0.25 as the log says; ≈$0.00")[:-4])
    assert second.data(Qt.ItemDataRole.ToolTipRole) == tip("not in this log; list price not known")
