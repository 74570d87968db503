import pytest

from inspector.text.sentences import sentences


def parts(text):
    return [text[one.start : one.end] for one in sentences(text)]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Read `a. b` first, e.g. the tides. Then stop! 请保存。完成",
            ["Read `a. b` first, e.g. the tides.", "Then stop!", "请保存。", "完成"],
        ),
        ("one line\nanother line", ["one line", "another line"]),
        ("## Rules\n- keep it\n1. and that", ["Rules", "keep it", "and that"]),
        ("Is it done? Yes... I think so.", ["Is it done?", "Yes...", "I think so."]),
        ("see tides.py and v1.2.3 of it", ["see tides.py and v1.2.3 of it"]),
        ("---\n***", []),
    ],
)
def test_a_sentence_ends_at_its_mark_and_at_its_line(text, told):
    assert parts(text) == told


def test_a_line_wrapped_at_a_width_goes_on_in_the_next():
    first = "This line is so long that a terminal has wrapped it at some column"
    assert parts(f"{first}\nand goes on here. New one.") == [f"{first}\nand goes on here.", "New one."]


def test_lines_of_a_fence_are_code():
    told = [
        (one.code, text) for text, one in zip(("a:", "x = 1", "b"), sentences("a:\n```\nx = 1\n```\nb"), strict=True)
    ]
    assert [code for code, _ in told] == [False, True, False]


def test_a_text_without_an_end_takes_no_longer_than_it_is_long(ends):
    assert len(parts("`" + "a. " * 200_000)) >= 1
