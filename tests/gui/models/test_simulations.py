import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.simulations import columns, fired_words, rows, share_words, simulation_words
from inspector.gui.models.table import RecordTable
from inspector.workbench.simulations import roll
from tests.made_runs import ready_of, strategies


@pytest.fixture(scope="module")
def rolled():
    return [roll(ready_of().document, strategies(), "own/pinned-facts", share, 60_000) for share in (0.5, 0.95)]


def test_it_is_a_sound_model(rolled, qapp, qtmodeltester):
    table = RecordTable(columns())
    table.show(rows(rolled))
    qtmodeltester.check(table)


def test_a_row_says_how_often_it_fires_and_what_is_left(rolled, qapp):
    cells = {column.title: column.text(rolled[0]) for column in columns()}
    assert cells["Trigger"] == "50 %" and cells["Compactions"] == str(len(rolled[0].simulation.compactions))
    assert int(cells["In context"]) + int(cells["Summarized"]) > 0
    assert "request" in fired_words(rolled[0]) and "compacts" in simulation_words(rolled[1])
    assert share_words(None) == "its own" and share_words(0.835) == "83.5 %"


def test_the_recorded_session_is_the_first_row_and_says_nothing_that_nobody_looked_for(rolled, qapp):
    first, *others = rows(rolled)
    cells = {column.title: column.text(first) for column in columns()}
    assert others == rolled and rows(()) == ()
    assert cells["Trigger"] == "recorded" and cells["Compactions"] == str(rolled[0].simulation.recorded.compactions)
    assert cells["All prompts"].startswith("≈") and cells["In context"] == cells["Over the window"] == "–"
    assert "same way as the simulations" in fired_words(first)


def test_every_title_says_what_it_means(qapp):
    table = RecordTable(columns())
    titles = [table.headerData(place, Qt.Orientation.Horizontal) for place in range(table.columnCount())]
    assert not {"Over", "Silent", "Billed", "Fires"} & set(titles)
    for place in range(table.columnCount()):
        assert table.headerData(place, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
