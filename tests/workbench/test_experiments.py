from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.rerun.arms import recorded_summary
from inspector.rerun.column import RECORDED_WORDS
from inspector.workbench.experiments import FIRST_COLUMNS, first_variants, make_ready
from tests.made_runs import document_of, ready_of, run_free, strategies, variant


def test_the_first_columns_are_those_that_need_nobody_and_one_that_waits_for_a_model():
    made = first_variants(strategies(), ready_of())
    assert [(one.strategy.id, one.model) for one in made] == list(FIRST_COLUMNS)
    assert [one.strategy.id for one in made if one.wants_model] == ["own/summary"]
    assert not any(one.asks_model for one in made)


def test_recorded_words_are_only_offered_where_the_log_has_some():
    ready = ready_of("codex/0.150/auth-refresh", 2)
    readable = recorded_summary(ready.material, ready.compaction) is not None
    made = first_variants(strategies(), ready)
    assert any(one.model == RECORDED_WORDS for one in made) == readable


def test_every_free_column_gives_figures_without_asking_anyone():
    ready = ready_of()
    for one in first_variants(strategies(), ready):
        if not one.wants_model:
            arm = run_free(ready, one, strategies())
            assert arm.score("tokens_after").value
            assert arm.judged.run.cost in (0, None)
            assert len(arm.judged.facts) == len(ready.recorded.judged.facts)


def test_the_recorded_words_say_that_they_are_recorded():
    arm = run_free(ready_of(), variant("own/pinned-facts", RECORDED_WORDS), strategies())
    assert any("recorded" in note for note in arm.judged.run.notes)


def test_where_no_summary_can_be_read_there_are_no_words():
    ready = ready_of()
    assert ready.subject.words is not None
    record = replace(ready.compaction.record, readable=False)
    assert replace(ready, compaction=replace(ready.compaction, record=record)).subject.words is None


def test_what_was_not_counted_cannot_be_run_again():
    document = document_of()
    document.tally = None
    with pytest.raises(UsageError, match="could not be counted"):
        make_ready(document, 1)


def test_a_failed_compaction_cannot_be_run_again():
    document = document_of()
    document.extraction = ()
    with pytest.raises(UsageError, match="failed"):
        make_ready(document, 1)
