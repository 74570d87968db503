import pytest

from inspector.text.tokens import is_setting, numbers_in, parts, without_escapes


def told(text):
    return [(number.number, number.unit, number.label) for number in numbers_in(text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("port 8080", ("8080", "", "port")),
        ("the port is `8080`", ("8080", "", "port")),
        ("MAX_RETRIES = 7", ("7", "", "MAX_RETRIES")),
        ("timeout: 30s", ("30", "s", "timeout")),
        ("timeout of about 30 seconds", ("30", "s", "timeout")),
        ('"limit": 1,670', ("1670", "", "limit")),
        ("after 30-second waits", ("30", "s", "after")),
        ("coverage 85.5 %", ("85.5", "%", "coverage")),
        ("timeout: 30 Seconds", ("30", "s", "timeout")),
        ("rate: 60 fps", ("60", "fps", "rate")),
        ("rate: 60 Hz", ("60", "hz", "rate")),
        ("size: 16.1k", ("16100", "", "size")),
        ("size: 0.0625k", ("62.5", "", "size")),
    ],
)
def test_a_number_has_its_unit_and_the_word_it_belongs_to(text, number):
    assert told(text) == [number]


@pytest.mark.parametrize(
    "text",
    [
        "max(0.45, 1 - x)",
        "score >= 80",
        "limit === 30",
        "line[:width - 4]",
        "LIMIT * 0.5",
        "limit = 24 * 60",
        "memory = 500 * 1024",
        "score: 7/10",
        "minimum 3-month terms",
        "coverage of 4 dimensions",
        "timeout(30)",
    ],
)
def test_no_setting_is_what_is_compared_reckoned_passed_or_counts_something_else(text):
    assert {label for _, _, label in told(text)} == {""}


def test_what_a_number_is_reckoned_with_is_found_all_the_same():
    assert told("limit = 24 * 60") == [("24", "", ""), ("60", "", "")]


def test_what_stands_close_to_a_number_is_not_always_a_sign_of_reckoning():
    assert told("port 8080/tcp, a limit: **70**") == [("8080", "", "port"), ("70", "", "limit")]


def test_a_duration_of_something_is_a_setting():
    assert is_setting("animationDuration")
    assert not is_setting("duration_ms")


def test_digits_inside_words_are_no_numbers():
    assert told("x86 a1b2 sha256 v8engine 12ab 4102454d-445d-4a") == []


def test_a_longer_number_is_one_number():
    assert told("18080") == [("18080", "", "")]


def test_versions_are_whole():
    assert [number.version for number in numbers_in("node v20.11.1 and 1.2.0-rc.1")] == ["20.11.1", "1.2.0-rc.1"]


def test_names_fall_into_their_words():
    assert parts("maxRetries") == parts("MAX_RETRIES") == ("max", "retries")
    assert is_setting("httpPort")
    assert not is_setting("report")


def test_places_stay_when_escapes_are_blanked():
    text = '{"command":"cat a.py\\nb.py \\"c\\""}'
    assert len(without_escapes(text)) == len(text)
    assert without_escapes(text).index("b.py") == text.index("b.py")
    assert "\\" not in without_escapes(text)


def test_an_escaped_line_break_stays_one():
    assert without_escapes('"a\\nb"').split() == ['"a', 'b"']
    assert without_escapes('"a\\nb"').count("\n") == 1


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [("width 1,200 px", "1200", "px"), ("width: 300 px", "300", "px"), ("Step 5 commit", "5", "")],
)
def test_a_unit_of_measure_is_no_noun_that_is_counted(text, number, unit):
    (found,) = numbers_in(text)
    assert (found.number, found.unit) == (number, unit)
