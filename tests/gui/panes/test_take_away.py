import pytest
from PySide6.QtWidgets import QStyleOptionViewItem

from inspector.gui.models.checklist import ENTRY, KIND, VERDICT, WORDS
from inspector.gui.panes.take_away import TakeAwayPane
from inspector.gui.widgets.row_table import RowTable
from inspector.model import ItemKind, Verdict
from inspector.report.mend.choices import Choice
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, open_in, sample
from tests.made_unread import RULE, unread_log


@pytest.fixture
def pane(make, bench):
    made = make(TakeAwayPane, 1000, 500)
    bench.open(sample("fading-rules"))
    bench.selection.select(compaction=2)
    yield made
    bench.close()


def ids(pane):
    return [pane.rows.index(row, 0).data(ENTRY).fact.id for row in range(pane.rows.rowCount())]


def pick(pane, words):
    place = next(row for row in range(pane.rows.rowCount()) if words in pane.rows.index(row, WORDS).data())
    pane.list.setCurrentIndex(pane.rows.index(place, WORDS))


def test_without_a_judge_what_is_not_there_goes_back_word_for_word_and_nothing_is_called_lost(pane):
    assert pane.counts.text() == "3 not there · 3 put back" and pane.list.isColumnHidden(KIND)
    assert {pane.rows.index(row, VERDICT).data() for row in range(3)} == {"□ not there"}
    words = [pane.rows.index(row, WORDS).data() for row in range(3)]
    assert words[:2] == [
        "Never edit anything outside src/tidewatch/feeds/ and tests/feeds/.",
        "The alerting code is frozen until the audit is over.",
    ]
    pane.mended.choose("summary")
    text = pane.mended.preview.toPlainText()
    assert all(one in text for one in words) and "tokens" in pane.mended.use.text()
    assert "these hold" not in text and "lost" not in text.partition("## Said")[2]


def test_what_is_left_as_it_is_is_left_out_and_what_is_put_back_comes_back(pane):
    pane.mended.choose("pins")
    assert "Never edit anything outside" in pane.mended.preview.toPlainText()
    pick(pane, "Never edit anything outside")
    pane.accept.click()
    assert "Never edit anything outside" not in pane.mended.preview.toPlainText()
    assert "1 left as it is" in pane.counts.text()
    pane.restore.click()
    assert "Never edit anything outside" in pane.mended.preview.toPlainText()


def test_the_counts_name_what_they_count_and_what_is_there_is_not_missing(pane, bench):
    bench.selection.select(compaction=1)
    absent = pane.rows.rowCount()
    assert pane.counts.text().startswith(f"{absent} not there · {absent} put back")
    pane.with_kept.click()
    more = pane.rows.rowCount() - absent
    assert more and pane.counts.text().startswith(f"{absent} not there · {more} there, in part or undecided · ")
    bench.judgements.enter_verdict(ids(pane)[0], 1, Verdict.LOST)
    assert pane.counts.text().startswith("1 lost or changed · ")


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


def test_signing_makes_a_dated_record_and_ticks_the_compaction(pane, bench):
    pick(pane, "Never edit anything outside")
    pane.accept.click()
    pane.note.setText("seen with the team")
    pane.sign.click()
    (record,) = bench.sign_offs.of(2)
    assert record.note == "seen with the team" and len(record.decisions.accepted) == 1
    assert record.restored == pane.rows.rowCount() - 1
    assert bench.judgements.is_reviewed(2) and "seen with the team" in pane.records.text()
    bench.selection.select(compaction=1)
    assert pane.records.text() == "not signed yet" and pane.note.text() == ""


def test_a_verdict_of_ones_own_takes_a_row_away(pane, bench):
    before = ids(pane)
    bench.judgements.enter_verdict(before[0], 2, Verdict.VERBATIM)
    assert ids(pane) == before[1:]
    bench.judgements.undo()
    assert ids(pane) == before


def test_what_is_there_is_listed_on_request(pane, bench):
    bench.selection.select(compaction=1)
    before = pane.rows.rowCount()
    pane.with_kept.click()
    assert pane.rows.rowCount() > before
    assert bench.sign_offs.decisions(1).with_kept


def test_decisions_from_elsewhere_are_shown(pane, bench):
    fact = ids(pane)[0]
    bench.sign_offs.decide(2, fact, Choice.ACCEPT)
    assert "1 left as it is" in pane.counts.text()


def test_a_pane_that_is_not_looked_at_works_nothing_out(make, bench):
    pane = make(TakeAwayPane)
    pane.hide()
    bench.open(sample("fading-rules"))
    assert pane.rows.rowCount() == 0
    pane.show()
    assert pane.rows.rowCount() > 0
    bench.close()
    assert pane.rows.rowCount() == 0 and not pane.sign.isEnabled()


def test_nothing_compacted_is_said(make, bench):
    pane = make(TakeAwayPane)
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.call(100)
    open_in(bench, made.document(), Stage.COMPARE)
    assert "Nothing was compacted" in pane.placeholder.text()
    bench.close()


def test_saving_goes_where_it_was_said_and_never_into_the_log(pane, bench, tmp_path):
    pane.mended.choose("summary")
    pane.mended.saving.emit(tmp_path / "summary.md")
    assert (tmp_path / "summary.md").read_text() == pane.mended.preview.toPlainText()
    assert "Written" in pane.mended.told.text()


def test_of_a_compaction_that_nobody_can_read_what_was_needed_again_may_be_put_back(make, bench, tmp_path):
    pane = make(TakeAwayPane, 1000, 500)
    bench.open(unread_log(tmp_path))
    assert pane.counts.text() == "1 statement needed again · 1 put back"
    row = [pane.rows.index(0, column).data() for column in range(pane.rows.columnCount())]
    assert row[1:3] == ["fetched again", "sentence"] and row[WORDS] == RULE
    pane.mended.choose("pins")
    assert RULE in pane.mended.preview.toPlainText()
    pane.accept.click()
    assert pane.mended.preview.toPlainText() == ""
    bench.close()


def test_where_nothing_was_needed_again_the_counts_are_told(make, bench, tmp_path):
    pane = make(TakeAwayPane, 1000, 500)
    bench.open(unread_log(tmp_path, kept=True))
    assert "3 kept, 2 never tested. Never tested is not lost" in pane.counts.text()
    assert not pane.accept.isEnabled()
    bench.close()
