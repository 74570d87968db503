import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from inspector.gui.models.shown import ROW
from inspector.gui.panes.facts import FactsPane
from inspector.gui.panes.shown import ShownPane
from inspector.read.open import open_log
from inspector.workbench.document import Document, Stage
from tests.gui.conftest import SAMPLES
from tests.made_session import open_in, sample
from tests.made_unread import RULE, unread_log

LAMP = SAMPLES / "codex-exec/0.135/lighthouse-lamp/codex.log"


@pytest.fixture
def pane(make):
    return make(ShownPane)


@pytest.fixture
def tides(pane, bench, tmp_path):
    bench.open(unread_log(tmp_path))
    yield pane
    bench.close()


def head(pane, title):
    rows = pane.rows
    return next(index for row in range(rows.rowCount()) if (index := rows.index(row, 0)).data() == title)


def first(pane, title):
    return pane.rows.index(0, 0, head(pane, title))


def test_the_facts_stand_under_what_the_work_shows_with_their_numbers(tides):
    rows = tides.rows
    heads = [(rows.index(row, 0).data(), rows.index(row, 1).data()) for row in range(rows.rowCount())]
    assert heads == [("The work under way went on", ""), ("Fetched again", "2"), ("Never tested", "3")]


def test_what_nobody_can_tell_stays_folded(tides):
    assert tides.list.isExpanded(head(tides, "Fetched again"))
    assert not tides.list.isExpanded(head(tides, "Never tested"))


def test_a_row_leads_to_the_item_that_shows_it_and_selects_its_fact(tides, bench):
    index = first(tides, "Fetched again")
    tides.list.setCurrentIndex(index)
    focus = bench.selection.focus
    assert (focus.compaction, focus.item, focus.fact) == (1, 13, index.data(ROW).fact)
    assert index.siblingAtColumn(1).data() == "→ #13"
    assert index.data() == RULE


def test_a_fact_that_nothing_shows_leads_to_where_it_was_said(tides, bench):
    tides.list.setCurrentIndex(first(tides, "Never tested"))
    assert bench.selection.focus.item == 1
    assert first(tides, "Never tested").siblingAtColumn(1).data() == ""


def test_it_follows_the_selected_fact(tides, bench):
    wanted = first(tides, "Fetched again").data(ROW).fact
    bench.selection.select(compaction=1, fact=wanted, item=3)
    assert tides.list.currentIndex().data(ROW).fact == wanted
    assert bench.selection.focus.item == 3, "following tells nobody"
    bench.selection.select(compaction=1, fact=None)
    assert not tides.list.selectionModel().hasSelection()


def test_enter_goes_on_to_the_line(tides, qtbot):
    with qtbot.waitSignal(tides.source_asked):
        tides.list.activated.emit(first(tides, "Fetched again"))
    with qtbot.assertNotEmitted(tides.source_asked):
        tides.list.activated.emit(head(tides, "Fetched again"))


def test_nothing_is_worked_out_before_somebody_looks(qtbot, bench, theme):
    pane = ShownPane(bench, theme)
    qtbot.addWidget(pane)
    bench.open(LAMP)
    assert pane.rows.rowCount() == 0
    pane.show()
    assert pane.rows.rowCount() == 2
    bench.close()


def test_before_the_aftermath_is_known_it_says_so(pane, bench):

    document = open_in(bench, Document(open_log(LAMP)), Stage.COMPARE)
    assert "Working" in pane.placeholder.text() and not pane.shows_body()
    document.close()


def test_copy_takes_the_row_as_a_sentence(tides, qtbot):

    tides.list.setCurrentIndex(first(tides, "Fetched again"))
    qtbot.keyClick(tides.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == f"{RULE} → #13"


@pytest.mark.parametrize(("log", "there"), [(LAMP, True), (sample("fading-rules"), False)])
def test_review_has_the_zone_only_where_nobody_can_read_what_was_left(make, bench, log, there):
    pane = make(FactsPane, 1000, 700)
    bench.open(log)
    bench.selection.select(compaction=1)
    assert pane.shown.isVisible() is there
    bench.close()


def test_the_card_of_a_fact_says_what_the_work_shows(make, bench, tmp_path):
    pane = make(FactsPane, 1000, 700)
    bench.open(unread_log(tmp_path))
    bench.selection.select(compaction=1, fact=first(pane.shown, "Fetched again").data(ROW).fact)
    assert "the work shows: fetched again, #13" in pane.card.text()
    bench.close()


def test_what_was_fetched_again_stands_ahead_of_what_nobody_can_tell_and_another_compaction_takes_its_place(
    make, bench, tmp_path
):
    pane = make(ShownPane)
    bench.open(unread_log(tmp_path))
    titles = [pane.rows.index(row, 0).data() for row in range(pane.rows.rowCount())]
    assert titles == ["The work under way went on", "Fetched again", "Never tested"]
    bench.open(sample("fading-rules"))
    assert pane.rows.rowCount() == 0, "somebody can read them"
    bench.close()


def test_the_work_under_way_leads_to_what_shows_that_it_went_on(make, bench, tmp_path):
    pane = make(ShownPane)
    bench.open(unread_log(tmp_path))
    asked, shown = (pane.rows.index(row, 0, pane.rows.index(0, 0)) for row in range(2))
    pane.list.setCurrentIndex(asked)
    assert bench.document.item(bench.selection.focus.item).source.line == 4
    pane.list.setCurrentIndex(shown)
    focus = bench.selection.focus
    assert bench.document.item(focus.item).source.line == 15
    assert (focus.compaction, focus.fact) == (1, None)
    bench.close()
