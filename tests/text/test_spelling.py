import pytest
from inspector.text.spelling import is_spelling, quotes_mended


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("comited", "committed"), ("deplys", "deploys"), ("mpcp", "mcp"), ("recieve", "receive"),
        ("lighthosue", "lighthouse"), ("harbourr", "harbour"),
    ],
)  # fmt: skip
def test_a_letter_wrong_missing_doubled_or_out_of_place_is_the_same_word(typed, meant):
    assert is_spelling(typed, meant) and is_spelling(meant, typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("now", "not"), ("import", "export"), ("v1080", "v1090"), ("enable", "disable"), ("local", "global"),
        ("must", "most"), ("ferry", "harbour"),
    ],
)  # fmt: skip
def test_other_words_numbers_and_words_that_deny_are_no_spelling(one, other):
    assert not is_spelling(one, other)


def test_words_run_together_are_those_words():
    assert quotes_mended(
        "bake the tide tables buildinto the image", 'Said: "Bake the tide tables build into the image."'
    )


def test_a_sentence_with_another_word_between_or_one_missing_is_another_sentence():
    assert quotes_mended("the charts are comited every night", "The charts are committed every night")
    assert not quotes_mended("the charts are comited every night", "The charts are committed every Monday")
    assert not quotes_mended("the charts are comited every night", "The charts are committed")
    assert not quotes_mended("the charts are kept every night", "The charts are kept every night"), "nothing was mended"
    spread = "The charts, which nobody has read for so long a time now, are committed by the harbour master every night"
    assert not quotes_mended("the charts are comited every night", spread)
