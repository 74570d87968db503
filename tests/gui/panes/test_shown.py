import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.panes.facts import FactsPane
from inspector.read.open import open_log
from inspector.workbench.document import Document, Stage
from tests.gui.conftest import SAMPLES
from tests.made_session import open_in, sample
from tests.made_unread import RULE, unread_log

LAMP = SAMPLES / "codex-exec/0.135/lighthouse-lamp/codex.log"


@pytest.fixture
def pane(make):
    return make(FactsPane, 1000, 700)


@pytest.fixture
def tides(pane, bench, tmp_path):
    bench.open(unread_log(tmp_path))
    bench.selection.select(compaction=1)
    yield pane
    bench.close()


def heads(pane):
    rows = pane.list.rows
    return [rows.index(row, 0) for row in range(rows.rowCount())]


def first(pane, title):
    head = next(one for one in heads(pane) if one.data() == title)
    return pane.list.rows.index(0, 0, head)


def test_facts_stand_under_what_the_work_shows_and_what_nobody_can_tell_stays_folded(tides):
    found = [(one.data(), tides.list.isExpanded(one)) for one in heads(tides)]
    assert found == [("Fetched again 2", True), ("Never tested 3", False)]
    assert "does not mean that it was lost" in heads(tides)[1].data(Qt.ItemDataRole.ToolTipRole)


def test_what_stayed_in_the_context_is_not_among_what_was_fetched(pane, bench, tmp_path):
    bench.open(unread_log(tmp_path, kept=True))
    bench.selection.select(compaction=1)
    assert "Fetched again" not in " ".join(one.data() for one in heads(pane))
    assert heads(pane)[0].data() == "What you said 2"
    bench.close()


def test_a_row_names_the_item_that_shows_it_and_its_card_leads_there(tides, bench, qtbot):
    index = first(tides, "Fetched again 2")
    assert RULE in index.data() and "→ fetched again #13" in index.data()
    tides.list.setCurrentIndex(index)
    assert "the work shows: fetched again" in tides.card.text() and "#13" in tides.card.text()
    qtbot.keyClick(tides.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert "→ fetched again #13" in QApplication.clipboard().text()
    tides.card._lines["lines"].linkActivated.emit("13")
    assert bench.selection.focus.item == 13


def test_a_fact_that_nothing_shows_leads_to_where_it_was_said(tides, bench):
    index = first(tides, "Never tested 3")
    tides.list.setCurrentIndex(index)
    assert bench.selection.focus.item == 1 and "→" not in index.data()
    assert "the work shows: never tested" in tides.card.text()


def test_the_work_under_way_leads_to_what_was_asked_and_to_what_shows_that_it_went_on(tides, bench):
    assert tides.work.isVisible() and "The work under way went on" in tides.work.text()
    lines = []
    for link in tides.work.text().split('href="')[1:]:
        tides.work.linkActivated.emit(link.partition('"')[0])
        lines.append(bench.document.item(bench.selection.focus.item).source.line)
    assert lines == [4, 15]


def test_before_the_consequences_is_known_the_facts_are_undecided(pane, bench, tmp_path):
    document = open_in(bench, Document(open_log(unread_log(tmp_path))), Stage.COMPARE)
    bench.selection.select(compaction=1)
    assert not pane.work.isVisible() and heads(pane)[0].data().startswith("Undecided")
    document.close()


@pytest.mark.parametrize(("log", "there"), [(LAMP, True), (sample("fading-rules"), False)])
def test_facts_are_listed_so_only_where_nobody_can_read_what_was_left(pane, bench, log, there):
    bench.open(log)
    bench.selection.select(compaction=1)
    titles = " ".join(one.data() for one in heads(pane))
    assert titles and (any(word in titles for word in ("Kept", "Never tested", "Fetched again")) is there)
    assert there or not pane.work.isVisible()
    bench.close()
