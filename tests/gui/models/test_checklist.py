import pytest
from PySide6.QtCore import Qt

from inspector.gui.models.checklist import BACK, SAID, VERDICT, WORDS, ChecklistRows, choice_word
from inspector.report.mend.choices import Choice, Decisions
from inspector.workbench.judgements import Judgements
from inspector.workbench.mending import checks_of, told_compactions
from tests.made_facts import judged_document


@pytest.fixture(scope="module")
def told():
    document = judged_document()
    document.bodies.text = lambda item: item.text or ""
    return told_compactions(document, Judgements())[1]


@pytest.fixture
def rows(theme, told):
    made = ChecklistRows(theme)
    made.show_checks(checks_of(told, Decisions()))
    return made


def test_every_harm_is_a_row_by_risk(rows, told):
    assert [one.fact.id for one in rows.records] == [fact.id for fact in told.harms]
    assert {fact.id for fact in told.harms} == {"outside", "retry"}
    row = rows.row_of("outside")
    assert rows.index(row, VERDICT).data() == "○ lost" and rows.index(row, SAID).data() == "#2"
    assert rows.index(row, WORDS).data() == "never edit outside auth/."
    assert rows.row_of("nobody") == -1


def test_the_box_tells_accept_and_restore_and_changes_nothing_itself(rows):
    told = []
    rows.decided.connect(lambda *what: told.append(what))
    box = rows.index(rows.row_of("outside"), BACK)
    assert rows.data(box, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    rows.setData(box, Qt.CheckState.Unchecked.value, Qt.ItemDataRole.CheckStateRole)
    rows.setData(box, Qt.CheckState.Checked.value, Qt.ItemDataRole.CheckStateRole)
    assert told == [("outside", "accept", ""), ("outside", "restore", "")]
    assert rows.data(box, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked


def test_changed_words_are_an_edit_and_the_same_words_none(rows):
    told = []
    rows.decided.connect(lambda *what: told.append(what))
    cell = rows.index(rows.row_of("outside"), WORDS)
    said = rows.data(cell, Qt.ItemDataRole.EditRole)
    for words in (" stay inside auth/ ", said, ""):
        rows.setData(cell, words)
    assert [what[1] for what in told] == ["edit", "restore", "restore"]
    assert told[0][2] == "stay inside auth/"


def test_other_decisions_keep_the_rows_and_other_facts_do_not(rows, told):
    resets = []
    rows.modelReset.connect(lambda: resets.append(1))
    rows.show_checks(checks_of(told, Decisions(frozenset({"outside"}), {"retry": "again"})))
    assert resets == []
    assert rows.index(rows.row_of("retry"), WORDS).data() == "again"
    box = rows.index(rows.row_of("outside"), BACK)
    assert rows.data(box, Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Unchecked
    assert choice_word(Choice.ACCEPT) in rows.data(box, Qt.ItemDataRole.AccessibleTextRole)
    rows.show_checks(None)
    assert resets == [1] and rows.rowCount() == 0
