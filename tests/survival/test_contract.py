from dataclasses import replace

from inspector.model import Basis, Verdict
from inspector.survival.contract import missing_in, standing_json, words_of
from tests.made_facts import COMMITS, OUTSIDE, survival


def test_what_is_counted_has_words_and_what_is_judged_has_a_ruling():
    counted = standing_json(COMMITS, survival(COMMITS, 1, Verdict.ABSENT, before=False))
    assert counted == {"words": "absent", "missing": (), "before": False, "judged": None, "entered": None}
    judged = standing_json(OUTSIDE, survival(OUTSIDE, 1, Verdict.LOST, why="Gone.", sure=True), Verdict.REWORDED)
    assert (judged["words"], judged["entered"]) == (None, "reworded")
    assert judged["judged"] == {
        "verdict": "lost", "kind": "constraint", "strength": "must", "live": True, "why": "Gone.", "sure": True,
    }  # fmt: skip


def test_every_verdict_that_is_counted_has_its_word():
    told = survival(COMMITS, 1, Verdict.VERBATIM)
    words = [
        words_of(replace(told, verdict=verdict)) for verdict in (Verdict.VERBATIM, Verdict.PART, Verdict.UNDECIDED)
    ]
    assert words == ["there", "part", "unread"]
    assert words_of(replace(told, verdict=Verdict.UNDECIDED, basis=Basis.JUDGED)) == ""


def test_missing_words_are_told_as_they_were_written():
    part = survival(COMMITS, 1, Verdict.PART, missing=((0, 12), (13, 18)))
    assert missing_in(COMMITS, part) == ("I would like", "small")
