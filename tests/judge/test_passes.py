from dataclasses import replace

from inspector.judge.check import Checked
from inspector.judge.passes import claims_together, same_words, together
from inspector.model import Claim, Fact, FactKind, Quote, Verdict


def told(text="never write outside", start=0, item=1, verdict=Verdict.LOST, live=True, **more):
    fact = Fact(
        id=f"{item}-{start}",
        kind=FactKind.CONSTRAINT,
        statement=text,
        quotes=(Quote(item, start, start + len(text)),),
        texts=(text,),
    )
    return Checked(fact, live, verdict, **more)


def test_what_both_find_is_sure_and_what_one_finds_is_marked():
    both, alone = together([told()], [told("never write", 0), told("use port 8443", 40)])
    assert (both.sure, alone.sure) == (True, False) and alone.fact.texts == ("use port 8443",)


def test_two_fates_that_differ_are_a_doubt():
    (one,) = together([told(verdict=Verdict.LOST)], [told(verdict=Verdict.REWORDED)])
    assert "reworded" in one.doubt


def test_lost_and_said_in_other_words_for_the_same_is_no_doubt():
    (one,) = together([told(verdict=Verdict.WEAKENED)], [told(verdict=Verdict.ALTERED)])
    assert one.doubt == "" and one.verdict is Verdict.WEAKENED


def test_of_a_doubtful_and_a_plain_verdict_the_plain_one_is_taken():
    (one,) = together([told(verdict=Verdict.LOST, doubt="its words stand there")], [told(verdict=Verdict.VERBATIM)])
    assert (one.verdict, one.doubt, one.sure) == (Verdict.VERBATIM, "", True)


def test_it_matters_where_both_say_so():
    (one,) = together([told(live=True)], [told(live=False)])
    assert one.live is False


def test_the_same_words_elsewhere_are_the_same_and_neighbours_are_not():
    assert same_words(told().fact, told(item=7).fact)
    assert not same_words(told("abc def", 0).fact, told("ghi jkl", 8).fact)


CLAIM = Claim(compaction=1, quote=Quote(9, 10, 40), text="x", kind="contradicted", why="No.")


def test_a_claim_that_one_reading_supports_is_told_as_supported_and_not_sure():
    (one,) = claims_together([CLAIM], [replace(CLAIM, kind="supported")])
    assert (one.kind, one.sure) == ("supported", False)


def test_a_claim_that_both_doubt_is_sure():
    (one,) = claims_together([CLAIM], [replace(CLAIM, kind="unsupported")])
    assert (one.kind, one.sure) == ("contradicted", True)


def test_claims_stand_in_the_order_of_the_summary():
    later = replace(CLAIM, quote=Quote(9, 60, 80))
    assert claims_together([later], [CLAIM]) == [replace(CLAIM, sure=False), replace(later, sure=False)]
