import pytest

from inspector.model import Verdict
from inspector.wording.verdicts import NOT_LOST, verdict_meaning, verdict_word


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_a_word_and_a_meaning(verdict):
    assert verdict_word(verdict) == verdict_word(verdict.value) != ""
    assert verdict_meaning(verdict) != verdict_word(verdict)


def test_what_is_counted_is_said_in_words_that_accuse_nobody():
    counted = (Verdict.VERBATIM, Verdict.PART, Verdict.ABSENT)
    assert [verdict_word(one) for one in counted] == ["there", "in part", "not there"]
    assert not any("lost" in verdict_meaning(one) for one in counted) and "one such sentence in six" in NOT_LOST
