import pytest
from inspector.text.phrases import phrase, says


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("should", "it should hold", True),
        ("should", "shoulder to shoulder", False),
        ("agrees", "ok, go ahead", True),
        ("agrees", "we cannot go ahead", False),
        ("keeps", "ok, but please keep the gauge", True),
        ("keeps", "the gauges keep", False),
        ("asks without a mark", "so what did the gauge say", True),
        ("asks without a mark", "that is what the gauge said", False),
        ("chooses", "B) the harbour", True),
    ],
)
def test_a_phrase_is_found_where_its_place_asks_for_it(name, text, said):
    assert says(name, text) is said


def test_letters_count_alike_whatever_their_case():
    assert says("should", "It SHOULD hold")


def test_a_name_that_the_table_lacks_is_an_error():
    with pytest.raises(KeyError):
        phrase("no such name")
