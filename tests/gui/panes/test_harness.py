"""Review's zone of the harness's state: nothing is read before it is seen."""

import pytest
from PySide6.QtCore import Qt

from inspector.gui.panes.harness import HarnessPane
from inspector.workbench import harness
from tests.made_session import sample


@pytest.fixture
def pane(make):
    return make(HarnessPane)


def cells(pane, column):
    return [pane.model.index(row, column).data() for row in range(pane.model.rowCount())]


def test_every_compaction_has_its_rows(fading):
    assert {"┊C1", "┊C2", "┊C3"} == set(cells(fading, 0))
    assert "not put back" in cells(fading, 2) and "put back at once" in cells(fading, 2)
    assert any("at #" in cell for cell in cells(fading, 5)) and not any("at line" in cell for cell in cells(fading, 5))
    assert "at line " in fading.model.index(0, 3).data(Qt.ItemDataRole.ToolTipRole)
    assert fading.notes.text().startswith("This agent's log does not show: tools.")


def test_nothing_is_read_before_it_is_seen(pane, bench, monkeypatch):
    asked = []
    find = harness.find_state
    monkeypatch.setattr(harness, "find_state", lambda *of: asked.append(of) or find(*of))
    pane.hide()
    bench.open(sample("fading-rules"))
    assert not asked and pane.model.rowCount() == 0
    pane.show()
    assert len(asked) == 1 and pane.model.rowCount() > 0
    pane.hide()
    pane.show()
    assert len(asked) == 1
    bench.close()


def test_a_row_selects_what_it_stands_in(fading, bench):
    row = cells(fading, 1).index("plan")
    fading.table.selectRow(row)
    focus = bench.selection.focus
    assert (focus.compaction, bench.document.item(focus.item).tool) == (1, "ExitPlanMode")
