from dataclasses import replace

from inspector.model import Claim, Judgement, Quote
from inspector.survival.survive import survive
from tests.talk import found

CLAIM = Claim(compaction=1, quote=Quote(2, 0, 1), text="x", kind="supported", why="")


def test_supported_claims_are_those_that_a_judge_found():
    (one,) = found(("human", "Never push to main."), ("summary", "x"))
    outcome = survive(one)
    assert outcome.supported == () and not outcome.is_unread
    doubted = replace(CLAIM, kind="unsupported")
    judged = replace(outcome, judgement=Judgement(compaction=1, model="m", claims=(CLAIM, doubted)))
    assert judged.supported == (CLAIM,)
