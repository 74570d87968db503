from dataclasses import replace

from inspector.model import Basis, Verdict
from inspector.survival.erosion import erode
from inspector.survival.survive import survive
from tests.talk import found

RULE = "Never push to the main branch."


def outcomes(*talk):
    return [survive(one) for one in found(*talk)]


def test_a_sentence_is_one_row_however_often_it_goes_and_comes_back():
    told = erode(
        outcomes(
            ("human", RULE),
            ("summary", "Nothing of it."),
            ("human", RULE),
            ("summary", RULE),
            ("human", "Keep the old table."),
            ("summary", "Nothing."),
        )
    )
    first, second = told.tracks
    assert [cell and cell.verdict for cell in first.cells] == [Verdict.ABSENT, Verdict.VERBATIM, Verdict.ABSENT]
    assert [cell and cell.verdict for cell in second.cells] == [None, None, Verdict.ABSENT]
    assert (first.again, second.first) == ((2,), 2)


def test_what_stays_out_is_not_said_again():
    (track,) = erode(outcomes(("human", RULE), ("summary", "x"), ("agent", "y"), ("summary", "z"))).tracks
    assert track.again == ()


def test_a_persons_verdict_stands_in_the_place_of_another():
    def kept(survival):
        return replace(survival, verdict=Verdict.REWORDED, basis=Basis.ENTERED)

    (track,) = erode(outcomes(("human", RULE), ("summary", "x")), kept).tracks
    assert track.cells[0].basis is Basis.ENTERED


def test_a_compaction_that_nobody_can_read_is_named():
    assert erode(outcomes(("human", RULE), ("encrypted", "gAAAA"))).unread == {1}
