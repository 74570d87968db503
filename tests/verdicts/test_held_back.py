from dataclasses import replace

import pytest

from inspector.model import Evidence, Survival, Verdict, Zone
from inspector.verdicts.held_back import SAID_FROM, hold_back
from inspector.verdicts.survival import Outcome
from tests.talk import compactions, session

PLACE = Evidence(Zone.SUMMARY, 2, 0, 4, "near")
LOST = Survival(fact="f", compaction=1, verdict=Verdict.LOST, live=True, nearest=PLACE, why="Why.", confidence=0.5)


def held(survival):
    made = session(("human", "moor the ferries"), ("summary", "near"))
    return hold_back(Outcome(compactions(made)[0], (), (survival,))).survivals[0]


def test_a_loss_that_is_not_sure_enough_is_undecided_with_what_came_nearest():
    told = held(LOST)
    assert (told.verdict, told.unsure, told.nearest) == (Verdict.UNDECIDED, Verdict.LOST, PLACE)
    assert told.why == "Not found in other words either, but that is not sure enough to call it lost. Why."


@pytest.mark.parametrize("verdict", [Verdict.WEAKENED, Verdict.ALTERED, Verdict.CONTRADICTED])
def test_a_change_that_is_not_sure_enough_keeps_its_passage_as_the_nearest(verdict):
    told = held(replace(LOST, verdict=verdict, nearest=None, evidence=(PLACE,)))
    assert (told.verdict, told.unsure, told.nearest, told.evidence) == (Verdict.UNDECIDED, verdict, PLACE, ())
    assert verdict.value in told.why


@pytest.mark.parametrize(
    "survival",
    [
        replace(LOST, confidence=SAID_FROM), replace(LOST, confidence=None),
        replace(LOST, verdict=Verdict.REWORDED),
    ],
)  # fmt: skip
def test_what_is_sure_was_never_weighed_or_accuses_nobody_stays(survival):
    assert held(survival) == survival
