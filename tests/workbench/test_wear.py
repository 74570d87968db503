from inspector.model import Basis, Verdict
from inspector.survival.erosion import erode
from inspector.workbench.judgements import Judgements
from inspector.workbench.wear import wear
from tests.made_facts import PYTEST, judged_document


def test_without_a_word_of_the_user_it_is_what_was_found():
    document = judged_document()
    assert wear(document, Judgements()) == erode(document.comparison)


def test_an_entered_verdict_stands_in_place_of_the_judged_one():
    document, judgements = judged_document(), Judgements()
    judgements.enter_verdict(PYTEST.id, 2, Verdict.LOST)
    (track,) = (one for one in wear(document, judgements).tracks if one.fact.id == PYTEST.id)
    assert track.cells[1].basis is Basis.ENTERED
    judgements.undo()
    (track,) = (one for one in wear(document, judgements).tracks if one.fact.id == PYTEST.id)
    assert track.cells[1].basis is not Basis.ENTERED
