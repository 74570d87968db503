from dataclasses import replace

import pytest

from inspector.model import Verdict
from inspector.rerun.column import Column, ColumnState
from inspector.rerun.scores import scores_of
from inspector.workbench.contrast import (
    RECORDED,
    Show,
    best,
    competitors,
    differs,
    fact_rows,
    is_single,
    passes,
    standing,
)
from inspector.workbench.overall import over_all, ready_over_all
from tests.made_runs import judged, judged_ready, ready_of, run_free, strategies, variant

KEPT = "statements_kept"


def column(key, name, **more):
    """A column that a judge has read."""
    one = variant(name)
    arm = judged(run_free(ready_of(), one, strategies()))
    return Column(key, one, ColumnState.DONE, (arm,), arm.scores, ran=one, **more)


@pytest.fixture(scope="module")
def columns():
    return (column("A", "own/pins-only"), column("B", "codex/user-messages-only"), column("C", "control/empty"))


def asked(one, arms=1):
    """The same result as if a model had given it, so many times."""
    ran = replace(one.variant, strategy=strategies().all["own/guided"], model="x/y")
    repeats = one.arms * arms
    return replace(one, ran=ran, arms=repeats, scores=scores_of([arm.judged for arm in repeats]))


def test_every_fact_has_a_row_and_a_verdict_in_every_column(columns):
    rows = fact_rows(ready_of(), columns)
    assert len(rows) == sum(fact.fold is None for fact in ready_of().recorded.judged.facts)
    assert all(row.verdict(key) is not None for row in rows for key in (RECORDED, "A", "B", "C"))
    assert all(row.verdict("D") is None for row in rows)


def test_controls_make_no_difference(columns):
    keys = competitors(columns)
    assert keys == (RECORDED, "A", "B")
    rows = fact_rows(ready_of(), columns)
    assert any(differs(row, keys) for row in rows)
    assert not any(differs(row, (RECORDED,)) for row in rows)


def test_a_difference_is_between_kept_and_not_kept():
    row = fact_rows(ready_of(), (column("A", "control/none"), column("B", "control/none")))[0]
    assert row.verdict("A") is row.verdict("B") and not differs(row, ("A", "B"))


def test_lost_is_about_the_column_at_hand(columns):
    rows = fact_rows(ready_of(), columns)

    def lost(key):
        return [row for row in rows if passes(row, Show.LOST, (), key, lambda _: False)]

    assert len(lost("C")) > len(lost("A"))
    assert {row.verdict("C") for row in lost("C")} == {Verdict.ABSENT}


def test_marked_is_for_the_caller_to_say(columns):
    rows = fact_rows(ready_of(), columns)
    one = rows[3].fact
    assert [row.fact for row in rows if passes(row, Show.MARKED, (), "", lambda fact: fact is one)] == [one]


def test_over_repeats_the_commonest_verdict_stands_and_of_equals_the_worse(columns):
    kept, gone = column("A", "control/none"), column("B", "control/empty")
    mixed = replace(kept, arms=(*kept.arms, *gone.arms))
    row = next(row for row in fact_rows(ready_of(), (mixed,)) if len({one.verdict for one in row.survivals("A")}) == 2)
    assert row.verdict("A") is Verdict.ABSENT
    more = replace(kept, arms=(*kept.arms, *kept.arms, *gone.arms))
    again = next(one for one in fact_rows(ready_of(), (more,)) if one.fact is row.fact)
    assert again.verdict("A") is Verdict.VERBATIM


def test_of_equally_common_verdicts_the_opposite_of_what_was_said_is_the_worst():
    row = fact_rows(ready_of(), ())[0]
    for verdict in Verdict:
        repeats = tuple(replace(row.recorded, verdict=one) for one in (verdict, Verdict.CONTRADICTED))
        assert replace(row, runs={"A": repeats}).verdict("A") is Verdict.CONTRADICTED


def taking(column, times):
    """The column as if it took so many times the tokens of what was recorded."""
    tokens = times * ready_of().recorded.score("tokens_after").value
    scores = (replace(one, value=tokens) if one.metric == "tokens_after" else one for one in column.scores)
    return replace(column, scores=tuple(scores))


