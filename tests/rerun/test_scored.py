import pytest

from inspector.rerun.scored import WORSE_BY, baseline, recorded_summary
from inspector.rerun.scores import compare
from inspector.rerun.strategy import Strategy
from tests.made_columns import results_of
from tests.made_runs import judged


@pytest.fixture
def case(cases):
    return cases["claude-code/2.1/fading-rules", 1]


def results(case, strategies, *names: str):
    chosen: list[Strategy] = [strategies.named(name) for name in names]
    summarizer = recorded_summary(case.material, case.compaction)
    return list(results_of(chosen, case.material, case.found, summarizer, strategies.named))


def first(case):
    return baseline(case.material, case.compaction, case.document.reconstruction.replay, case.found)


def test_all_columns_are_judged_on_the_same_facts(case, strategies):
    ids = [fact.id for fact in first(case).compared.facts]
    assert ids
    for result in results(case, strategies, "codex/local", "control/empty", "own/pins-only"):
        assert [fact.id for fact in result.compared.facts] == ids


def test_the_recorded_words_are_used_where_a_summary_is_wanted(case, strategies):
    (result,) = results(case, strategies, "codex/local")
    assert result.compared.run.text == first(case).compared.run.text != ""


def test_to_a_judge_an_empty_context_is_worse_and_the_whole_one_is_not(case, strategies):
    recorded = judged(first(case))
    empty, whole = map(judged, results(case, strategies, "control/empty", "control/none"))
    for result, worse in ((empty, set(WORSE_BY)), (whole, set())):
        found = {metric for metric in WORSE_BY if compare(result.score(metric), recorded.score(metric)) == "worse"}
        assert found == worse


def test_every_free_column_is_run_and_timed(case, strategies):
    free = [name for name, one in strategies.all.items() if one.llm == "none"]
    assert all(result.compared.run.seconds is not None for result in results(case, strategies, *free))
