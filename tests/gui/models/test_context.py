from inspector.gui.models.context import columns, form_words, rows, totals
from inspector.gui.models.figures import count_of, count_of_entry
from inspector.gui.models.table import RecordTable
from inspector.model import Basis, ContextEntry, Form, ItemKind, TokenCount
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, small_session

RECORDED = TokenCount(60_000, Basis.RECORDED)


def test_the_context_after_a_compaction_is_its_summary_and_what_it_kept():
    document = small_session().advanced()
    found = rows(document, document.compactions[0].op)
    assert [row.entry.form for row in found] == [Form.SUMMARY, Form.WHOLE]
    assert [row.place for row in found] == [1, 2]


def test_what_is_recorded_and_not_counted_is_not_in_the_log():
    document = small_session().advanced()
    sums = totals(document, rows(document, document.compactions[0].op - 1), RECORDED)
    assert sums.counted.value + sums.unlogged.value == 60_000
    assert sums.unlogged.basis is Basis.ESTIMATED


def test_before_counting_nothing_is_claimed():
    document = small_session().advanced(Stage.RECONSTRUCT)
    found = rows(document, document.compactions[0].op - 1)
    assert all(row.count is None for row in found)
    assert totals(document, found, RECORDED).unlogged is None


def test_without_a_recorded_prompt_the_rest_is_unknown():
    document = small_session().advanced()
    assert totals(document, rows(document, 3), TokenCount(None, Basis.RECORDED)).unlogged is None


def test_a_cleared_result_is_counted_as_its_placeholder():
    document = small_session().advanced()
    last = document.session.requests[-1]
    cleared = [row for row in rows(document, last.op) if row.entry.form is Form.PLACEHOLDER]
    assert len(cleared) == 1
    assert cleared[0].count.value <= 12 * 2.5
    assert form_words(Form.PLACEHOLDER) == "cleared"


def test_it_is_a_sound_model(theme, qtmodeltester):
    document = small_session().advanced()
    table = RecordTable(columns(theme.kind))
    table.show(rows(document, document.compactions[0].op - 1))
    qtmodeltester.check(table)


def test_a_placeholder_is_never_larger_than_what_it_replaces():
    made = MadeSession()
    short = made.add(ItemKind.TOOL_RESULT, "ok")
    document = made.advanced()
    whole = count_of_entry(document, ContextEntry(short, Form.WHOLE, 0))
    cleared = count_of_entry(document, ContextEntry(short, Form.PLACEHOLDER, 0))
    assert cleared.value <= whole.value
    assert count_of_entry(made.advanced(Stage.MEASURE), ContextEntry(short, Form.WHOLE, 0)) is None


def test_not_counted_yet_is_told_from_cannot_be_counted():
    made = MadeSession()
    event = made.add(ItemKind.EVENT, "boundary")
    text = made.add(ItemKind.USER, "hello there")
    early, late = made.advanced(Stage.MEASURE), made.advanced()
    assert count_of(early, text) is None
    assert count_of(late, event).value is None
    assert count_of(late, text).value >= 2
