import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.models.checklist import BACK, KIND, VERDICT, WORDS
from inspector.gui.models.table import RECORD
from inspector.gui.panes.take_away import TakeAwayPane
from inspector.gui.widgets.row_table import RowTable
from inspector.model import Verdict
from inspector.report.mend.choices import Choice
from tests.made_session import sample
from tests.made_unread import RULE, unread_log


@pytest.fixture
def pane(make, bench):
    made = make(TakeAwayPane, 1000, 500)
    bench.open(sample("fading-rules"))
    bench.selection.select(compaction=2)
    yield made
    bench.close()


def ids(pane):
    return [pane.rows.index(row, 0).data(RECORD).fact.id for row in range(pane.rows.rowCount())]


def is_ticked(pane, row):
    return pane.rows.index(row, BACK).data(Qt.ItemDataRole.CheckStateRole) == Qt.CheckState.Checked


def tick(qtbot, pane, words):
    """Click on the box beside some words."""
    place = next(row for row in range(pane.rows.rowCount()) if words in pane.rows.index(row, WORDS).data())
    rect = pane.list.visualRect(pane.rows.index(place, BACK))
    qtbot.mouseClick(pane.list.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left() + 10, rect.center().y()))


def pick(pane, words):
    place = next(row for row in range(pane.rows.rowCount()) if words in pane.rows.index(row, WORDS).data())
    pane.list.setCurrentIndex(pane.rows.index(place, WORDS))


def test_without_a_judge_what_is_not_there_goes_back_word_for_word_and_nothing_is_called_lost(pane):
    assert pane.counts.text().startswith("Put back what you said: 3 sentences, about ") and pane.list.isColumnHidden(
        KIND
    )
    rows = [row for row in range(pane.rows.rowCount()) if is_ticked(pane, row)]
    assert {pane.rows.index(row, VERDICT).data() for row in rows} == {"□ not there"}
    words = [pane.rows.index(row, WORDS).data() for row in rows]
    assert words[:2] == [
        "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/.",
        "The alerting code is frozen until the audit is over.",
    ]
    pane.mended.choose("summary")
    text = pane.mended.preview.toPlainText()
    assert all(one in text for one in words) and "tokens" in pane.mended.use.text()
    assert "these hold" not in text and "lost" not in text.partition("\n---\n")[0]


def test_what_is_not_ticked_is_left_out_and_what_is_ticked_comes_back(pane, qtbot):
    pane.mended.choose("pins")
    assert "Never edit anything outside" in pane.mended.preview.toPlainText()
    before = pane.counts.text()
    tick(qtbot, pane, "Never edit anything outside")
    assert "Never edit anything outside" not in pane.mended.preview.toPlainText()
    assert pane.counts.text().startswith("Put back what you said: 2 sentences")
    tick(qtbot, pane, "Never edit anything outside")
    assert pane.counts.text() == before
    assert "Never edit anything outside" in pane.mended.preview.toPlainText()


def test_what_stands_there_in_part_is_offered_and_not_ticked(pane, bench, qtbot):
    bench.selection.select(compaction=1)
    place = next(row for row in range(pane.rows.rowCount()) if "in part" in pane.rows.index(row, VERDICT).data())
    assert not is_ticked(pane, place) and " left as they are" in pane.counts.text()
    words = pane.rows.index(place, WORDS).data()
    pane.mended.choose("pins")
    assert words not in pane.mended.preview.toPlainText()
    tick(qtbot, pane, words)
    assert is_ticked(pane, place) and words in pane.mended.preview.toPlainText()


def test_its_rows_are_as_high_as_those_of_tables_and_keep_the_colour_of_the_verdict(pane):
    pick(pane, "Never edit anything outside")
    index = pane.rows.index(pane.list.currentIndex().row(), VERDICT)
    assert pane.list.visualRect(index).height() == RowTable("x").verticalHeader().defaultSectionSize()
    option = QStyleOptionViewItem()
    pane.list.itemDelegate().initStyleOption(option, index)
    assert option.palette.highlightedText().color() == pane.theme.role("absent")


def test_edited_words_go_into_the_text(pane, bench):
    pick(pane, "Never edit anything outside")
    pane.rows.setData(pane.list.currentIndex(), "Stay inside the feeds.")
    assert "Stay inside the feeds." in pane.mended.preview.toPlainText()
    assert "1 in your words" in pane.counts.text()


def test_every_form_has_a_text_or_says_why_not(pane):
    for place in range(pane.mended.form.count()):
        pane.mended.form.setCurrentIndex(place)
        assert pane.mended.preview.toPlainText(), pane.mended.wanted()
    pane.mended.choose("hook", "gemini")
    assert pane.mended.preview.toPlainText() == "" and "No hook" in pane.mended.use.text()


def test_a_verdict_of_ones_own_takes_a_row_away_and_the_sentence_stays_selected(pane, bench, qtbot):
    before = ids(pane)
    pane.list.setFocus()
    qtbot.waitUntil(pane.list.hasFocus)
    bench.selection.select(compaction=2, fact=before[0])
    bench.judgements.enter_verdict(before[0], 2, Verdict.VERBATIM)
    assert ids(pane) == before[1:] and bench.selection.focus.fact == before[0]
    bench.judgements.undo()
    assert ids(pane) == before


def test_decisions_from_elsewhere_are_shown_and_what_is_there_is_listed_on_request(pane, bench):
    row = next(row for row in range(pane.rows.rowCount()) if is_ticked(pane, row))
    bench.sign_offs.decide(2, ids(pane)[row], Choice.ACCEPT)
    assert not is_ticked(pane, row) and "2 sentences" in pane.counts.text()
    bench.selection.select(compaction=1)
    before = pane.rows.rowCount()
    pane.with_kept.click()
    assert pane.rows.rowCount() > before
    assert bench.sign_offs.decisions(1).with_kept


def test_a_pane_that_is_not_looked_at_works_nothing_out(make, bench):
    pane = make(TakeAwayPane)
    pane.hide()
    bench.open(sample("fading-rules"))
    assert pane.rows.rowCount() == 0
    pane.show()
    assert pane.rows.rowCount() > 0
    bench.close()
    assert pane.rows.rowCount() == 0 and not pane.edit.isEnabled()


def test_saving_goes_where_it_was_said_and_never_into_the_log(pane, bench, tmp_path):
    pane.mended.choose("summary")
    pane.mended.saving.emit(tmp_path / "summary.md")
    assert (tmp_path / "summary.md").read_text() == pane.mended.preview.toPlainText()
    assert "Written" in pane.mended.told.text()


def test_of_a_compaction_that_nobody_can_read_what_was_needed_again_may_be_put_back(make, bench, tmp_path, qtbot):
    pane = make(TakeAwayPane, 1000, 500)
    bench.open(unread_log(tmp_path))
    assert pane.counts.text().startswith("Put back what you said: 1 sentence, about ")
    row = [pane.rows.index(0, column).data() for column in range(pane.rows.columnCount())]
    assert row[1:3] == ["fetched again", "sentence"] and row[WORDS] == RULE
    pane.mended.choose("pins")
    assert RULE in pane.mended.preview.toPlainText()
    tick(qtbot, pane, RULE)
    assert pane.mended.preview.toPlainText() == ""
    bench.close()


def test_where_nothing_was_needed_again_the_counts_are_told(make, bench, tmp_path):
    pane = make(TakeAwayPane, 1000, 500)
    bench.open(unread_log(tmp_path, kept=True))
    assert "3 kept, 2 never tested. Never tested is not lost" in pane.counts.text()
    assert not pane.edit.isEnabled()
    bench.close()
