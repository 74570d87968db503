from dataclasses import replace

from inspector.rerun.column import RECORDED_WORDS, Column, ColumnState
from tests.made_runs import variant


def test_a_column_is_stale_once_its_variant_was_edited():
    was = variant("own/head-tail")
    column = Column("A", was, ColumnState.DONE, ran=was)
    assert not column.is_stale
    assert replace(column, variant=variant("own/pins-only")).is_stale
    assert Column("B", variant("control/none"), ColumnState.READY).is_control


def test_only_a_model_is_asked_and_only_by_what_writes_a_summary():
    asked, words, free = (
        variant("own/guided", "m"),
        variant("own/guided", RECORDED_WORDS),
        variant("own/head-tail", "m"),
    )
    assert [one.asks_model for one in (asked, words, free)] == [True, False, False]
    assert [one.wants_model for one in (variant("own/guided"), words, variant("own/head-tail"))] == [True, False, False]
