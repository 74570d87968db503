import pytest
from inspector.verdicts.framed import standing


@pytest.mark.parametrize(
    "text",
    [
        "do not use tabs",
        "Never use tabs here",
        "reuse tabs",
        "use tabsets",
        "I forgot to use tabs",
        "the user declined to use tabs",
        "without use tabs",
    ],
)
def test_words_that_are_denied_or_part_of_others_do_not_stand(text):
    assert list(standing("use tabs", text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "use tabs",
        'he said: "use tabs"',
        "do not ask; use tabs",
        "The user decided to use tabs",
        "not now, but use tabs",
        "don't forget to use tabs",
        "never forget to use tabs",
        "do not only use tabs",
    ],
)
def test_words_that_are_said_stand(text):
    assert [text[start:end] for start, end in standing("use tabs", text)] == ["use tabs"]


def test_a_script_without_blanks_has_no_borders_between_words():
    assert list(standing("不要合并", "请不要合并提交"))
