from dataclasses import replace

import pytest

from inspector.model import Verdict
from inspector.workbench.contrast import RECORDED, Show, rows_of, told_of
from tests.made_runs import judged, judged_ready, ready_of, run_free, strategies, variant


def results(name):
    return (run_free(ready_of(), variant(name), strategies()),)


@pytest.fixture(scope="module")
def sides():
    return {"A": results("control/none"), "B": results("control/empty"), RECORDED: (ready_of().recorded,)}


@pytest.fixture(scope="module")
def rows(sides):
    return rows_of(ready_of(), sides)


def test_a_row_is_a_sentence_of_the_user_that_stood_before_in_the_order_said(rows):
    facts = [row.fact for row in rows]
    places = [(fact.quotes[0].item, fact.quotes[0].start) for fact in facts]
    assert places == sorted(places) and {fact.kind.value for fact in facts} == {"said"}
    assert all(fact.fold is None for fact in facts)


def test_whole_in_one_and_gone_in_the_other_is_a_difference_and_the_same_is_none(rows):
    assert all(row.differs(("A", "B")) for row in rows)
    assert not any(row.differs(("A", "A")) or row.differs(("B", "nobody")) for row in rows)
    assert len([row for row in rows if row.passes(Show.DIFFERENT, ("A", "B"))]) == len(rows)
    assert not [row for row in rows if row.passes(Show.NOT_WHOLE, ("A",))]


def test_figures_are_of_the_same_rows_and_the_recorded_ones_those_of_review(rows, sides):
    whole, none, recorded = (told_of(rows, key, sides[key]) for key in ("A", "B", RECORDED))
    assert (whole.kept, whole.n, none.kept) == ((len(rows),), len(rows), (0,))
    there = [row for row in rows if row.verdict(RECORDED) is Verdict.VERBATIM]
    assert recorded.kept == (len(there),) and 0 < len(there) < len(rows)
    assert whole.tokens > none.tokens and whole.false is None


def test_each_answer_of_a_column_counts_for_itself(rows, sides):
    mixed = {"A": (*sides["A"], *sides["B"])}
    again = rows_of(ready_of(), mixed)
    assert told_of(again, "A", mixed["A"]).kept == (len(rows), 0)
    assert again[0].verdict("A") is Verdict.ABSENT, "of equals the worse"
    more = rows_of(ready_of(), {"A": (*sides["A"], *sides["A"], *sides["B"])})
    assert more[0].verdict("A") is Verdict.VERBATIM


def test_of_equally_common_verdicts_the_opposite_of_what_was_said_is_the_worst(rows):
    survival = rows[0].columns["A"][0]
    for verdict in Verdict:
        both = tuple(replace(survival, verdict=one) for one in (verdict, Verdict.CONTRADICTED))
        assert replace(rows[0], columns={"A": both}).verdict("A") is Verdict.CONTRADICTED


def test_where_a_judge_has_read_them_its_statements_are_the_rows_and_its_claims_are_counted(sides):
    ready = judged_ready(ready_of())
    read = {key: tuple(judged(result) for result in some) for key, some in sides.items()}
    found = rows_of(ready, read)
    assert found and told_of(found, RECORDED, read[RECORDED]).false == (0,)
    assert told_of(found, "B", read["B"]).false is None, "nothing was written that could say anything false"


def test_without_a_result_or_a_sentence_nothing_is_told_and_what_stayed_beside_a_summary_is(rows):
    assert told_of(rows, "C", ()) is None and told_of((), RECORDED, (ready_of().recorded,)) is None
    unreadable = replace(ready_of().recorded, compared=replace(ready_of().recorded.compared, note="It is encrypted."))
    assert told_of(rows, RECORDED, (unreadable,)).is_beside
    survival = replace(rows[0].columns[RECORDED][0], verdict=Verdict.UNDECIDED)
    assert told_of((replace(rows[0], columns={RECORDED: (survival,)}),), RECORDED, (unreadable,)) is None
