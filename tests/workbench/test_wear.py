"""Erosion with the user's own verdicts, worked out once for each set of them."""

from __future__ import annotations

from dataclasses import replace

from inspector.survival.erosion import erode

from inspector.model import Basis, Verdict
from inspector.store.cache import Cache
from inspector.workbench.judgements import Judgements
from inspector.workbench.wear import wear
from tests.made_facts import PYTEST, judged_document


def test_a_second_look_follows_no_fact_and_shows_the_same() -> None:
    cache, first, again = Cache.memory(), judged_document(), judged_document()
    found = wear(first, Judgements(), cache)
    assert found == erode(first.comparison) and first.work.worn == 6
    assert wear(again, Judgements(), cache) == found
    assert again.work.worn == 0


def test_an_entered_verdict_stands_in_place_of_the_judged_one_each_time() -> None:
    cache, judgements = Cache.memory(), Judgements()
    wear(judged_document(), judgements, cache)
    judgements.enter_verdict(PYTEST.id, 2, Verdict.LOST)
    for _ in range(2):
        document = judged_document()
        (track,) = (one for one in wear(document, judgements, cache).tracks if one.fact.id == PYTEST.id)
        assert track.first_loss == 2
        assert track.cells[1].survival.basis is Basis.ENTERED
    assert document.work.worn == 0
    judgements.undo()
    (track,) = (one for one in wear(document, judgements, cache).tracks if one.fact.id == PYTEST.id)
    assert track.first_loss is None


def test_other_verdicts_on_the_same_session_are_another_result() -> None:
    cache, first, other = Cache.memory(), judged_document(), judged_document()
    wear(first, Judgements(), cache)
    other.comparison = other.comparison[:1]
    assert len(wear(other, Judgements(), cache).compactions) == 1


def test_a_fact_that_stands_twice_is_worked_out_each_time() -> None:
    cache, document = Cache.memory(), judged_document()
    one = document.comparison[0]
    document.comparison = (replace(one, facts=(*one.facts, PYTEST), survivals=(*one.survivals, one.survivals[2])),)
    assert wear(document, Judgements(), cache) == wear(document, Judgements(), cache)
    assert document.work.worn == 12
