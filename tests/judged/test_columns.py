"""Blind results of six compactions of three agents, with recorded answers: a judge that is worth something."""

from __future__ import annotations

import pytest

from inspector.rerun.controls import INVENTED, LAST
from tests.judged.columns import rank


@pytest.fixture(scope="module")
def ranked(corpus):
    gold = corpus.parent / "gold"
    if not (gold / "labels").is_dir():
        pytest.skip("there are no hand labels beside the checkout")
    return list(rank(gold, corpus))


def test_the_controls_come_last_of_eight_columns_everywhere(ranked) -> None:
    assert len(ranked) == 6 and len({one.scene.ready.document.session.agent for one in ranked}) == 3
    for one in ranked:
        names = [name for _, name in one.ranking]
        assert len(names) == 8 and set(names[-3:]) == set(LAST), f"{one.scene.log}: {one.ranking}"
        assert one.results.controls.last is True


def test_nine_of_ten_invented_claims_are_named(ranked) -> None:
    assert sum(one.named for one in ranked) >= 0.9 * len(INVENTED) * len(ranked)


def test_the_answers_are_of_the_questions_as_they_are_asked(ranked) -> None:
    assert not any(one.changed for one in ranked), "record them anew, or say so beside the figures"
