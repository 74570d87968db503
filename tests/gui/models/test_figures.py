from inspector.gui.models.figures import basis_words, date_and_time, seconds, short, time_of_day, tokens, whole
from inspector.model import Basis, TokenCount


def test_what_the_log_says_and_what_was_worked_out_look_different():
    assert tokens(TokenCount(164213, Basis.RECORDED)) == "164,213"
    assert tokens(TokenCount(812, Basis.COUNTED)) == "[812]"


def test_unknown_is_words_and_never_zero():
    assert tokens(TokenCount(None, Basis.RECORDED)) == "not in this log"
    assert whole(None) == seconds(None) == time_of_day(None) == date_and_time("yesterday") == "not in this log"
    assert whole(0) == "0"


def test_large_numbers_are_written_in_three_digits():
    assert [short(n) for n in (0, 950, 1000, 31_449, 128_000, 999_900, 1_250_000)] == [
        "0", "950", "1.0k", "31.4k", "128k", "1.0M", "1.2M",
    ]  # fmt: skip


def test_a_long_time_is_in_minutes():
    assert seconds(12.34) == "12.3 s"
    assert seconds(125.9) == "2 min 5 s"


def test_the_basis_names_tokenizer_and_error():
    words = basis_words(TokenCount(2000, Basis.ESTIMATED, "o200k", 80))
    assert "estimated" in words and "o200k" in words and "± 80" in words
