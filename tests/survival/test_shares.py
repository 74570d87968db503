import pytest

from inspector.model import Fact, FactKind, Fold, Quote, Survival, Verdict
from inspector.survival.shares import Share, shares, wilson


def pair(verdict, kind=FactKind.SAID, **more):
    fact = Fact(id="f", kind=kind, statement="", quotes=(Quote(1, 0, 1),), texts=("x",), **more)
    return fact, Survival(fact="f", compaction=1, verdict=verdict)


def test_what_is_folded_replaced_or_undecided_is_in_no_number():
    told = shares(
        [
            pair(Verdict.VERBATIM),
            pair(Verdict.PART),
            pair(Verdict.ABSENT),
            pair(Verdict.LOST),
            pair(Verdict.ALTERED),
            pair(Verdict.SUPERSEDED),
            pair(Verdict.UNDECIDED),
            pair(Verdict.ABSENT, fold=Fold.SHORT),
        ]
    )
    assert told == {"said": Share(kind="said", n=5, kept=1, distorted=1, lost=1, part=1, absent=1)}


def test_what_the_work_used_again_is_counted_apart():
    told = shares(
        [pair(verdict, FactKind.FINDING, needed_later=True) for verdict in (Verdict.VERBATIM, Verdict.ABSENT)]
        + [pair(Verdict.ABSENT, FactKind.FINDING)]
    )
    assert (told["finding"].used, told["finding"].used_kept, told["finding"].n) == (2, 1, 3)


def test_the_interval_of_a_share_holds_it_and_is_all_where_nothing_was_counted():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(3, 10)
    assert low == pytest.approx(0.108, abs=0.001) and high == pytest.approx(0.603, abs=0.001)
