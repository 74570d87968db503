from dataclasses import replace

from inspector.survival.shares import wilson

from inspector.model import FactKind, Quote, Verdict
from inspector.rerun.scorers.parts import AGES, KINDS
from tests.made_judged import judged

RULE, FOUND = FactKind.CONSTRAINT, FactKind.FINDING


def test_there_is_a_figure_for_every_kind():
    assert set(KINDS) == set(FactKind)
    assert len({scorer.metric for scorer in KINDS.values()}) == len(KINDS)


def test_each_kind_is_told_apart_with_its_interval():
    run = judged((RULE, Verdict.LOST, 1), (RULE, Verdict.VERBATIM, 1), (FOUND, Verdict.REWORDED, 1))
    rule, found = KINDS[RULE].score(run), KINDS[FOUND].score(run)
    assert (rule.value, rule.n, rule.low, rule.high) == (0.5, 2, *wilson(1, 2))
    assert (found.value, found.n) == (1.0, 1)


def test_a_kind_that_is_not_there_is_unknown_and_not_zero():
    assert KINDS[FactKind.QUESTION].score(judged((RULE, Verdict.LOST, 1))).value is None


def test_what_is_done_with_superseded_or_undecided_is_in_no_number():
    run = judged(
        (RULE, Verdict.VERBATIM, 1),
        (RULE, Verdict.LOST, 1),
        (RULE, Verdict.SUPERSEDED, 1),
        (RULE, Verdict.UNDECIDED, 1),
        live=[True, False, True, True],
    )
    figure = KINDS[RULE].score(run)
    assert (figure.value, figure.n) == (1.0, 1) and "1 undecided" in figure.detail


def test_beside_a_text_that_cannot_be_judged_no_kind_has_a_share():
    run = replace(judged((RULE, Verdict.VERBATIM, 1)), note="The summary cannot be read.")
    assert (KINDS[RULE].score(run).value, KINDS[RULE].score(run).detail) == (None, "The summary cannot be read.")


OLD, NEW = Verdict.LOST, Verdict.VERBATIM


def aged(items, verdicts, **more):
    """A judged run whose facts were said at these items."""
    run = judged(*((FOUND, verdict, 1.0) for verdict in verdicts), **more)
    facts = (replace(fact, quotes=(Quote(item, 0, 1),)) for fact, item in zip(run.facts, items, strict=True))
    return replace(run, facts=tuple(facts))


def figures(run):
    return [(figure.value, figure.n) for figure in (scorer.score(run) for scorer in AGES)]


def test_quarters_go_by_when_a_fact_was_said_and_not_by_the_order_of_the_bank():
    run = aged([80, 10, 60, 20, 70, 30, 50, 40], [NEW, OLD, NEW, OLD, NEW, OLD, NEW, NEW])
    assert figures(run) == [(0.0, 2), (0.5, 2), (1.0, 2), (1.0, 2)]


def test_what_lives_in_an_earlier_summary_alone_is_the_oldest():
    run = aged([10, 20, 30, 40], [NEW, NEW, NEW, OLD])
    run = replace(run, facts=(*run.facts[:3], replace(run.facts[3], from_summary=True)))
    assert figures(run) == [(0.0, 1), (1.0, 1), (1.0, 1), (1.0, 1)]


def test_with_fewer_facts_than_quarters_some_are_unknown():
    values = [value for value, _ in figures(aged([10, 20], [OLD, NEW]))]
    assert values.count(None) == 2 and sorted(value for value in values if value is not None) == [0.0, 1.0]


def test_facts_that_no_longer_matter_do_not_shift_the_quarters():
    run = aged([1, 2, 3, 4, 5, 6, 7, 8], [OLD] * 4 + [OLD, NEW, NEW, NEW], live=[False] * 4 + [True] * 4)
    assert figures(run) == [(0.0, 1), (1.0, 1), (1.0, 1), (1.0, 1)]


def test_each_has_an_interval_that_says_how_few_facts_it_rests_on():
    figure = AGES[0].score(aged([1, 2, 3, 4], [NEW] * 4))
    assert figure.low < 0.5 and figure.high == 1.0
