"""From logged values to text, and fields of any type."""

import pytest

from inspector.read.values import (
    as_dict,
    as_dollars,
    as_int,
    as_list,
    as_seconds,
    as_text,
    digits,
    images_in,
    preview,
    render,
    resolve,
    version_numbers,
    without_stand_ins,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a\nb", "a\nb"),
        (None, ""),
        ([{"type": "text", "text": "a"}, "b", {"type": "text", "text": ""}], "a\nb"),
        ({"path": "ä.py", "n": 1}, '{"path":"ä.py","n":1}'),
        ([{"type": "thinking", "thinking": "plan"}], "plan"),
        ([{"type": "tool_reference", "tool_name": "x"}], '{"type":"tool_reference","tool_name":"x"}'),
        ([[1], 2], "1\n2"),
        (3, "3"),
    ],
)
def test_a_value_renders_as_the_text_a_model_saw(value, text):
    assert render(value) == text


def test_pictures_render_as_their_size_in_every_shape():
    anthropic = {"type": "image", "source": {"type": "base64", "data": "A" * 1200}}
    openai = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    assert render(anthropic) == render([anthropic]) == "[image, 1,200 bytes encoded]"
    assert render([openai]) == "[image, 26 bytes encoded]"
    assert (images_in([anthropic, openai, "x"]), images_in(anthropic), images_in("x")) == (2, 1, 0)


def test_what_stands_for_a_picture_is_no_word_of_the_log():
    shown = render([{"type": "image", "source": {"type": "base64", "data": "A" * 1200}}, "120 bytes encoded"])
    blanked = without_stand_ins(shown)
    assert len(blanked) == len(shown) and blanked.split() == ["120", "bytes", "encoded"]
    assert without_stand_ins("[image, 12 bytes read]") == "[image, 12 bytes read]"


def test_a_preview_is_one_short_line():
    assert preview("  a\n\n b\tc ") == "a b c"
    assert len(preview("word " * 1000)) <= 200


def test_pointers_resolve_with_escapes_and_say_when_they_do_not():
    value = {"a/b": [{"~": 1}]}
    assert resolve(value, "/a~1b/0/~0") == 1
    assert resolve(value, "") is value
    for lost in ("/x", "/a~1b/9", "/a~1b/x", "/a~1b/0/~0/deeper"):
        with pytest.raises(LookupError):
            resolve(value, lost)


def test_fields_of_the_wrong_type_are_absent_and_not_converted():
    assert (as_text(5), as_text(None), as_dict([]), as_list("x")) == ("", "", {}, [])
    assert [as_int(value) for value in (7, 7.9, -1, True, "7", None, float("nan"), 2**70)] == [7, 7] + [None] * 6


def test_a_sum_of_money_is_more_than_nothing():
    told = [as_dollars(value) for value in (0.02, 3, 0, 0.0, -1, True, "0.02", None, float("nan"), float("inf"))]
    assert told == [0.02, 3.0] + [None] * 8


def test_what_can_be_read_but_not_written_again_still_renders():
    deep = []
    for _ in range(400):
        deep = [deep]
    assert render(deep) == render({"a": deep}) == render({"a": 10**30}) == "[a value that cannot be shown]"


def test_encrypted_parts_render_as_their_size():
    assert (
        render([{"type": "encrypted_content", "encrypted_content": "g" * 1200}]) == "[encrypted, 1,200 bytes encoded]"
    )


@pytest.mark.parametrize(
    ("value", "seconds"), [(2, 2.0), (0.5, 0.5), (True, None), (-1, None), (10**400, None), ("2", None)]
)
def test_a_span_of_time_is_one_that_a_call_can_take(value, seconds):
    assert as_seconds(value) == seconds


@pytest.mark.parametrize("text", ["", "²³", "9" * 5_000, "-1", "1.0", "9" * 19 + "9"])
def test_digits_that_are_no_number_that_can_be_held_are_none(text):
    assert digits(text) is None
    assert version_numbers(f"1.{text}.2")[:1] == (1,)
