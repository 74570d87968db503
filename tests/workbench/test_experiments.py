from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.rerun.column import RECORDED_WORDS
from inspector.rerun.prompts import RECORDED
from inspector.rerun.scored import recorded_summary
from inspector.workbench.experiments import BASELINES, FIRST_PROMPT, baselines, first_variant, make_ready
from tests.made_runs import document_of, ready_of, run_free, strategies, variant


def test_the_first_column_is_a_prompt_and_baselines_need_nobody():
    first = first_variant(strategies(), ready_of())
    assert (first.strategy.id, first.prompt, first.wants_model) == ("own/summary", FIRST_PROMPT, True)
    made = baselines(strategies(), ready_of())
    assert [(one.strategy.id, one.model) for one in made] == list(BASELINES)
    assert not any(one.asks_model or one.wants_model for one in made)


def test_the_agents_own_prompt_comes_first_where_the_log_holds_it():
    assert first_variant(strategies(), ready_of("claude-code/2.1/kept-messages")).prompt == RECORDED


def test_recorded_words_are_only_offered_where_the_log_has_some():
    ready = ready_of("codex/0.150/auth-refresh", 2)
    readable = recorded_summary(ready.material, ready.compaction) is not None
    made = baselines(strategies(), ready)
    assert any(one.model == RECORDED_WORDS for one in made) == readable


def test_every_free_column_gives_figures_without_asking_anyone():
    ready = ready_of()
    for one in baselines(strategies(), ready):
        result = run_free(ready, one, strategies())
        assert result.score("tokens_after").value
        assert result.compared.run.cost in (0, None)
        assert len(result.compared.facts) == len(ready.recorded.compared.facts)


def test_the_recorded_words_say_that_they_are_recorded():
    result = run_free(ready_of(), variant("own/pinned-facts", RECORDED_WORDS), strategies())
    assert any("recorded" in note for note in result.compared.run.notes)


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
