from dataclasses import replace

from PySide6.QtCore import Qt

from inspector.gui.models.compactions import (
    before_words,
    cause,
    change,
    change_in_tokens,
    columns,
    is_guessed,
    name,
    outcome_words,
)
from inspector.gui.models.table import RecordTable
from inspector.model import ItemKind
from inspector.workbench.document import Stage
from tests.made_session import MadeSession, small_session


def cells(compaction):
    table = RecordTable(columns(lambda c: None))
    table.show([compaction])
    return {
        table.headerData(column, Qt.Orientation.Horizontal): table.index(0, column).data()
        for column in range(table.columnCount())
    }


def test_it_is_a_sound_model(qapp, qtmodeltester):
    table = RecordTable(columns(lambda c: None))
    table.show(small_session().advanced(Stage.RECONSTRUCT).compactions)
    qtmodeltester.check(table)


def test_a_recorded_compaction_is_told_in_numbers(qapp):
    compaction = small_session().advanced(Stage.RECONSTRUCT).compactions[0]
    found = cells(compaction)
    assert found["No."] == "┊C1"
    assert (found["Before"], found["After"], found["Freed"]) == ("60,000", "12,000", "48,000")
    assert found["Reported after"] == "9,000"
    assert found["Items kept"] == "1"
    assert found["Duration"] == "not in this log"


def test_what_set_it_off_is_not_in_a_log_that_does_not_tell(qapp):
    compaction = small_session().advanced(Stage.RECONSTRUCT).compactions[0]
    assert (cause(compaction), cells(compaction)["Trigger"]) == ("auto", "auto")
    untold = replace(compaction, record=replace(compaction.record, trigger="unknown"))
    assert (cause(untold), cells(untold)["Trigger"]) == ("summary", "not in this log")
    assert cells(replace(untold, record=replace(untold.record, kind="unknown")))["Kind"] == "not in this log"


def test_what_an_inferred_compaction_moved_is_unknown_and_not_zero(qapp):
    made = MadeSession()
    for prompt in (80_000, 90_000, 20_000, 21_000):
        made.call(prompt)
    compaction = made.advanced(Stage.RECONSTRUCT).compactions[0]
    assert is_guessed(compaction)
    found = cells(compaction)
    assert found["Items removed"] == found["Items kept"] == "not in this log"
    assert found["Kind"].endswith("inferred")


def test_an_edit_has_a_name_of_its_own():
    document = small_session().advanced(Stage.RECONSTRUCT)
    assert name(document.edits[0]) == "E1"


def test_a_side_without_usage_leaves_the_drop_open():
    compaction = small_session().advanced(Stage.RECONSTRUCT).compactions[0]
    open_end = replace(compaction, after=replace(compaction.after, value=None))
    assert open_end.freed is None
    assert change(open_end) == "60,000 → not in this log"


def test_the_unit_stands_behind_a_number():
    both = small_session().advanced(Stage.RECONSTRUCT).compactions[0]
    before = replace(both, after=replace(both.after, value=None))
    after = replace(both, before=replace(both.before, value=None))
    neither = replace(before, before=after.before)
    assert [change_in_tokens(one) for one in (both, before, after, neither)] == [
        "60,000 → 12,000 tokens",
        "60,000 tokens → not in this log",
        "not in this log → 12,000 tokens",
        "tokens: not in this log",
    ]


def test_an_outcome_says_what_it_means():
    assert outcome_words("loop") == "fired again within 2 requests"
    assert outcome_words("done") == "done: how much it freed is not in this log"


def test_an_edit_is_not_credited_with_the_drop_of_the_compaction_beside_it():
    made = MadeSession()
    result = made.add(ItemKind.TOOL_RESULT, "long")
    made.call(100_000)
    made.clear(result)
    made.call(98_000)
    made.clear(made.add(ItemKind.TOOL_RESULT, "longer"))
    made.compact()
    made.call(20_000)
    document = made.advanced(Stage.RECONSTRUCT)
    rows = (*document.compactions, *document.edits)
    assert [name(row) for row in rows] == ["┊C1", "E1", "E2"]
    assert [row.freed for row in rows] == [78_000, 2_000, None]


def test_an_edit_has_no_summary_to_count(qapp):
    assert cells(small_session().advanced().edits[0])["Summary tokens"] == "no summary"


def test_the_size_before_by_the_compactions_own_record_stands_in_the_tip(qapp):
    compaction = small_session().advanced(Stage.RECONSTRUCT).compactions[0]
    told = replace(compaction, record=replace(compaction.record, reported_before=66_000))
    assert before_words(told) == (
        "60,000 tokens, as the log says in the last prompt; 66,000 tokens by the record of the compaction itself, "
        "which counts otherwise"
    )
    same = replace(compaction, record=replace(compaction.record, reported_before=60_000))
    assert before_words(same) == "60,000 tokens, as the log says"
