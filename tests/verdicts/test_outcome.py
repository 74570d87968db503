import pytest

from inspector.model import Survival, Verdict
from inspector.verdicts.outcome import differs


def judged(verdict: Verdict, ruled: Verdict | None) -> Survival:
    return Survival(fact="f", compaction=1, verdict=verdict, live=True, ruled=ruled)


@pytest.mark.parametrize(
    ("verdict", "ruled"),
    [
        (Verdict.VERBATIM, Verdict.LOST),
        (Verdict.LOST, Verdict.WEAKENED),
        (Verdict.CONTRADICTED, Verdict.REWORDED),
        (Verdict.SUPERSEDED, Verdict.VERBATIM),
    ],
)
def test_judge_and_rules_differ_where_one_calls_kept_what_the_other_calls_changed_or_lost(verdict, ruled):
    assert differs(judged(verdict, ruled))


@pytest.mark.parametrize(
    ("verdict", "ruled"),
    [
        (Verdict.VERBATIM, Verdict.REWORDED),
        (Verdict.ALTERED, Verdict.WEAKENED),
        (Verdict.UNDECIDED, Verdict.UNDECIDED),
    ],
)
def test_two_words_for_the_same_fate_do_not_differ(verdict, ruled):
    assert not differs(judged(verdict, ruled))


def test_a_verdict_of_the_rules_alone_differs_from_nothing():
    assert not differs(judged(Verdict.LOST, None))


def test_rules_that_decided_nothing_say_nothing_else():
    assert not differs(judged(Verdict.LOST, Verdict.UNDECIDED))
