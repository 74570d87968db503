import pytest

from inspector.model import Verdict
from inspector.wording.verdicts import folded_words, unlisted_words, verdict_meaning, verdict_word


def test_each_verdict_has_a_word_and_a_meaning_of_its_own():
    assert len({verdict_word(one) for one in Verdict}) == len({verdict_meaning(one) for one in Verdict}) == len(Verdict)


def test_a_verdict_is_known_by_its_value_too():
    with pytest.raises(ValueError, match="is not a valid"):
        verdict_word("mislaid")


def test_what_the_rules_find_nowhere_and_are_not_sure_of_is_not_found():
    assert verdict_word(Verdict.UNDECIDED, Verdict.LOST) == "not found"
    assert verdict_word(Verdict.UNDECIDED, Verdict.ALTERED) == verdict_word(Verdict.UNDECIDED) == "undecided"


def test_what_is_left_out_is_counted():
    assert folded_words(1).startswith("1 more fact that the work showed, neither failed")
    assert unlisted_words(2).startswith("2 more facts that the work showed, kept, undecided, or neither failed")
