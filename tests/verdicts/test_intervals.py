import pytest
from inspector.verdicts.intervals import DISTORTED, GONE, KEPT, shares, wilson

from inspector.model import Fact, FactKind, Survival, Verdict


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"), [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634)]
)
def test_wilson_agrees_with_published_values(hits, n, low, high):
    assert wilson(hits, n) == pytest.approx((low, high), abs=1e-3)


def test_nothing_counted_leaves_everything_open():
    assert wilson(0, 0) == (0.0, 1.0)


def test_every_verdict_that_tells_something_is_kept_distorted_or_gone_and_only_one_of_them():
    told = [*KEPT, *DISTORTED, *GONE]
    assert len(told) == len(set(told))
    assert set(Verdict) - set(told) == {Verdict.UNDECIDED, Verdict.SUPERSEDED}
    assert Verdict.CONTRADICTED in DISTORTED


def test_undecided_and_superseded_facts_are_in_no_number():
    fact = Fact(id="f", kind=FactKind.TASK, statement="s", quotes=(), texts=())
    verdicts = (Verdict.VERBATIM, Verdict.ALTERED, Verdict.LOST, Verdict.UNDECIDED, Verdict.SUPERSEDED)
    share = shares((fact, Survival(fact="f", compaction=1, verdict=verdict, live=True)) for verdict in verdicts)["task"]
    assert (share.n, share.kept, share.distorted, share.lost) == (3, 1, 1, 1)


def test_of_evidence_what_was_used_again_is_counted_beside_all_that_was_shown():
    told = []
    for used, verdict in (
        (True, Verdict.VERBATIM),
        (True, Verdict.LOST),
        (True, Verdict.UNDECIDED),
        (False, Verdict.LOST),
    ):
        fact = Fact(id="f", kind=FactKind.FINDING, statement="s", quotes=(), texts=(), needed_later=used)
        told.append((fact, Survival(fact="f", compaction=1, verdict=verdict, live=True)))
    share = shares(told)["finding"]
    assert (share.n, share.kept, share.used, share.used_kept) == (3, 1, 2, 1)
