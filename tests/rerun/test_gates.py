from __future__ import annotations

import random
from dataclasses import replace

import pytest

from inspector.errors import UsageError
from inspector.model import FactKind, Verdict
from inspector.rerun.column import Variant
from inspector.rerun.gates import Contender, Gates, check_gates, estimate, find_baseline, missed
from inspector.rerun.scored import ScoredRun, scored_run
from inspector.rerun.scorers.facts import BANKED
from tests.made_judged import READ, judged
from tests.rerun.laboratory import STRATEGIES

FACTS = 20


def result(kept: int, undecided: int = 0, error: str = "") -> ScoredRun:
    """A run that kept so many of twenty constraints."""
    verdicts = [Verdict.VERBATIM] * kept + [Verdict.UNDECIDED] * undecided
    verdicts += [Verdict.LOST] * (FACTS - len(verdicts))
    return scored_run(judged(*((FactKind.CONSTRAINT, verdict, 1.0) for verdict in verdicts), error=error, by=READ))


def contender(name: str, *cells: tuple[int, ...], asks: bool = True) -> Contender:
    return Contender(name, name, asks, tuple(tuple(result(kept) for kept in cell) for cell in cells))


def held(*told: Contender, recorded: int = 10, baseline: str = "", **gates) -> list[str]:
    lines = missed(told, [result(recorded)] * len(told[0].cells), Gates(banked=True, **gates), baseline)
    return [f"{name}: {why}" for name, why in lines]


def test_a_share_whose_whole_interval_is_under_the_bar_is_missed_and_the_line_says_all():
    (line,) = held(contender("bad", (2, 3, 2)), contender("good", (18, 17, 19)), under=0.8)
    assert line == "bad: facts kept 12% (4% to 19%, 3 runs) is under the bar of 80%."


def test_a_mean_under_the_bar_inside_its_interval_is_not_missed():
    assert held(contender("unsure", (12, 16, 18)), under=0.8) == []


def test_the_interval_is_of_the_repeats_and_not_of_how_compactions_differ():
    one = estimate(contender("a", (4, 4, 4), (18, 18, 18)), BANKED)
    assert (one.value, one.low, one.high) == (pytest.approx(0.55),) * 3
    noisy = estimate(contender("a", (4, 5, 6)), BANKED)
    assert noisy.low == pytest.approx(0.25 - 4.303 * 0.05 / 3**0.5, abs=1e-6)


def test_of_what_asks_no_model_one_run_is_enough():
    assert held(contender("free", (4,), asks=False), under=0.8)


def test_what_undecided_facts_leave_open_is_not_held_against_a_variant():
    unsure = Contender("a", "a", False, ((result(10, undecided=8),),))
    assert missed([unsure], [result(0)], Gates(under=0.8, banked=True)) == []
    assert missed([unsure], [result(0)], Gates(under=0.95, banked=True))


def test_a_bad_variant_named_first_does_not_pass_behind_a_good_one():
    for order in ((contender("bad", (0, 0, 1)), contender("good", (17, 18, 19))),) * 2:
        assert {line.split(":")[0] for line in held(*order, worse_than="recorded")} == {"bad"}
        assert {line.split(":")[0] for line in held(*reversed(order), worse_than="recorded")} == {"bad"}


def test_another_variant_can_be_the_baseline():
    lines = held(contender("bad", (9, 10, 9)), contender("good", (17, 18, 19)), baseline="good", worse_than="good")
    assert lines[0].startswith("bad: statements kept 47%") and "is worse than good: 90%" in lines[0]


def test_who_is_not_held_to_gates_can_be_the_baseline_all_the_same():
    told = [contender("bad", (9, 10, 9)), contender("good", (17, 18, 19))]
    lines = missed(told, [result(10)], Gates(under=0.95, worse_than="good"), "good", {"bad"})
    assert {name for name, _ in lines} == {"bad"} and any("is worse than good" in why for _, why in lines)


def test_a_variant_without_a_result_cannot_pass():
    failed = Contender("f", "f", True, ((result(0, error="It refused."), result(0, error="It refused.")),))
    assert missed([failed], [result(0)], Gates(under=0.0)) == [
        ("f", "no result on 1 of 1 compaction, so it cannot pass. It refused.")
    ]


def test_one_answer_of_a_model_is_no_ground_for_a_gate():
    model = Variant(STRATEGIES.named("codex/local"), "m")
    check_gates(Gates(), [model], is_judged=True)
    check_gates(Gates(under=0.5), [Variant(STRATEGIES.named("control/empty"))], is_judged=True)
    with pytest.raises(UsageError, match="decided by chance"):
        check_gates(Gates(under=0.5), [model], is_judged=True)
    check_gates(Gates(under=0.5), [replace(model, repeats=2)], is_judged=True)


def test_without_a_judge_only_the_words_of_a_bank_hold_a_variant():
    free = [Variant(STRATEGIES.named("control/inverted"))]
    check_gates(Gates(under=0.5, banked=True), free, is_judged=False)
    for gates in (Gates(under=0.5), Gates(worse_than="recorded"), Gates(worse_than="recorded", banked=True)):
        with pytest.raises(UsageError, match="only a judge"):
            check_gates(gates, free, is_judged=False)


def test_what_no_judge_has_read_cannot_pass_and_is_held_against_nothing():
    unread = Contender("a", "a", False, ((scored_run(judged((FactKind.CONSTRAINT, Verdict.LOST, 1.0))),),))
    assert missed([unread], [result(20)], Gates(worse_than="recorded"), "recorded") == []
    assert missed([unread], [result(20)], Gates(under=0.1)) == [
        ("a", "headline is not known, so it cannot pass. No judge has read it.")
    ]


def test_a_baseline_is_what_only_one_variant_is_called():
    known = {"k1": {"codex/local", "handoff"}, "k2": {"codex/local", "mine"}}
    assert find_baseline("mine", known) == "k2"
    assert find_baseline("recorded", known) == "recorded"
    with pytest.raises(UsageError, match="names several columns"):
        find_baseline("codex/local", known)
    with pytest.raises(UsageError, match="is no column"):
        find_baseline("other", known)


@pytest.mark.parametrize("repeats", [3, 5])
def test_how_often_two_variants_that_are_the_same_are_told_apart(repeats):
    """Of five hundred pairs that differ by chance alone, at most one in a hundred is called worse."""
    draw = random.Random(20)

    def variant(name: str) -> Contender:
        return contender(name, tuple(min(FACTS, max(0, round(draw.gauss(10, 2)))) for _ in range(repeats)))

    wrong = sum(bool(held(variant("a"), variant("b"), baseline="b", worse_than="b")) for _ in range(500))
    assert wrong / 500 < 0.01
