import pytest
from inspector.text.difference import compare, is_negative, names, numbers


def test_a_changed_number_is_lost_on_one_side_and_new_on_the_other():
    difference = compare("retry at most 4 times within 90 s", "up to 5 retries within 90 s")
    assert difference.numbers == ("4",) and difference.new_numbers == ("5",)


def test_numbers_and_names_stand_apart_from_signs_that_are_written_without_blanks():
    assert numbers("端口8080的潮位，60秒") == ("8080", "60")
    assert names("请更新src/tides.py文件") == ("src/tides.py",)
    assert names("请更新`docs/说明.md`文件") == ("docs/说明.md",)


def test_a_list_mark_is_no_number():
    assert numbers("3. run it twice") == ()


def test_a_place_in_an_order_is_no_number():
    assert numbers("the 5th tide of 12, the 3rd in 2 days") == ("12", "2")


def test_a_unit_belongs_to_its_number():
    assert numbers("wait 90 ms") == ("90ms",)


def test_names_are_paths_identifiers_flags_and_tickets():
    assert names("set `retryCount` in src/app.py with --force for ABC-12") == (
        "retryCount",
        "src/app.py",
        "--force",
        "ABC-12",
    )


def test_a_missing_scope_word_is_told():
    assert compare("only for the map", "for the map").scope == ("only",)


def test_must_that_became_may_is_softened_and_the_reverse_is_not():
    assert compare("times must be UTC", "times may be UTC").softened
    assert not compare("times may be UTC", "times must be UTC").softened


@pytest.mark.parametrize("text", ["never push", "不要提交", "nicht ändern", "не чіпай"])
def test_negation_is_seen_in_several_languages(text):
    assert is_negative(text)


def test_a_scope_word_is_missed_in_a_language_without_blanks():
    assert compare("仅用于测试环境", "用于测试环境").scope == ("仅",)


def test_how_digits_are_grouped_makes_no_other_number():
    assert numbers("at most 5,000 requests") == numbers("at most 5000 requests")
    assert numbers("ports 80, 443") == ("80", "443")


def test_names_in_a_long_run_are_read_in_one_go(ends):
    assert names("0af3" * 40_000) == () and names("a-" * 40_000) == ()
    assert names("src/" + "tide" * 20 + "/gauge.py") == ("src/" + "tide" * 20 + "/gauge.py",)
