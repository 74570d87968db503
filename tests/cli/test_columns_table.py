from dataclasses import replace

from inspector.cli.columns_table import print_columns
from inspector.model import FactKind, Verdict
from inspector.rerun.held import Held
from inspector.rerun.judged_runs import UNRANKED
from inspector.rerun.scored import ScoredRun
from inspector.rerun.scores import scores_of
from tests.made_judged import READ, judged

RULE = FactKind.CONSTRAINT


def result(*verdicts: Verdict, repeats: int = 1, **more) -> ScoredRun:
    made = [judged(*((RULE, verdict, 1.0) for verdict in verdicts), **more)] * repeats
    return ScoredRun(made[0], scores_of(made))


def printed(capsys, *results: ScoredRun) -> list[list[str]]:
    print_columns(results, Held(40, 100))
    return [table.splitlines() for table in capsys.readouterr().out.split("\n\n")]


def test_a_lower_bound_is_marked_and_a_mean_of_repeats_is_not(capsys):
    undecided = result(Verdict.VERBATIM, Verdict.UNDECIDED, by=READ)
    repeated = result(Verdict.VERBATIM, Verdict.LOST, repeats=3, by=READ)
    scores = tuple(
        replace(score, low=0.4, high=0.6) if score.metric == "headline" else score for score in repeated.scores
    )
    (whole,) = printed(capsys, undecided, replace(repeated, scores=scores))
    place = whole[0].index("headline")
    assert whole[1][place - 1 :].split()[0] == "≥50%"
    assert whole[2][place - 1 :].split()[0] == "50%"


def test_it_says_that_only_a_judge_can_rank_until_one_has_read_them_all(capsys):
    unread, read = result(Verdict.VERBATIM), result(Verdict.VERBATIM, by=READ)
    for results, is_said in (((unread, unread), True), ((unread, read), True), ((read, read), False)):
        print_columns(results, Held(40, 100))
        told = capsys.readouterr()
        assert (UNRANKED in told.err) is is_said and ("headline" in told.out) is (read in results)


def cells(row: str) -> list[str]:
    return [cell for cell in row.split("  ") if cell]


def test_what_the_log_records_stands_before_the_estimate_that_compares(capsys):
    print_columns([result(Verdict.VERBATIM, recorded=(2_000, 500)), result(Verdict.VERBATIM)], Held(40, 100))
    told = capsys.readouterr()
    heads, recorded, other = (cells(line) for line in told.out.splitlines()[:3])
    place = [head.strip() for head in heads].index("tokens after")
    assert [cell.strip() for cell in recorded[place : place + 2]] == ["500 (≈250)", "75% (≈75%)"]
    assert [cell.strip() for cell in other[place : place + 2]] == ["≈250", "≈75%"]
    assert "in brackets" in told.err


def test_counts_stand_as_they_are_and_a_price_below_a_dollar_is_no_nothing(capsys):
    print_columns([result(Verdict.ALTERED, cost=0.42, seconds=1.5)], Held(40, 100))
    row = capsys.readouterr().out.splitlines()[1]
    assert "≈1 " not in row and "$0.42" in row and "1.50 s" in row


def test_a_recorded_cost_stands_before_the_list_price_and_alone_without_one(capsys):
    paid = [result(Verdict.VERBATIM, cost=cost, cost_recorded=0.5) for cost in (0.42, None)]
    print_columns(paid, Held(40, 100))
    both, alone = capsys.readouterr().out.splitlines()[1:3]
    assert "$0.50 (≈$0.42)" in both
    assert "$0.50 " in alone and "(≈$" not in alone
