from inspector.text.openings import ends_of, opening_word, without_opening, word_count


def test_openings_are_skipped_before_the_first_word():
    assert opening_word("ok, please add a test") == "add"


def test_a_text_that_is_all_opening_keeps_its_word():
    assert opening_word("ok") == "ok"


def test_two_chinese_signs_count_as_one_word():
    assert word_count("修复登录 now") == 3


def test_a_text_without_an_opening_stays_itself():
    text = "Tests fail."
    assert without_opening(text) is text


def test_of_a_very_long_text_beginning_and_end_are_seen():
    text = "please " + "x " * 5_000 + "is that right?"
    assert ends_of(text).startswith("please x") and ends_of(text).endswith("is that right?")
    assert len(ends_of(text)) < 2_000 and ends_of("short") == "short"