def test_a_single_answer_of_a_model_is_neither_better_nor_best(columns):
    good = columns[0]
    assert standing(good, judged_ready(ready_of()), KEPT) == "better"
    assert standing(asked(good), judged_ready(ready_of()), KEPT) == "unknown"
    assert is_single(asked(good)) and not is_single(asked(good, 3))
    assert best((asked(good), columns[1]), judged_ready(ready_of()), KEPT) is None


def test_the_best_is_named_only_where_it_beats_all_and_controls_do_not_compete(columns):
    first = taking(column("F", "own/extractive"), 1.0)
    assert best((first, *columns[1:]), judged_ready(ready_of()), KEPT) == "F"
    twin = replace(first, key="Z")
    assert best((first, *columns[1:], twin), judged_ready(ready_of()), KEPT) is None
    assert best((column("I", "control/none"),), judged_ready(ready_of()), KEPT) is None


def test_who_takes_three_times_the_tokens_is_never_the_best(columns):
    first = column("F", "own/extractive")
    assert best((taking(first, 1.1), *columns[1:]), judged_ready(ready_of()), KEPT) == "F"
    assert best((taking(first, 3.0), *columns[1:]), judged_ready(ready_of()), KEPT) != "F"


def test_to_beat_only_who_takes_far_less_is_not_to_be_the_best(columns):
    shares = (replace(one, value=0.1, low=0.1, high=0.1) if one.metric == KEPT else one for one in columns[1].scores)
    worse = replace(columns[1], scores=tuple(shares))
    less = taking(worse, 0.3)
    assert best((taking(worse, 1.0),), judged_ready(ready_of()), KEPT) == RECORDED
    assert best((less,), judged_ready(ready_of()), KEPT) is None


def test_over_several_compactions_each_is_compared_with_itself():
    scenes = [judged_ready(ready_of(number=number)) for number in (1, 2, 3)]
    empty, kept = (
        over_all(scenes, [replace(column("A", name), arms=(arm,), scores=arm.scores) for arm in arms])
        for name, arms in (
            (name, [judged(run_free(one, variant(name), strategies())) for one in scenes])
            for name in ("control/empty", "control/none")
        )
    )
    ready = ready_over_all(scenes[0], scenes)
    assert standing(kept, ready, "statements_kept") in ("better", "same") and standing(
        empty, ready, "statements_kept"
    ) in ("same", "worse")
    assert standing(empty, ready, "no such figure") == "unknown"


def test_a_column_that_has_not_run_everywhere_is_never_the_best_of_all():
    scenes = [judged_ready(ready_of(number=number)) for number in (1, 2)]
    full = column("A", "control/none")
    good = replace(full, variant=replace(full.variant, strategy=strategies().all["own/head-tail"]))
    perfect = replace(full.score("statements_kept"), value=1.0, low=1.0, high=1.0)
    nothing = replace(perfect, value=0.0, low=0.0, high=0.0, n=2)
    ready = replace(
        ready_over_all(scenes[0], scenes),
        recorded=replace(scenes[0].recorded, scores=(nothing,)),
    )
    everywhere = replace(good, parts=(2, 2), scores=(replace(perfect, n=2),))
    assert best((everywhere,), ready, "statements_kept") == "A"
    assert best((replace(everywhere, scores=(replace(perfect, n=1),)),), ready, "statements_kept") is None


def test_without_a_judge_nothing_is_ranked(columns):
    """The opposite of every statement stands beside the statement: by its words it would be the best."""
    words = [replace(one, arms=(run_free(ready_of(), one.variant, strategies()),)) for one in columns]
    words = [replace(one, scores=one.arms[0].scores) for one in (*words, column("D", "control/inverted"))]
    for metric in (KEPT, "in_summary", "headline"):
        assert best(words, ready_of(), metric) is None
        assert {standing(one, ready_of(), metric) for one in words} == {"unknown"}
    assert best((*columns, words[0]), judged_ready(ready_of()), KEPT) is None, "one of them was not read"
