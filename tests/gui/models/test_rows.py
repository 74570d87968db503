import pytest

from inspector.gui.models.rows import TranscriptRows, anchor, compaction_line, kind_word, partners
from inspector.model import ItemKind, Origin
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, small_session


@pytest.fixture
def rows(qapp):
    made = TranscriptRows()
    made.show(small_session().advanced())
    return made


def test_it_is_a_sound_model(rows, qtmodeltester):
    qtmodeltester.check(rows)


def test_a_compaction_stands_in_front_of_its_summary(rows):
    document = rows.document
    row = rows.row_of_compaction(1)
    assert rows.item(row) is None
    assert rows.compactions(row) == document.compactions
    assert rows.item(row + 1).number == document.compactions[0].record.summary


def test_every_item_is_found_by_its_number(rows):
    for item in rows.document.session.items:
        assert rows.item(rows.row_of(item.number)) is item


def test_a_filter_hides_items_and_keeps_numbers_and_compactions(rows):
    items = rows.document.session.items
    rows.restrict(item.kind is ItemKind.USER for item in items)
    assert rows.items_shown() == 1
    assert rows.rowCount() == 2
    assert rows.item(0).number == 2
    assert rows.row_of(3) == -1
    assert rows.nearest(3) == 1
    rows.restrict(None)
    assert rows.items_shown() == len(items)


def test_an_inferred_compaction_stands_before_the_answer_that_showed_it(qapp):
    made = MadeSession()
    for prompt in (80_000, 90_000, 20_000, 21_000):
        made.add(ItemKind.USER, "go on")
        made.call(prompt)
    document = made.advanced(Stage.RECONSTRUCT)
    compaction = document.compactions[0]
    answer = document.session.requests[compaction.request_after].first_item
    assert anchor(document.session, compaction) == answer
    assert "inferred" in compaction_line(compaction)


def test_two_compactions_at_one_place_share_a_row(qapp):
    made = MadeSession()
    made.add(ItemKind.USER, "x")
    made.call(50_000)
    made.compact(status="failed")
    made.compact()
    document = made.advanced(Stage.RECONSTRUCT)
    rows = TranscriptRows()
    rows.show(document)
    assert sum(len(rows.compactions(row)) for row in range(rows.rowCount())) == 2


def test_a_call_answered_twice_has_its_first_answer():
    made = MadeSession()
    call = made.add(ItemKind.TOOL_CALL, {}, call_id="a")
    first = made.add(ItemKind.TOOL_RESULT, "1", call_id="a")
    second = made.add(ItemKind.TOOL_RESULT, "2", call_id="a")
    found = partners(made.document().session.items)
    assert found == {call: first, first: call, second: call}


def test_a_row_reads_as_a_sentence(rows):
    failed = next(item for item in rows.document.session.items if item.error)
    words = rows.index(rows.row_of(failed.number)).data()
    assert "▲ error" in words and "Bash" in words and "tokens" in words


def test_what_the_harness_wrote_is_not_called_a_user(qapp):
    made = MadeSession()
    human, harness = made.add(ItemKind.USER, "x"), made.add(ItemKind.USER, "x", origin=Origin.HARNESS)
    items = made.document().session.items
    assert kind_word(items[human - 1]) == "user"
    assert kind_word(items[harness - 1]) == "harness"


def test_nothing_open_is_no_rows(qapp):
    rows = TranscriptRows()
    rows.show(None)
    assert rows.rowCount() == 0
